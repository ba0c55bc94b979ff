#include "gui/window/session/worker.h"

#include <cassert>
#include <utility>

namespace commlab {

using namespace std::chrono_literals;

void Worker::start(std::string what, Job job) {
  stop();
  task_ = std::make_shared<Task>();
  task_->what = std::move(what);
  thread_ = std::jthread(
      [task = task_, job = std::move(job), before = std::move(thread_)](const std::stop_token& stop) mutable {
        if (before.joinable()) before.join();
        const ReportProgress report = [&](double fraction, std::string_view part) {
          const std::lock_guard guard(task->lock);
          task->fraction = fraction;
          if (!part.empty()) task->what = part;
        };
        Apply apply = job(stop, report);
        const std::lock_guard guard(task->lock);
        task->apply = std::move(apply);
        task->done = true;
      });
}

void Worker::stop() {
  if (!task_) return;
  thread_.request_stop();
  task_ = nullptr;
}

Worker::Progress Worker::progress() const {
  assert(busy() && "something is being computed");
  const std::lock_guard guard(task_->lock);
  return {task_->what, task_->fraction};
}

bool Worker::poll(Session& session) {
  if (!task_ || !is_done()) return false;
  thread_.join();
  const std::shared_ptr<Task> task = std::exchange(task_, nullptr);
  if (task->apply) task->apply(session);
  return true;
}

void Worker::wait() const {
  while (!is_done()) std::this_thread::sleep_for(1ms);
}

void Worker::wait_at_most(std::chrono::milliseconds patience) const {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!is_done() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(1ms);
}

bool Worker::is_done() const {
  assert(busy() && "something is being computed");
  const std::lock_guard guard(task_->lock);
  return task_->done;
}

}  // namespace commlab
