#pragma once
// A launch: the processes on each node, their local ranks, their GPUs and the ranks that they take; and the
// ranks that the rendezvous waits for.

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "lessons/model/lesson.h"
#include "lessons/run/launch_table.h"

namespace commlab {

// `keys`: the scene's keys, which say which GPUs each node's processes see: visible.0 = "2,3". `secret`: the
// learner must predict the result, so it is drawn as question marks.
void draw_launch(Canvas&, const Area&, const Launched&, const SceneKeys& keys, const Theme&,
                 bool secret = false);

// The result, in one or two sentences.
std::string launch_sentence(const Launched&);

}  // namespace commlab
