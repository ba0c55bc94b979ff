#pragma once
// A thread that bites if a deadline passes before it is called off or destroyed. For calls that may block
// forever, and that end when something else is done at the same time: NCCL's when their communicator is
// aborted, CUDA's behind a shut gate when the gate opens, MPI's only with the process.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace commlab {

class Watchdog {
 public:
  Watchdog(std::chrono::steady_clock::time_point deadline, std::function<void()> bite)
      : thread_([this, deadline, bite = std::move(bite)](std::stop_token called_off) {
          std::unique_lock hold(mutex_);
          woken_.wait_until(hold, called_off, deadline, [] { return false; });
          if (called_off.stop_requested()) return;
          has_bitten_ = true;
          bite();
        }) {}

  // Whether it has bitten. Waits until it has finished; after that it bites no more.
  bool call_off() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    return has_bitten_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any woken_;
  bool has_bitten_ = false;
  std::jthread thread_;  // the last member: it uses the others
};

}  // namespace commlab
