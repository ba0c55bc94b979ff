#pragma once
// How the window shows a step: its view blocks with their values computed.

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// Applies the parts of the block that hold until a later step changes them: layout, picture, panels, lanes.
void go_on_with(ViewState&, const ViewBlock&);

// Adds the rest of the block. While the scene is locked, values that tell about the run are left out. An
// error names the key: the machine has no part with a highlighted name, a caption cannot be computed.
// REQUIRES: the variant's values are filled into the scene.
Status add_to_view(ViewState&, const ViewBlock&, SceneRunner&, const LessonScene&, const VariantValues&,
                   bool locked);

}  // namespace commlab
