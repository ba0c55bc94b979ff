#pragma once
// A class: lessons presented one after the other, from teaching stop to teaching stop, with the keys of a
// clicker. Nothing is recorded of it. What is to be shown is made beside the window, by the tutor; a key that
// is pressed meanwhile is not lost.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "gui/window/session/session.h"
#include "lessons/cut.h"

namespace commlab {

// Numbers, ids or files. An error: there is no such lesson, or it cannot be read.
Status start_presentation(Session&, const std::vector<std::string>& lessons, LessonCut);

// +1: the next stop, after a lesson's end the next lesson's title; -1: the one before. Where the screen is
// black, or something else was looked at, the stop comes back instead.
void turn_stop(Session&, int by);
void go_to_lessons_title(Session&);
void go_to_lessons_end(Session&);
// Its run begins again, and plays.
void replay_stop(Session&);

// The teacher's notes have a window of their own where there are several screens. Where there is one, the
// class sees it: they lie over the lesson, and only after the teacher has asked for them there.
void follow_screens(Session&, int screens);

// What is wanted is made and shown; and a run that loops begins again after a rest. Letters are larger in a
// high window. In every frame, before anything is drawn.
void follow_presenter(Session&, double seconds, double height);

}  // namespace commlab
