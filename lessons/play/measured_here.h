#pragma once
// The live experiment of a measure block: measured on this computer, and predicted by the model.

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// The experiment on the block's line, with the variant's values.
Result<Experiment> live_experiment(const MeasureBlock&, const VariantValues&);

// Takes seconds. The prediction is for the machine on the block's line, else for the scene's machine.
Result<MeasureState::Here> measured_here(const MeasureBlock&, SceneRunner&, const LessonScene&,
                                         const VariantValues&);

// "1 MiB: this computer's threads took 104 us; the lesson's machine, hcm8, would take 13.9 us."
std::string measured_text(const MeasureState::Here&);

}  // namespace commlab
