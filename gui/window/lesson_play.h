#pragma once
// Playing a lesson: what the panel's buttons, the keys and the scripts do. A Player may run simulations, so
// it is asked beside the window, by the tutor; what it says becomes the page that is shown.

#include <string>

#include "gui/window/session.h"

namespace commlab {

// The list of lessons.
void open_lessons(Session&);
// A number, an id or a file. What cannot be opened becomes the notice, and the list stays.
void open_lesson(Session&, const std::string& which);
// At once, for the window's first picture. An error: there is no such lesson, or it cannot be read.
Status start_lesson(Session&, const std::string& which);

// +1: the next step, and after the last one the list; -1: the one before.
void turn_page(Session&, int by);
// Answers the question with what was typed or chosen for it; of one that changes the scene, changes it first.
void commit_answer(Session&, const QuestionState&);
void ask_hint(Session&, const QuestionState&);

// A place was clicked, "rank 2 line 3" or "link gpu0-gpu2": where one is asked for, it is the answer.
void point_at(Session&, std::string_view place);
// What the current question is answered with. False where it has no such choice.
bool choose(Session&, std::size_t choice);

}  // namespace commlab
