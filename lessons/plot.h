#pragma once
// A plot block, computed: its expressions, over all values of what is swept.

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/scene.h"
#include "lessons/scene_runner.h"
#include "lessons/step_content.h"

namespace commlab {

// Of this scene, in which what varies is filled in. Runs it for every value: seconds. An error names the key:
// what cannot be computed or is no number, a time among sizes, a 0 on a logarithmic scale.
Result<PlotState> computed_plot(const PlotBlock&, SceneRunner&, const LessonScene&, const Drawn&);

// Whether it has to wait for the step's predictions: it tells what the scene as it stands does (as a sweep
// over the scene's own key does, which comes by it), or stands behind one of them and shows other runs.
bool waits_for_predictions(const LessonStep&, const PlotBlock&);

}  // namespace commlab
