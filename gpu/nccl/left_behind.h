#pragma once
// Calls that may block forever, and that nothing can end: they run in a thread of their own, which is left
// behind if the deadline passes. What the work uses must then live on, so the work owns it.

#include <chrono>
#include <functional>
#include <future>
#include <thread>

namespace commlab {

// Whether the work was done by the deadline.
inline bool done_by(std::chrono::steady_clock::time_point deadline, std::function<void()> work) {
  std::packaged_task<void()> task(std::move(work));
  const std::future<void> done = task.get_future();
  std::thread(std::move(task)).detach();
  return done.wait_until(deadline) == std::future_status::ready;
}

}  // namespace commlab
