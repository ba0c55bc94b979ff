#pragma once
// What the lesson panel's buttons, the keys and the scripts do. A Player may run simulations, so the tutor
// asks it in the background, and its answer becomes the page.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"

namespace commlab {

// `which`: a number, an id or a file. An error becomes the notice, and the list stays.
void open_lesson(Session&, const std::string& which);
// The same without the background, for the window's first picture. An error: there is no such lesson, or it
// cannot be read.
Status start_lesson(Session&, const std::string& which);

// +1: the next step; after the last one the summary, then the next lesson. -1: the step before.
void turn_page(Session&, int by);
// Opens the list where there is no next lesson.
void open_next_lesson(Session&);
// Answers the question with what was typed or chosen. A question that changes the scene changes it first.
void commit_answer(Session&, const QuestionState&);
// "I don't know", to a prediction.
void answer_unknown(Session&, const QuestionState&);
// Gives up a check and tells its result.
void ask_result(Session&, const QuestionState&);
void ask_hint(Session&, const QuestionState&);
// Measures what a block `measure` names, on this computer.
void measure_here(Session&, int block);

// A place was clicked: "rank 2 line 3" or "link gpu0-gpu2". It becomes the answer where the question asks for
// a place; otherwise false.
bool point_at(Session&, std::string_view place);
// Chooses an answer to the current question. False where it has no such choice.
bool choose(Session&, std::size_t choice);
void choose(Session&, const QuestionState&, std::size_t choice);

}  // namespace commlab
