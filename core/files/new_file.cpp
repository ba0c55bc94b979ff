#include "core/files/new_file.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <random>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/numbers.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

constexpr mode_t for_everybody = 0666;  // less the bits of the umask
constexpr const char* own_descriptors = "/proc/self/fd";

std::string_view cure_of(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "free some space there, or name a file on another disk";
    case EFBIG: return "raise the limit for the size of files (ulimit -f)";
    case EACCES:
    case EPERM:
    case EROFS: return "name a file in a folder where you may write";
    case ENOENT:
    case ENOTDIR: return "make its folder first";
    case EISDIR: return "name a file in that folder";
    case ENAMETOOLONG: return "choose a shorter name";
    default: return "name another file";
  }
}

// N where the path is /dev/fd/N, however it is written.
std::optional<int> descriptor_at(const fs::path& path) {
  std::error_code unknown;
  if (!path.has_parent_path() || !fs::equivalent(path.parent_path(), own_descriptors, unknown))
    return std::nullopt;
  return parse_number<int>(path.filename().string());
}

struct EndOfLinks {
  fs::path path;                    // there may be no such file
  std::optional<int> descriptor{};  // this process has the file open: /dev/stdout
};

EndOfLinks end_of_links(fs::path path) {
  constexpr int most_links = 40;  // as many as Linux follows; opening a longer chain then fails with ELOOP
  std::error_code unknown;
  for (int links = 0; links < most_links; ++links) {
    if (const std::optional<int> descriptor = descriptor_at(path)) return {path, descriptor};
    if (!fs::is_symlink(path, unknown)) break;
    path = path.parent_path() / fs::read_symlink(path, unknown);
  }
  return {std::move(path)};
}

// Signals to this thread wait while this object lives.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsWait() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

 private:
  sigset_t before_;
};

// Short, so that it fits wherever the target's name does.
std::string random_name() {
  std::random_device chance;
  return fmt::format(".commlab-{:08x}{:08x}", chance(), chance());
}

int error_if(bool failed) { return failed ? errno : 0; }

// Room for so many bytes, so that writing them cannot fail half-way. Not every file system can promise that.
int reserve(int descriptor, off_t bytes) {
  const int error = bytes > 0 ? ::posix_fallocate(descriptor, 0, bytes) : 0;
  return error == EOPNOTSUPP || error == EINVAL ? 0 : error;
}

}  // namespace

Result<NewFile> NewFile::open(const fs::path& path) {
  NewFile file(path);
  const EndOfLinks end = end_of_links(path);
  const std::string target = end.path.string();
  struct stat old;
  int error = 0;
  if (end.descriptor) {
    error = file.open_direct(::fcntl(*end.descriptor, F_DUPFD_CLOEXEC, 0));
  } else if (::stat(target.c_str(), &old) != 0) {
    file.target_ = end.path;
    error = errno == ENOENT && !path.empty() ? file.open_beside() : errno;
  } else if (S_ISDIR(old.st_mode)) {
    error = EISDIR;
  } else if (!S_ISREG(old.st_mode)) {
    error = file.open_direct(::open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  } else if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) {
    error = errno;
  } else {
    file.target_ = end.path;
    file.replaces_ = true;
    file.old_ = {.permissions = old.st_mode & 0777, .owner = old.st_uid, .group = old.st_gid};
    error = file.open_beside();
    if ((error == EACCES || error == EPERM || error == EROFS) && file.open_elsewhere() == 0) error = 0;
  }
  if (error != 0) return tl::unexpected(file.told(error).error());
  return file;
}

Status NewFile::try_at(const fs::path& path) {
  struct stat old;
  const bool there = ::stat(path.c_str(), &old) == 0;
  if (there && (S_ISFIFO(old.st_mode) || S_ISSOCK(old.st_mode))) return {};
  Result<NewFile> file = open(path);
  if (!file) return tl::unexpected(file.error());
  if (!file->target_.empty()) return file->write(" ");
  return file->told(
      error_if(::write(file->file_.descriptor(), "", 0) < 0));  // a full device refuses even this
}

