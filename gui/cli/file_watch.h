#pragma once
// Waits until a file is saved, however its editor does that: written in place, or beside and renamed.

#include <filesystem>
#include <string>

#include "core/error.h"

namespace commlab {

class FileWatch {
 public:
  // From now on. An error: its folder cannot be watched.
  static Result<FileWatch> of(const std::filesystem::path& file);
  FileWatch(FileWatch&&) noexcept;
  FileWatch& operator=(FileWatch&&) = delete;
  ~FileWatch();

  // Blocks until the file was saved since the last call, or since of(). Several times count as one.
  Status wait_until_saved();

 private:
  FileWatch(int inotify, std::string name) : inotify_(inotify), name_(std::move(name)) {}

  int inotify_;       // a descriptor of inotify(7), which it owns
  std::string name_;  // of the file, in the folder that is watched
};

}  // namespace commlab
