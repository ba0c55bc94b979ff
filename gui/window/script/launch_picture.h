#pragma once
// Processes on nodes: for each its node, its local rank, the GPU it gets, and the rank it gives itself; and
// where the rendezvous waits, for whom.

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "lessons/lesson.h"

namespace commlab {

// `keys`: of the scene, which say what each node shows its processes: visible.0 = "2,3". `secret`: what comes
// of it is to be predicted, and has question marks.
void draw_launch(Canvas&, const Area&, const Launched&, const SceneKeys& keys, const Theme&,
                 bool secret = false);

// What comes of it, in one or two sentences.
std::string launch_sentence(const Launched&);

}  // namespace commlab