NewFile::NewFile(NewFile&& other) noexcept
    : asked_(std::move(other.asked_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      replaces_(other.replaces_),
      elsewhere_(other.elsewhere_),
      old_(other.old_),
      file_(std::move(other.file_)) {}

NewFile::~NewFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

int NewFile::open_direct(int descriptor) {
  file_ = OpenFile(descriptor);
  return error_if(!file_);
}

int NewFile::open_beside() { return open_in(target_.has_parent_path() ? target_.parent_path() : "."); }

int NewFile::open_elsewhere() {
  elsewhere_ = true;
  std::error_code nowhere;
  return open_in(fs::temp_directory_path(nowhere));
}

int NewFile::open_in(const fs::path& folder) {
  const mode_t permissions = elsewhere_ ? 0600 : for_everybody;
  file_ = OpenFile(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, permissions));
  if (file_) return 0;
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return errno;
  temporary_ = folder / random_name();
  file_ = OpenFile(::open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, permissions));
  if (file_) return 0;
  temporary_.clear();
  return errno;
}

std::string NewFile::path_for_others() const {
  return fmt::format("/proc/{}/fd/{}", ::getpid(), file_.descriptor());
}

Status NewFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_.descriptor(), bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // a pipe that does not block, and is full
      pollfd full{.fd = file_.descriptor(), .events = POLLOUT, .revents = 0};
      ::poll(&full, 1, -1);
    } else if (errno != EINTR) {
      return told(errno);
    }
  }
  return {};
}

Status NewFile::take_its_place() {
  if (target_.empty()) return told(file_.close());
  if (elsewhere_) return told(copy_over_the_old());
  if (::fsync(file_.descriptor()) != 0) return told(errno);
  if (const int error = look_like_the_old(); error != 0) return told(error);
  const SignalsWait none_between;  // or else a file without its final name might stay
  return told(move_into_place());
}

int NewFile::copy_over_the_old() const {
  struct stat made, old_one;
  OpenFile old(::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!old || ::fstat(file_.descriptor(), &made) != 0 || ::fstat(old.descriptor(), &old_one) != 0)
    return errno;
  const SignalsWait none_between;  // or else the file might stay torn
  if (const int error = reserve(old.descriptor(), made.st_size); error != 0) {
    (void)!::ftruncate(old.descriptor(), old_one.st_size);
    return error;
  }
  std::array<char, 1 << 16> bytes;
  for (off_t at = 0; at < made.st_size;) {
    const ssize_t read = ::pread(file_.descriptor(), bytes.data(), bytes.size(), at);
    const ssize_t written =
        read > 0 ? ::pwrite(old.descriptor(), bytes.data(), static_cast<std::size_t>(read), at) : read;
    if (written < 0) return errno;
    if (written == 0) return EIO;
    at += written;
  }
  if (::ftruncate(old.descriptor(), made.st_size) != 0 || ::fsync(old.descriptor()) != 0) return errno;
  return old.close();
}

// A new owner is not always allowed, so that a failure there is none of the file.
int NewFile::look_like_the_old() const {
  if (!replaces_) return 0;
  (void)!::fchown(file_.descriptor(), old_.owner, old_.group);
  return error_if(::fchmod(file_.descriptor(), old_.permissions) != 0);
}

int NewFile::give_name() {
  if (!temporary_.empty()) return 0;
  const std::string unnamed = fmt::format("{}/{}", own_descriptors, file_.descriptor());
  const fs::path name = fs::path(target_).replace_filename(random_name());
  if (::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) return errno;
  temporary_ = name;
  return 0;
}

int NewFile::move_into_place() {
  if (const int error = give_name(); error != 0) return error;
  if (const int error = file_.close(); error != 0) return error;
  if (::rename(temporary_.c_str(), target_.c_str()) == 0) {
    temporary_.clear();
    return 0;
  }
  if (errno != EBUSY) return errno;
  // Another file is mounted there, as containers do, and may be written but not replaced.
  file_ = OpenFile(::open(temporary_.c_str(), O_RDONLY | O_CLOEXEC));
  return file_ ? copy_over_the_old() : errno;
}

Status NewFile::told(int error) const {
  if (error == 0) return {};
  return fail(Fault::runtime, "{} cannot be written: {}; {}", asked_.string(),
              std::generic_category().message(error), cure_of(error));
}

}  // namespace commlab
