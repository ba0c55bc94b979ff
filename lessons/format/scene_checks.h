#pragma once
// Whether a lesson's scenes are of one kind each, and have keys of that kind alone.

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Every scene is of one kind, and has keys of that kind alone. Values are not looked at.
Status check_scenes(const Lesson&);

}  // namespace commlab
