#pragma once
// Whether a lesson's scenes are of one kind each, and have keys of that kind alone.

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Every scene is of one kind, and has only keys of that kind. Values are not checked.
Status check_scenes(const Lesson&);

}  // namespace commlab
