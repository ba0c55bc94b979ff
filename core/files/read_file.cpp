#include "core/files/read_file.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <span>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files/open_file.h"

namespace commlab {
namespace {

using Wait = std::chrono::milliseconds;

constexpr Wait longest_wait_for_a_writer = std::chrono::seconds(5);
constexpr Wait without_end(-1);

tl::unexpected<Error> unreadable(const std::string& name, int error) {
  const std::string reason =
      error == ENOENT ? "there is no such file" : std::generic_category().message(error);
  return fail("{} cannot be read: {}", name, reason);
}

// Waits until there are bytes, or the end. False: there was nothing for so long.
bool wait_for_bytes(int descriptor, Wait longest) {
  pollfd waited{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&waited, 1, static_cast<int>(longest.count())) != 0;
}

// As read(2), for descriptors that block and for those that do not.
ssize_t wait_and_read(int descriptor, std::span<char> into) {
  while (true) {
    const ssize_t count = ::read(descriptor, into.data(), into.size());
    if (count >= 0 || (errno != EINTR && errno != EAGAIN)) return count;
    if (errno == EAGAIN) wait_for_bytes(descriptor, without_end);
  }
}

bool is_device(int descriptor, const struct stat& status) {
  return (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) && ::isatty(descriptor) == 0;
}

Result<std::string> read_all(int descriptor, const std::string& name, Bytes most) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0) return unreadable(name, errno);
  if (S_ISDIR(status.st_mode)) return fail("{} is a folder, not a file", name);
  const auto too_large = [&] { return fail("{} is too large: it has more than {}", name, to_text(most)); };
  if (status.st_size > most.count) return too_large();

  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(status.st_size));
  std::array<char, 1 << 16> piece;
  ssize_t count = 0;
  while ((count = wait_and_read(descriptor, piece)) > 0) {
    if (is_device(descriptor, status)) return fail("{} is a device, not a file", name);
    bytes.append(piece.data(), static_cast<std::size_t>(count));
    if (std::cmp_greater(bytes.size(), most.count)) return too_large();
  }
  if (count < 0) return unreadable(name, errno);
  return bytes;
}

bool is_pipe(int descriptor) {
  struct stat status;
  return ::fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode);
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, Bytes most) {
  // Not blocking, because opening a pipe would wait for a writer without end.
  const OpenFile file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file) return unreadable(path.string(), errno);
  const bool silent =
      is_pipe(file.descriptor()) && !wait_for_bytes(file.descriptor(), longest_wait_for_a_writer);
  Result<std::string> bytes = read_all(file.descriptor(), path.string(), most);  // waits for a slow writer
  if (silent && bytes && bytes->empty())
    return fail("{} cannot be read: nobody writes into this pipe", path.string());
  return bytes;
}

Result<std::string> read_standard_input(Bytes most) { return read_all(STDIN_FILENO, "standard input", most); }

}  // namespace commlab
