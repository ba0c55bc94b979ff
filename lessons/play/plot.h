#pragma once
// Computes a plot block: its expressions, for each value of the key that is swept.

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/step_content.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// For a scene in which the variant's values are filled in. Runs the scene for each value, which takes
// seconds. An error names the key: a value cannot be computed or is no number, a time stands among sizes, a
// 0 on a logarithmic scale.
Result<PlotState> computed_plot(const PlotBlock&, SceneRunner&, const LessonScene&, const VariantValues&);

// Whether the plot has to wait for the step's predictions: it tells what the scene does as it stands, or it
// comes after one of the predictions and shows any run.
bool waits_for_predictions(const LessonStep&, const PlotBlock&);

// A number in the plot's unit, as it is shown: "12.3 us"; "-" for NaN.
std::string plotted_text(const PlotState&, double);
// Without the unit, which a table names once: "4.29".
std::string plotted_number(double);

}  // namespace commlab
