#pragma once
// A command that takes long, and answers with many rows, does not lose them when it is interrupted. While an
// AnswerSoFar lives, Ctrl-C (SIGINT), SIGTERM and SIGHUP deliver the rows that are there, and then end the
// program as they always do: a shell sees status 130, 143 or 129. A second signal ends it at once.

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include <signal.h>

#include "core/base/error.h"

namespace commlab {

class AnswerSoFar {
 public:
  // `all`: how many rows there will be; `row`: what one is called, such as "size". `deliver` is called at
  // most once, on another thread, when there are some rows; never during add().
  AnswerSoFar(std::size_t all, std::string row, std::function<Status()> deliver);
  ~AnswerSoFar();
  AnswerSoFar(const AnswerSoFar&) = delete;
  AnswerSoFar& operator=(const AnswerSoFar&) = delete;

  // Changes what `deliver` reads. From then on there are so many rows.
  void add(std::size_t rows, const std::function<void()>& change) {
    add([&] {
      change();
      return rows;
    });
  }
  // The same, where only the change finds out how many rows there are.
  void add(const std::function<std::size_t()>& change) {
    const std::lock_guard lock(mutex_);
    rows_ = change();
  }

 private:
  void wait_for_signal();
  std::string told() const;

  const std::size_t all_;
  const std::string row_;
  const std::function<Status()> deliver_;
  std::mutex mutex_;  // of the rows
  std::size_t rows_ = 0;
  sigset_t waited_;  // for: the signals, less those that the program was told to ignore
  sigset_t before_;  // what was blocked before
  std::thread waiter_;
};

}  // namespace commlab
