#pragma once
// Work on another thread while Python waits: other threads of Python run, and Ctrl-C is heard.

#include <functional>
#include <memory>
#include <optional>

#include <pybind11/pybind11.h>
#include <sys/types.h>

namespace commlab {

// What a signal's handler in Python has thrown, as KeyboardInterrupt.
using Interruption = std::optional<pybind11::error_already_set>;

// All work is done by one thread, because processes that a thread has started end with it, and the ranks of
// one run are those of the next.
class BackgroundThread {
 public:
  BackgroundThread();
  ~BackgroundThread();
  BackgroundThread(const BackgroundThread&) = delete;
  BackgroundThread& operator=(const BackgroundThread&) = delete;

  // Does the work, and returns when it is done. After the first signal whose handler throws, `stop` is
  // called, which should end the work soon. What the work throws is thrown here. REQUIRES: the interpreter's
  // lock, which the work does not have; one work at a time.
  Interruption work(const std::function<void()>& work, const std::function<void()>& stop);

 private:
  class Worker;

  std::unique_ptr<Worker> worker_;  // null: not yet started
  pid_t process_ = 0;               // whose thread it is; a process that was forked has not inherited it
};

}  // namespace commlab
