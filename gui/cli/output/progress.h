#pragma once
// One line on standard error that says how far a long command is: only where a person
// watches (a terminal), only after a second, and gone when the work is done.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace commlab {

// For work that cannot say how far it is: only that it goes on.
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

// For work that can.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void report(double fraction, std::string_view what);

 private:
  std::chrono::steady_clock::time_point began_;
  bool watched_;
  bool shown_ = false;
};

}  // namespace commlab
