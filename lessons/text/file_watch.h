#pragma once
// Tells when a file is saved. An editor may write the file in place, or write another file and rename it. So
// the check and the window can follow an author who edits a lesson.

#include <filesystem>
#include <string>
#include <utility>

#include "core/base/error.h"

namespace commlab {

class FileWatch {
 public:
  // Watches from now on. An error: the file's folder cannot be watched.
  static Result<FileWatch> of(const std::filesystem::path& file);
  FileWatch(FileWatch&&) noexcept;
  FileWatch& operator=(FileWatch&&) noexcept;
  ~FileWatch();

  // Whether the file was saved since of(), or since the last call of saved() or wait_until_saved(). Several
  // saves count as one.
  bool saved();
  // Blocks until the file is saved.
  Status wait_until_saved();

 private:
  FileWatch(int inotify, std::string name) : inotify_(inotify), name_(std::move(name)) {}

  // Reads events of the folder; true if the file was saved. Blocks until there is an event.
  Result<bool> read_events();

  int inotify_;       // a descriptor of inotify(7), owned by this object; -1: moved from
  std::string name_;  // the file's name in the watched folder
};

}  // namespace commlab
