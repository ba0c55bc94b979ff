#include "tests/fuzz/input_file.h"

#include <cassert>
#include <cstdlib>
#include <fstream>
#include <string>

namespace commlab {

InputFile::InputFile(std::string_view input, std::string_view name) : name_(name) {
  std::string folder = (std::filesystem::temp_directory_path() / "commlab-fuzz-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) std::abort();
  folder_ = folder;
  std::ofstream(path(), std::ios::binary) << input;
}

InputFile::~InputFile() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace commlab
