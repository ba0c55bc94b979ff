#include "gui/cli/output/progress.h"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>
#include <unistd.h>

#include "core/files/standard_streams.h"

namespace commlab {
namespace {
constexpr std::string_view erase_line = "\r\033[K";

// Many small tasks end between two looks of a person.
constexpr std::chrono::milliseconds shortest_look(50);

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

std::string time_left_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

Progress::Progress() : began_(std::chrono::steady_clock::now()), watched_(a_person_watches()) {}

Progress::~Progress() {
  if (shown_) print_message(erase_line);
}

void Progress::report(double fraction, std::string_view what) {
  const auto now = std::chrono::steady_clock::now();
  if (!watched_ || now - began_ < std::chrono::seconds(1) || now - told_ < shortest_look) return;
  told_ = now;
  print_message(fmt::format("{}{:3.0f} %  {}", erase_line, 100 * fraction, what));
  shown_ = true;
}

}  // namespace commlab
