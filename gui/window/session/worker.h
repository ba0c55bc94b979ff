#pragma once
// Computes beside the window, so that it never stands still: one job at a time, with its progress, and
// a way to stop it. What a job found out is applied by the window's own thread, between two frames.

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "core/base/progress.h"

namespace commlab {

struct Session;

class Worker {
 public:
  using Apply = std::function<void(Session&)>;
  using Job = std::function<Apply(std::stop_token, const ReportProgress&)>;

  // Stops the job before, whose result is then dropped. `what` is said beside the bar.
  void start(std::string what, Job);
  // At once, even where the job takes its time to notice: the next one begins only when it has.
  void stop();
  bool busy() const { return task_ != nullptr; }

  struct Progress {
    std::string what;
    double fraction = 0;  // of it; 0 where that is not known
  };
  Progress progress() const;  // REQUIRES: busy().

  // Applies the result, where there is one by now. True if it did.
  bool poll(Session&);
  void wait() const;  // until there is one

 private:
  struct Task {
    mutable std::mutex lock;
    std::string what;
    double fraction = 0;
    Apply apply;
    bool done = false;
  };
  std::shared_ptr<Task> task_;
  std::jthread thread_;
};

}  // namespace commlab
