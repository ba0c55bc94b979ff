#pragma once
// The actions of the lesson panel's buttons, of keys and of scripts. A Player may run simulations, so the
// tutor asks the Player in the background, and the Player's answer becomes the page.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"

namespace commlab {

// `which`: a number, an id or a file. An error becomes the notice, and the list stays.
void open_lesson(Session&, const std::string& which);
// The same, but not in the background: for the window's first picture. An error: there is no such lesson, or
// it cannot be read.
Status start_lesson(Session&, const std::string& which);

// +1: the next step; after the last one the summary, then the next lesson. -1: the step before.
void turn_page(Session&, int by);
// Opens the next lesson, or the list if there is none.
void open_next_lesson(Session&);
// Answers the question with the typed text or the chosen answer. If the question is answered by changing the
// scene, the typed changes are made first.
void commit_answer(Session&, const QuestionState&);
// "I don't know", to a prediction.
void answer_unknown(Session&, const QuestionState&);
// Gives up a check and tells its result.
void ask_result(Session&, const QuestionState&);
void ask_hint(Session&, const QuestionState&);
// Runs the experiment of this `measure` block on this computer, and measures its time.
void measure_here(Session&, int block);

// A place was clicked: "rank 2 line 3" or "link gpu0-gpu2". If the question asks for a place, this becomes
// the answer; otherwise returns false.
bool point_at(Session&, std::string_view place);
// Whether a click on a link answers the current question at once.
bool takes_link_as_answer(const Session&);
// Answers the current question with this link: "link gpu0-gpu2". REQUIRES: takes_link_as_answer().
void answer_with_link(Session&, std::string_view link);
// Chooses an answer to the current question. Returns false if the question has no such choice.
bool choose(Session&, std::size_t choice);
// A digit for the current question: it chooses an answer, or begins the text of its field. Returns false if
// there is no such answer or no field.
bool take_digit(Session&, char digit);
void choose(Session&, const QuestionState&, std::size_t choice);

}  // namespace commlab
