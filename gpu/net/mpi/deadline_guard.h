#pragma once
// Ends the process if a call does not return in time. Calls of MPI that wait for all ranks have no deadline
// of their own: without the guard, a rank that never comes would hold all others forever.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace commlab {

// Calls `end`, which must not return, unless it is destroyed before the time is over.
class DeadlineGuard {
 public:
  DeadlineGuard(std::chrono::milliseconds time, std::function<void()> end);
  ~DeadlineGuard();
  DeadlineGuard(const DeadlineGuard&) = delete;
  DeadlineGuard& operator=(const DeadlineGuard&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::thread thread_;  // last: it sees all of the above
};

}  // namespace commlab
