#include "gui/experiments/crew.h"

#include <utility>

namespace commlab {

Crew::Crew(int threads, std::function<std::string(const CrewText&)> work) : work_(std::move(work)) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work_until_the_end(); });
}

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  given_changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
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
