#include "gui/data_folder.h"

#include <cstdlib>

namespace commlab {

std::filesystem::path data_folder() {
  namespace fs = std::filesystem;
  if (const char* chosen = std::getenv("COMMLAB_DATA")) return chosen;
  std::error_code unreadable;
  const fs::path program = fs::read_symlink("/proc/self/exe", unreadable);
  const fs::path installed = program.parent_path().parent_path() / "share" / "commlab";
  return fs::exists(installed / "machines", unreadable) ? installed : fs::path(COMMLAB_DATA_IN_SOURCE);
}

std::filesystem::path lesson_folder() {
  const std::filesystem::path data = data_folder();
  return data == COMMLAB_DATA_IN_SOURCE ? std::filesystem::path(COMMLAB_LESSONS_IN_SOURCE) : data / "lessons";
}

}  // namespace commlab
