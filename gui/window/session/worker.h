#pragma once
// A background thread, so that the window never stands still: one job at a time, with its progress and a way
// to stop it. The window's own thread applies the result, between two frames.

#include <chrono>
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

  // Stops the present job and drops its result, then starts this one. `what` is shown beside the progress
  // bar.
  void start(std::string what, Job);
  // Returns at once. The job goes on until it notices the request; the next job begins only then.
  void stop();
  bool busy() const { return task_ != nullptr; }

  struct Progress {
    std::string what;
    double fraction = 0;  // how much is done; 0 if that is not known
  };
  Progress progress() const;  // REQUIRES: busy().

  // Applies the result if there is one by now. Returns whether there was one.
  bool poll(Session&);
  void wait() const;  // until there is a result
  void wait_at_most(std::chrono::milliseconds) const;

 private:
  struct Task {
    mutable std::mutex lock;
    std::string what;
    double fraction = 0;
    Apply apply;
    bool done = false;
  };
  bool is_done() const;  // REQUIRES: busy().

  std::shared_ptr<Task> task_;
  std::jthread thread_;
};

}  // namespace commlab
