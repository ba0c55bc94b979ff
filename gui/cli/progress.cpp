#include "gui/cli/progress.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace commlab {
namespace {
constexpr std::string_view erase_line = "\r\033[K";
}

Progress::Progress() : began_(std::chrono::steady_clock::now()), watched_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_) fmt::print(stderr, "{}", erase_line);
}

void Progress::report(double fraction, std::string_view what) {
  if (!watched_ || std::chrono::steady_clock::now() - began_ < std::chrono::seconds(1)) return;
  fmt::print(stderr, "{}{:3.0f} %  {}", erase_line, 100 * fraction, what);
  std::fflush(stderr);
  shown_ = true;
}

}  // namespace commlab
