#pragma once
// Checks the kinds and keys of a lesson's scenes, and the keys that questions, plots and sliders change.

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

// An error: a scene is of more than one kind, or its kind does not have a key that is set or changed. Values
// are not checked.
Status check_scenes(const Lesson&);

}  // namespace commlab
