#pragma once
// Playing a lesson: what the panel's buttons, the keys and the scripts do. A Player may run simulations, so
// it is asked beside the window, by the tutor; what it says becomes the page that is shown.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"

namespace commlab {

// A number, an id or a file. What cannot be opened becomes the notice, and the list stays.
void open_lesson(Session&, const std::string& which);
// At once, for the window's first picture. An error: there is no such lesson, or it cannot be read.
Status start_lesson(Session&, const std::string& which);

// +1: the next step, after the last one how it went, and then the next lesson; -1: the one before.
void turn_page(Session&, int by);
// The list, where there is none.
void open_next_lesson(Session&);
// Answers the question with what was typed or chosen for it; of one that changes the scene, changes it first.
void commit_answer(Session&, const QuestionState&);
// "I don't know": of a prediction.
void answer_unknown(Session&, const QuestionState&);
// Gives up a check: its result is told.
void ask_result(Session&, const QuestionState&);
void ask_hint(Session&, const QuestionState&);
// Really does what a block `measure` names, on this computer.
void measure_here(Session&, int block);

// A place was clicked, "rank 2 line 3" or "link gpu0-gpu2": where one is asked for, it is the answer.
// False where none is.
bool point_at(Session&, std::string_view place);
// What the current question is answered with. False where it has no such choice.
bool choose(Session&, std::size_t choice);
void choose(Session&, const QuestionState&, std::size_t choice);

}  // namespace commlab
