#pragma once
// An input as a file, for readers of files.

#include <filesystem>
#include <string_view>

namespace commlab {

// A file in a new folder, both removed at the end. REQUIRES: the system's folder for temporary files can be
// written.
class InputFile {
 public:
  InputFile(std::string_view input, std::string_view name);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::filesystem::path folder() const { return folder_; }
  std::filesystem::path path() const { return folder_ / name_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path name_;
};

}  // namespace commlab
