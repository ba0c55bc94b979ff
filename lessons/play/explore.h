#pragma once
// The numbers of an explore block.

#include <vector>

#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// The block's values in this scene. If a value cannot be computed, a sentence takes its place, because a
// learner may have changed the scene so that it has no such value.
std::vector<LabelledValue> explored_values(const ExploreBlock&, SceneRunner&, const LessonScene&,
                                           const VariantValues&);

}  // namespace commlab
