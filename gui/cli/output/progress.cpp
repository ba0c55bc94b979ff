#include "gui/cli/output/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include "core/files/standard_streams.h"

namespace commlab {
namespace {
constexpr std::string_view erase_line = "\r\033[K";

bool a_person_watches() { return isatty(STDERR_FILENO) == 1; }
}  // namespace

void erase_progress_line() {
  if (a_person_watches()) print_message(erase_line);
}

Patience::Patience(std::string_view what) {
  if (a_person_watches())
    teller_ = std::thread([this, what = std::string(what)] { tell_every_second(what); });
}

Patience::~Patience() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  done_changed_.notify_one();
  if (teller_.joinable()) teller_.join();
}

void Patience::tell_every_second(const std::string& what) {
  std::unique_lock lock(mutex_);
  int seconds = 0;
  while (!done_changed_.wait_for(lock, std::chrono::seconds(1), [this] { return done_; }))
    print_message(fmt::format("{}{:3} s  {}", erase_line, ++seconds, what));
  if (seconds > 0) print_message(erase_line);
}

Progress::Progress() : began_(std::chrono::steady_clock::now()), watched_(a_person_watches()) {}

Progress::~Progress() {
  if (shown_) print_message(erase_line);
}

void Progress::report(double fraction, std::string_view what) {
  if (!watched_ || std::chrono::steady_clock::now() - began_ < std::chrono::seconds(1)) return;
  print_message(fmt::format("{}{:3.0f} %  {}", erase_line, 100 * fraction, what));
  shown_ = true;
}

}  // namespace commlab
