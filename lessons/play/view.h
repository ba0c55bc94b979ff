#pragma once
// How the window shows a step: its view blocks with their values computed.

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// Takes over what holds until a later step changes it: layout, panels, lanes.
void go_on_with(ViewState&, const ViewBlock&);

// Adds the rest of the block, for a scene in which the variant's values are filled in. While the scene is
// locked, what tells about the run is left out. An error names the key: the machine does not have a name, a
// caption cannot be computed.
Status add_to_view(ViewState&, const ViewBlock&, SceneRunner&, const LessonScene&, const VariantValues&,
                   bool locked);

}  // namespace commlab
