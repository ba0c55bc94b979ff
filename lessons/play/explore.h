#pragma once
// An explore block's numbers, at some stop.

#include <vector>

#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// The block's values in this scene. A value that cannot be computed there becomes a sentence: a learner may
// have changed the scene into one that has no such value.
std::vector<LabelledValue> explored_values(const ExploreBlock&, SceneRunner&, const LessonScene&,
                                           const VariantValues&);

}  // namespace commlab
