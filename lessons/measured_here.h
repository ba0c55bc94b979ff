#pragma once
// A measure block's live experiment, really done, beside what the model says of the same.

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/scene.h"
#include "lessons/scene_runner.h"
#include "lessons/step_content.h"

namespace commlab {

// The experiment of its line. What varies is filled in.
Result<Experiment> live_experiment(const MeasureBlock&, const Drawn&);

// Seconds. Predicted is the same experiment on the machine of its line, or else of the scene.
Result<MeasureState::Here> measured_here(const MeasureBlock&, SceneRunner&, const LessonScene&, const Drawn&);

}  // namespace commlab
