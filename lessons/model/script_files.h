#pragma once
// Scenes whose script is a file of lessons/scripts (`file = "pipeline"`), so that a lesson runs the same
// script as `commlab script pipeline`.

#include <functional>
#include <string>

#include "lessons/model/laboratory.h"
#include "lessons/model/lesson.h"

namespace commlab {

// The lesson with the texts of these files in its scenes. For a file that is missing, calls `missing` with
// the line of the scene, and leaves the scene as it is.
Lesson with_script_files(Lesson, const Laboratory&,
                         const std::function<void(int line, const std::string& sentence)>& missing = {});

}  // namespace commlab
