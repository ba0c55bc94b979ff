#pragma once
// How the window shows a step: what its view blocks say, computed.

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/scene.h"
#include "lessons/scene_runner.h"
#include "lessons/step_content.h"

namespace commlab {

// What goes on from one step's view to the next: layout, panels, lanes.
void go_on_with(ViewState&, const ViewBlock&);

// What else the block says, of this scene, in which what varies is filled in. Where it is locked, what tells
// of the run is left out. An error names the key: a name that the machine does not have, a caption that
// cannot be computed.
Status add_to_view(ViewState&, const ViewBlock&, SceneRunner&, const LessonScene&, const Drawn&, bool locked);

}  // namespace commlab
