#pragma once
// Scenes whose script is a file of lessons/scripts (`file = "pipeline"`): so a lesson's script and the one
// that `commlab script pipeline` runs are one and the same.

#include <functional>
#include <string>

#include "lessons/model/laboratory.h"
#include "lessons/model/lesson.h"

namespace commlab {

// The lesson with the files' texts as its scenes' scripts. A file that is not there is told, with the line of
// the scene that names it, and stays a name.
Lesson with_script_files(Lesson, const Laboratory&,
                         const std::function<void(int line, const std::string& sentence)>& missing = {});

}  // namespace commlab
