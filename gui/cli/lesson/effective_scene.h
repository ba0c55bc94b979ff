#pragma once
// commlab lesson scene: a step's scene with all that it inherits from the steps before, for authors.

#include <string>

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

// The scene of step `step` (from 1) as blocks of a lesson's file. The variant's names stay in braces.
Result<std::string> effective_scene(const Lesson&, const std::string& step);

}  // namespace commlab
