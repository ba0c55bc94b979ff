#include "tests/cli/lesson_users.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <unistd.h>

namespace commlab {

void LessonUsers::SetUp() {
  folder_ = std::filesystem::temp_directory_path() / ("commlab_lesson_users_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder_);
}

void LessonUsers::TearDown() { std::filesystem::remove_all(folder_); }

std::string LessonUsers::path(const std::string& name) const { return folder_ + "/" + name; }

std::string LessonUsers::text_of(const std::string& name) const {
  std::ifstream stream(path(name));
  return {std::istreambuf_iterator<char>(stream), {}};
}

void LessonUsers::write(const std::string& name, const std::string& text) const {
  std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
  std::ofstream(path(name)) << text;
}

Said LessonUsers::lesson(const std::string& words, const std::string& typed, const std::string& who) const {
  write("typed", typed);
  return commlab("lesson " + words + " < " + path("typed"),
                 "cd " + folder_ + " && XDG_STATE_HOME=" + path("state-" + who));
}

}  // namespace commlab
