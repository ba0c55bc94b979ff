#include "core/base/in_parallel.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <sched.h>

namespace commlab {
namespace {

using MakeOne = std::function<void(std::size_t)>;
using TakeOne = std::function<bool(std::size_t)>;

// Whether this thread is one that makes results for another.
thread_local bool makes_for_another = false;

// Hands out the numbers in order. Result i belongs to the thread that makes it; once waiting_[i % window]
// says that it was made, to the thread that takes it.
class Pool {
 public:
  Pool(std::size_t count, std::size_t window, const MakeOne& make)
      : count_(count), make_(make), waiting_(std::min(count, window)) {}

  ~Pool() {
    {
      const std::lock_guard guard(lock_);
      handed_out_ = count_;
    }
    may_make_.notify_all();
  }

  // Returns how many threads run; the system may refuse some.
  std::size_t start(std::size_t threads) {
    try {
      while (threads_.size() < threads) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // as many as there are
    }
    return threads_.size();
  }

  void take_all(const TakeOne& take) {
    for (std::size_t i = 0; i < count_; ++i) {
      wait_for(i);
      if (!take(i)) return;
      {
        const std::lock_guard guard(lock_);
        at(i) = {};
        taken_ = i + 1;
      }
      may_make_.notify_one();
    }
  }

 private:
  struct Waiting {
    bool made = false;
    std::exception_ptr error = nullptr;
  };

  Waiting& at(std::size_t i) { return waiting_[i % waiting_.size()]; }

  void wait_for(std::size_t i) {
    std::unique_lock guard(lock_);
    const Waiting& waiting = at(i);
    was_made_.wait(guard, [&] { return waiting.made; });
    if (waiting.error) std::rethrow_exception(waiting.error);
  }

  void work() {
    makes_for_another = true;
    std::unique_lock guard(lock_);
    for (;;) {
      may_make_.wait(guard, [&] { return handed_out_ == count_ || handed_out_ < taken_ + waiting_.size(); });
      if (handed_out_ == count_) return;
      const std::size_t i = handed_out_++;
      guard.unlock();
      Waiting done{.made = true};
      try {
        make_(i);
      } catch (...) {
        done.error = std::current_exception();
      }
      guard.lock();
      at(i) = std::move(done);
      was_made_.notify_one();
    }
  }

  const std::size_t count_;
  const MakeOne& make_;
  std::mutex lock_;
  std::condition_variable may_make_;
  std::condition_variable was_made_;
  std::vector<Waiting> waiting_;
  std::size_t handed_out_ = 0;
  std::size_t taken_ = 0;
  std::vector<std::jthread> threads_;  // last: they end before what they use is destroyed
};

}  // namespace

int cores_of_this_computer() {
  // The kernel refuses a set that is smaller than its own, and does not say how large that is.
  for (int processors = 1024; processors <= 1 << 20; processors *= 2) {
    std::vector<cpu_set_t> allowed(CPU_ALLOC_SIZE(processors) / sizeof(cpu_set_t));
    const std::size_t bytes = allowed.size() * sizeof(cpu_set_t);
    if (sched_getaffinity(0, bytes, allowed.data()) == 0)
      return std::max(1, CPU_COUNT_S(bytes, allowed.data()));
  }
  return 1;
}

void make_in_parallel(std::size_t count, int threads, std::size_t window, const MakeOne& make,
                      const TakeOne& take) {
  const std::size_t most = std::min(count, static_cast<std::size_t>(std::max(1, threads)));
  if (most > 1 && !makes_for_another) {
    Pool pool(count, window, make);
    if (pool.start(most) > 0) return pool.take_all(take);
  }
  for (std::size_t i = 0; i < count; ++i) {
    make(i);
    if (!take(i)) return;
  }
}

}  // namespace commlab
