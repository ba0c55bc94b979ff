#pragma once
// A lesson's author writes in an editor and looks at the window: the file that is played is loaded anew soon
// after it was written, at the same step. What is wrong in it is told, and the old one stays.

#include <chrono>
#include <filesystem>
#include <optional>

namespace commlab {

struct Session;

// When the file was written, as far as it is known; nothing where there is none.
std::optional<std::filesystem::file_time_type> time_written(const std::filesystem::path&);

struct LessonWatch {
  std::optional<std::filesystem::file_time_type> written{};  // the one that is played
  std::chrono::steady_clock::time_point looked{};            // at the file, last
};

// Looks once a second, beside the window.
void watch_lesson(Session&);

}  // namespace commlab
