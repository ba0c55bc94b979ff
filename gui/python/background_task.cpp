#include "gui/python/background_task.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace py = pybind11;

namespace commlab {
namespace {

constexpr std::chrono::milliseconds between_looks_at_signals{50};

}  // namespace

Interruption do_in_background(const std::function<void()>& work, const std::function<void()>& stop) {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;  // guarded by the mutex
  std::exception_ptr thrown;
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
    const std::lock_guard guard(mutex);
    done = true;
    changed.notify_one();
  });
  const auto is_done_soon = [&] {
    const py::gil_scoped_release unlocked;
    std::unique_lock guard(mutex);
    return changed.wait_for(guard, between_looks_at_signals, [&] { return done; });
  };

  Interruption interruption;
  while (!is_done_soon()) {
    if (PyErr_CheckSignals() == 0 || interruption) continue;
    interruption.emplace();  // takes what was thrown
    stop();
  }
  worker.join();
  if (thrown && !interruption) std::rethrow_exception(thrown);
  return interruption;
}

}  // namespace commlab
