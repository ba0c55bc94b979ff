#pragma once
// A lesson's author writes in an editor and looks at the window: the file that is played is loaded anew as
// soon as it was saved, at the same step. What is wrong in it is told, and the old one stays.

#include <filesystem>

#include "gui/window/session/session.h"

namespace commlab {

LessonWatch watch_of(const std::filesystem::path&);

// Looked at in every frame; loads where nothing else is asked of the lesson's player.
void watch_lesson(Session&);

}  // namespace commlab
