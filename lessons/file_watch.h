#pragma once
// Tells when a file is saved, however its editor does that: written in place, or beside and renamed. A
// lesson's author writes, and who checks or plays it follows.

#include <filesystem>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace commlab {

class FileWatch {
 public:
  // From now on. An error: its folder cannot be watched.
  static Result<FileWatch> of(const std::filesystem::path& file);
  FileWatch(FileWatch&&) noexcept;
  FileWatch& operator=(FileWatch&&) noexcept;
  ~FileWatch();

  // Whether the file was saved since the last call of one of these, or since of(). Several times count as
  // one.
  bool saved();
  // Blocks until it was.
  Status wait_until_saved();

 private:
  FileWatch(int inotify, std::string name) : inotify_(inotify), name_(std::move(name)) {}

  // Reads what has happened in the folder: whether the file was saved. Blocks where nothing has.
  Result<bool> read_events();

  int inotify_;       // a descriptor of inotify(7), which it owns; -1: moved from
  std::string name_;  // of the file, in the folder that is watched
};

}  // namespace commlab
