#include "gpu/net/mpi/deadline_guard.h"

#include <utility>

namespace commlab {

DeadlineGuard::DeadlineGuard(std::chrono::milliseconds time, std::function<void()> end)
    : thread_([this, time, end = std::move(end)] {
        std::unique_lock lock(mutex_);
        if (!over_.wait_for(lock, time, [this] { return is_over_; })) end();
      }) {}

DeadlineGuard::~DeadlineGuard() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  over_.notify_one();
  thread_.join();
}

}  // namespace commlab
