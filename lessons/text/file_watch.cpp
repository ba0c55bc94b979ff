#include "lessons/text/file_watch.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace commlab {
namespace {

// Whether one of the events in the buffer is about the file.
bool tells_of(const char* events, std::size_t size, const std::string& name) {
  bool found = false;
  for (std::size_t at = 0; at + sizeof(inotify_event) <= size;) {
    inotify_event event;
    std::memcpy(&event, events + at, sizeof event);
    if (event.len > 0 && name == events + at + sizeof event) found = true;
    at += sizeof event + event.len;
  }
  return found;
}

}  // namespace

Result<FileWatch> FileWatch::of(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const int inotify = inotify_init1(IN_CLOEXEC);
  if (inotify < 0)
    return fail(Fault::runtime, "{}: cannot be watched: {}", file.string(), std::strerror(errno));
  FileWatch watch(inotify, file.filename().string());
  if (inotify_add_watch(inotify, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO) < 0)
    return fail(Fault::runtime, "{}: its folder cannot be watched: {}", file.string(), std::strerror(errno));
  return watch;
}

FileWatch::FileWatch(FileWatch&& other) noexcept
    : inotify_(std::exchange(other.inotify_, -1)), name_(std::move(other.name_)) {}

FileWatch& FileWatch::operator=(FileWatch&& other) noexcept {
  std::swap(inotify_, other.inotify_);
  std::swap(name_, other.name_);
  return *this;
}

FileWatch::~FileWatch() {
  if (inotify_ >= 0) ::close(inotify_);
}

bool FileWatch::saved() {
  bool saved = false;
  for (pollfd events{.fd = inotify_, .events = POLLIN, .revents = 0}; poll(&events, 1, 0) > 0;) {
    const Result<bool> read = read_events();
    if (!read) break;
    saved |= *read;
  }
  return saved;
}

Status FileWatch::wait_until_saved() {
  while (true) {
    const Result<bool> saved = read_events();
    if (!saved) return tl::unexpected(saved.error());
    if (*saved) return {};
  }
}

Result<bool> FileWatch::read_events() {
  alignas(inotify_event) std::array<char, 4096> events;
  ssize_t size = -1;
  do size = read(inotify_, events.data(), events.size());
  while (size < 0 && errno == EINTR);
  if (size <= 0) return fail(Fault::runtime, "{}: cannot be watched any longer", name_);
  return tells_of(events.data(), size, name_);
}

}  // namespace commlab
