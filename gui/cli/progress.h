#pragma once
// One line on standard error that says how far a long command is: only where a person
// watches (a terminal), only after a second, and gone when the work is done.

#include <chrono>
#include <string_view>

namespace commlab {

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
