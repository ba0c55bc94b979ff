#pragma once
// Computes a plot block: its expressions, for each value of the key x.

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// Runs the scene for each value, which takes seconds. An error names the key of the block: a value cannot be
// computed or is no number, times and sizes are mixed, a 0 is on a logarithmic scale. REQUIRES: the variant's
// values are filled into the scene.
Result<PlotState> computed_plot(const PlotBlock&, SceneRunner&, const LessonScene&, const VariantValues&);

// Whether the plot stays hidden until the step's predictions are answered: it tells something about the run
// of the unchanged scene, or it comes after one of the predictions and tells something about any run.
bool waits_for_predictions(const LessonStep&, const PlotBlock&);

// A number in the plot's unit, as it is shown: "12.3 us"; "-" for NaN.
std::string plotted_text(const PlotState&, double);
// The number without the unit, for a table that names the unit once: "4.29".
std::string plotted_number(double);

}  // namespace commlab
