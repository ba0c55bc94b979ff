#include "gui/python/background_task.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace py = pybind11;

namespace commlab {
namespace {

constexpr std::chrono::milliseconds between_looks_at_signals{50};

}  // namespace

class BackgroundThread::Worker {
 public:
  Worker() : thread_([this] { work_until_the_end(); }) {}
  ~Worker() {
    {
      const std::lock_guard guard(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  // REQUIRES: what was begun before is done.
  void begin(const std::function<void()>& work) {
    const std::lock_guard guard(mutex_);
    work_ = &work;
    thrown_ = nullptr;
    changed_.notify_all();
  }
  bool is_done_soon() {
    std::unique_lock guard(mutex_);
    return changed_.wait_for(guard, between_looks_at_signals, [&] { return work_ == nullptr; });
  }
  // What the last work has thrown; null: nothing. REQUIRES: it is done.
  std::exception_ptr thrown() const { return thrown_; }

 private:
  void work_until_the_end() {
    std::unique_lock guard(mutex_);
    while (true) {
      changed_.wait(guard, [&] { return ends_ || work_ != nullptr; });
      if (ends_) return;
      guard.unlock();
      std::exception_ptr thrown;
      try {
        (*work_)();
      } catch (...) {
        thrown = std::current_exception();
      }
      guard.lock();
      thrown_ = thrown;
      work_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* work_ = nullptr;  // guarded by the mutex, as all below; null: nothing to do
  std::exception_ptr thrown_;
  bool ends_ = false;
  std::thread thread_;
};

BackgroundThread::BackgroundThread() = default;

BackgroundThread::~BackgroundThread() {
  if (process_ != ::getpid()) static_cast<void>(worker_.release());
}

Interruption BackgroundThread::work(const std::function<void()>& work, const std::function<void()>& stop) {
  if (process_ != ::getpid()) {
    static_cast<void>(worker_.release());  // there is no thread that could be joined
    worker_ = std::make_unique<Worker>();
    process_ = ::getpid();
  }
  worker_->begin(work);
  const auto is_done_soon = [&] {
    const py::gil_scoped_release unlocked;
    return worker_->is_done_soon();
  };
  Interruption interruption;
  const auto hear = [&] {
    if (PyErr_CheckSignals() == 0) return;
    if (interruption) return PyErr_Clear();  // it ends already
    interruption.emplace();                  // takes what was thrown
    stop();
  };
  while (!is_done_soon()) hear();
  hear();  // the signal may be why the work has ended
  if (worker_->thrown() && !interruption) std::rethrow_exception(worker_->thrown());
  return interruption;
}

}  // namespace commlab
