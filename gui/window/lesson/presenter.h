#pragma once
// Presenting to a class: lesson after lesson, from teaching stop to teaching stop, with the keys of a
// clicker. Nothing is recorded. The tutor prepares each stop in the background, and a key pressed meanwhile
// is not lost.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "gui/window/session/session.h"
#include "lessons/play/class_length.h"

namespace commlab {

// `lessons`: numbers, ids or files. An error: there is no such lesson, or it cannot be read.
Status start_presentation(Session&, const std::vector<std::string>& lessons, ClassLength);

// +1: the next stop; after a lesson's end, the next lesson's title. -1: the stop before. If the screen is
// black or shows something else, only shows the current stop again.
void turn_stop(Session&, int by);
void go_to_lessons_title(Session&);
void go_to_lessons_end(Session&);
// Plays the stop's run from its beginning.
void replay_stop(Session&);

// With several screens, the teacher's notes have a window of their own. With one screen, which the class
// sees, the notes are hidden until the teacher asks for them; then they cover a part of the lesson.
void follow_screens(Session&, int screens);

// Prepares and shows the wanted stop, restarts a looping run after a rest, and enlarges the text in a high
// window. Call it in every frame, before anything is drawn.
void follow_presenter(Session&, double seconds, double height);

}  // namespace commlab
