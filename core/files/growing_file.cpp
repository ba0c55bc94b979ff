#include "core/files/growing_file.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace commlab {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

// Nobody else may have the file open. The system takes the lock away when the program ends, however it ends.
Status lock(int descriptor, const std::filesystem::path& path) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno == EWOULDBLOCK)
    return fail("{} is being written by another program; wait for its end, or choose another file",
                path.string());
  return fail(Fault::runtime,
              "{} cannot be locked: {}; two programs could mix their lines, so choose a file on another disk",
              path.string(), reason(errno));
}

ssize_t read_some(int descriptor, char* into, std::size_t most, off_t from) {
  ssize_t count = 0;
  do count = ::pread(descriptor, into, most, from);
  while (count < 0 && errno == EINTR);
  return count;
}

}  // namespace

Result<GrowingFile> GrowingFile::open(const std::filesystem::path& path) {
  const auto unwritable = [&](int error) {
    return fail(Fault::runtime, "{} cannot be written: {}; choose another file", path.string(),
                reason(error));
  };
  struct stat status;
  const bool there = ::stat(path.c_str(), &status) == 0;
  const bool regular = !there || S_ISREG(status.st_mode);
  OpenFile file(
      ::open(path.c_str(), (regular ? O_RDWR | O_CREAT | O_APPEND : O_WRONLY) | O_CLOEXEC | O_NOCTTY, 0666));
  if (!file) return unwritable(errno);
  if (regular)
    if (const Status locked = lock(file.descriptor(), path); !locked) return tl::unexpected(locked.error());
  return GrowingFile(path, std::move(file), regular);
}

Status GrowingFile::read(const Take& take, const Take& let_go) {
  if (!regular_) return {};
  std::string unread;  // begins with a line
  off_t end_of_lines = 0;
  off_t end = 0;
  std::string piece(1 << 20, '\0');
  while (true) {
    const ssize_t count = read_some(file_.descriptor(), piece.data(), piece.size(), end);
    if (count < 0) return fail(Fault::runtime, "{} cannot be read: {}", path_.string(), reason(errno));
    if (count == 0) break;
    end += count;
    unread.append(piece, 0, static_cast<std::size_t>(count));
    std::size_t begin = 0;
    for (std::size_t at; (at = unread.find('\n', begin)) != unread.npos; begin = at + 1)
      if (const Status taken = take(std::string_view(unread).substr(begin, at - begin)); !taken) return taken;
    end_of_lines += static_cast<off_t>(begin);
    unread.erase(0, begin);
  }
  if (unread.empty()) return {};
  if (const Status gone = let_go(unread); !gone) return gone;
  return ::ftruncate(file_.descriptor(), end_of_lines) != 0 ? told(errno) : Status{};
}

Status GrowingFile::add(std::string_view line) {
  const std::string whole = std::string(line) + '\n';
  std::size_t written = 0;
  while (written < whole.size()) {
    const ssize_t count = ::write(file_.descriptor(), whole.data() + written, whole.size() - written);
    if (count >= 0) {
      written += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      const int error = errno;
      if (struct stat status; regular_ && written > 0 && ::fstat(file_.descriptor(), &status) == 0)
        (void)!::ftruncate(file_.descriptor(), status.st_size - static_cast<off_t>(written));
      return told(error);
    }
  }
  return {};
}

Status GrowingFile::clear() {
  if (regular_ && ::ftruncate(file_.descriptor(), 0) != 0) return told(errno);
  return {};
}

Status GrowingFile::settle() {
  if (regular_ && ::fdatasync(file_.descriptor()) != 0) return told(errno);
  return {};
}

Status GrowingFile::told(int error) const {
  return fail(Fault::runtime, "{} cannot be written: {}; make room, and go on with what it has",
              path_.string(), reason(error));
}

}  // namespace commlab
