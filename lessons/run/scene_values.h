#pragma once
// Makes an experiment, a script to run or a launch from a scene's keys.

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "lessons/model/laboratory.h"
#include "lessons/model/scene.h"
#include "lessons/run/launch_table.h"

namespace commlab {

// An error names the key. REQUIRES: the scene is of that kind and with_parameters().
Result<Experiment> experiment_of(const LessonScene&);
Result<ScriptScene> script_scene_of(const LessonScene&);
Result<LaunchTable> launch_table_of(const LessonScene&);

}  // namespace commlab
