#pragma once
// A thread that bites if a deadline passes, or a stop is asked for, before it is called off or destroyed. For
// calls that may block forever, and that end when something else is done at the same time: NCCL's when their
// communicator is aborted, CUDA's behind a shut gate when the gate opens, MPI's only with the process.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace commlab {

class Watchdog {
 public:
  Watchdog(std::chrono::steady_clock::time_point deadline, std::function<void()> bite,
           std::stop_token stop = {})
      : thread_([this, deadline, bite = std::move(bite), stop = std::move(stop)](std::stop_token called_off) {
          const std::stop_callback wake(stop, [this] {
            const std::lock_guard hold(mutex_);
            woken_.notify_all();
          });
          std::unique_lock hold(mutex_);  // after the callback, which may be called at once
          woken_.wait_until(hold, called_off, deadline, [&] { return stop.stop_requested(); });
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
