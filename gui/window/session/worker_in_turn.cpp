// Where there are no threads: a job is done between two frames, when its result is asked for. It cannot be
// stopped then.

#include "gui/window/session/worker.h"

#include <cassert>
#include <utility>

namespace commlab {

void Worker::start(std::string what, Job job) {
  task_ = std::make_shared<Task>();
  task_->what = std::move(what);
  task_->apply = [job = std::move(job)](Session& session) {
    const Apply apply = job({}, [](double, std::string_view) {});
    if (apply) apply(session);
  };
}

void Worker::stop() { task_ = nullptr; }

Worker::Progress Worker::progress() const {
  assert(busy() && "something is being computed");
  return {task_->what, task_->fraction};
}

bool Worker::poll(Session& session) {
  if (!task_) return false;
  const std::shared_ptr<Task> task = std::exchange(task_, nullptr);
  task->apply(session);
  return true;
}

void Worker::wait() const {}

void Worker::wait_at_most(std::chrono::milliseconds) const {}

bool Worker::is_done() const { return true; }

}  // namespace commlab
