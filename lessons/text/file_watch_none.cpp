// Where files cannot be watched, as in a browser.

#include "lessons/text/file_watch.h"

namespace commlab {

Result<FileWatch> FileWatch::of(const std::filesystem::path& file) {
  return fail(Fault::runtime, "{} cannot be watched here", file.string());
}

FileWatch::FileWatch(FileWatch&& other) noexcept : inotify_(other.inotify_), name_(std::move(other.name_)) {}
FileWatch& FileWatch::operator=(FileWatch&& other) noexcept {
  name_ = std::move(other.name_);
  return *this;
}
FileWatch::~FileWatch() = default;

bool FileWatch::saved() { return false; }

Status FileWatch::wait_until_saved() { return fail(Fault::runtime, "files cannot be watched here"); }

}  // namespace commlab
