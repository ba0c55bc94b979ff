#include "core/files/standard_streams.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace commlab {
namespace {

// Why standard output failed first; 0: it did not. stdio remembers that it failed, but not why.
std::atomic<int> first_failure = 0;

void note_failure(bool failed) {
  int none = 0;
  if (failed) first_failure.compare_exchange_strong(none, errno);
}

}  // namespace

// Opened in the wrong direction, so that reading and writing fail as they do where the stream is closed.
void reserve_standard_descriptors() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0)
      (void)!::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void print_answer(std::string_view text) {
  note_failure(std::fwrite(text.data(), 1, text.size(), stdout) != text.size());
  note_failure(std::fflush(stdout) != 0);
}

void print_message(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

Status close_standard_output() {
  note_failure(std::fflush(stdout) != 0);
  note_failure(::close(STDOUT_FILENO) != 0);
  const int reason = first_failure;
  const bool lost =
      reason != 0 || std::ferror(stdout) != 0;  // other writers, such as std::cout, note no reason
  if (!lost || reason == EPIPE) return {};
  return fail(
      Fault::runtime,
      "a part of the answer could not be written to standard output{}; send it to a file or a disk that "
      "has room",
      reason == 0 ? "" : ": " + std::generic_category().message(reason));
}

}  // namespace commlab
