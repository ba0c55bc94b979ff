#include "gui/experiments/crew.h"

#include <utility>

#include "core/base/in_parallel.h"

namespace commlab {

// As work of in_parallel, tasks that use it themselves start no further threads.
Crew::Crew(int threads, std::function<std::string(const CrewText&)> work)
    : threads_(threads), work_(std::move(work)), keeper_([this] {
        const auto work_here = [this](std::size_t) {
          work_until_the_end();
          return true;
        };
        in_parallel(threads_, threads_, work_here, [](std::size_t, bool) { return true; });
      }) {}

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  given_changed_.notify_all();
  keeper_.join();
}

void Crew::give(CrewText task) {
  {
    const std::lock_guard lock(mutex_);
    given_.push_back(std::move(task));
  }
  given_changed_.notify_one();
}

std::vector<CrewText> Crew::take(std::chrono::microseconds longest) {
  std::unique_lock lock(mutex_);
  finished_changed_.wait_for(lock, longest, [this] { return !finished_.empty(); });
  return std::exchange(finished_, {});
}

void Crew::work_until_the_end() {
  std::unique_lock lock(mutex_);
  while (true) {
    given_changed_.wait(lock, [this] { return over_ || !given_.empty(); });
    if (over_) return;
    const CrewText task = std::move(given_.front());
    given_.pop_front();
    lock.unlock();
    CrewText result{task.index, work_(task)};
    lock.lock();
    finished_.push_back(std::move(result));
    finished_changed_.notify_one();
  }
}

}  // namespace commlab
