#pragma once
// A measure block's live experiment, really done, beside what the model says of the same.

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// The experiment of its line. What varies is filled in.
Result<Experiment> live_experiment(const MeasureBlock&, const VariantValues&);

// Seconds. Predicted is the same experiment on the machine of its line, or else of the scene.
Result<MeasureState::Here> measured_here(const MeasureBlock&, SceneRunner&, const LessonScene&,
                                         const VariantValues&);

// "1 MiB: this computer's threads took 104 us; the lesson's machine, hcm8, would take 13.9 us."
std::string measured_text(const MeasureState::Here&);

}  // namespace commlab
