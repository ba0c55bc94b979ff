#include "gui/data_folder.h"

#include <cstdlib>

#include "core/base/own_file.h"

namespace commlab {

namespace fs = std::filesystem;

fs::path data_folder(const fs::path& installed) {
  if (const char* chosen = std::getenv("COMMLAB_DATA")) return chosen;
  std::error_code unreadable;
  return fs::exists(installed / "machines", unreadable) ? installed : fs::path(COMMLAB_DATA_IN_SOURCE);
}

fs::path data_beside_the_program() {
  return own_file().parent_path().parent_path() / "share" / "commlab";
}

fs::path lesson_folder(const fs::path& data) {
  return data == COMMLAB_DATA_IN_SOURCE ? fs::path(COMMLAB_LESSONS_IN_SOURCE) : data / "lessons";
}

}  // namespace commlab
