#pragma once
// For a lesson's author, who writes in an editor and looks at the window: as soon as the file is saved, the
// window loads it again, at the same step. If the file has an error, the window shows the error and keeps the
// old lesson.

#include <filesystem>

#include "gui/window/session/session.h"

namespace commlab {

LessonWatch watch_of(const std::filesystem::path&);

// Call it in every frame. It loads only while the tutor is free.
void watch_lesson(Session&);

}  // namespace commlab
