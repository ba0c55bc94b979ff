#pragma once
// A line on standard error that shows how far a long command is. It appears only on a terminal and after a
// second, and it is removed when the work is done.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace commlab {

// Removes the line of any task, before the program ends early.
void erase_progress_line();

// For work that does not know how much is left: shows what is being done, and counts the seconds.
class Patience {
 public:
  explicit Patience(std::string_view what);
  ~Patience();
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

 private:
  void tell_every_second(const std::string& what);

  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread teller_;
};

// "45 s", "3 min 20 s", "2 h 5 min".
std::string time_left_text(double seconds);

// For work that knows how much is left: shows a percentage and what is being done.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void report(double fraction, std::string_view what);

 private:
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point told_{};
  bool watched_;
  bool shown_ = false;
};

}  // namespace commlab
