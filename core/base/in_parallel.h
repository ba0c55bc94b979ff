#pragma once
// Makes many results on several threads, and takes them on the calling thread in order: the same results in
// the same order as one thread gives.
//
//   make   0 3 5 ..  \                       a result waits until all results before it are taken; at most
//   make   1 2 7 ..   > take 0 1 2 3 ..      results_ahead of them per thread wait
//   make   4 6 8 ..  /

#include <cstddef>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace commlab {

// The processors that this program may use, at least 1. taskset or a container may allow fewer than the
// computer has.
int cores_of_this_computer();

// Results made but not taken, per thread: enough that threads seldom wait for one slow result.
inline constexpr std::size_t results_ahead = 4;

// The same with results that `make` stores itself: make(i) begins only after take(i - window) has returned.
void make_in_parallel(std::size_t count, int threads, std::size_t window,
                      const std::function<void(std::size_t)>& make,
                      const std::function<bool(std::size_t)>& take);

// Calls make(i) for i = 0 .. count - 1 on up to `threads` threads, and take(i, result) on the calling thread,
// in the order of i, as soon as the results up to i are there.
//
// If take returns false, no further work is handed out; in_parallel returns when the work under way is done,
// and drops its results. If make(i) throws, its exception leaves in_parallel at the place of take(i); an
// exception of take leaves it at once, in both cases after the work under way.
//
// With one thread, one result, or where no thread can be started, make and take alternate on the calling
// thread. So they do in a call that make itself makes on one of these threads: nested calls start no threads
// of their own.
//
// REQUIRES: make may be called from several threads at once.
template <class Make, class Take>
void in_parallel(std::size_t count, int threads, Make make, Take take) {
  using Made = std::invoke_result_t<Make&, std::size_t>;
  const std::size_t window = results_ahead * static_cast<std::size_t>(threads > 1 ? threads : 1);
  std::vector<std::optional<Made>> made(window < count ? window : count);
  make_in_parallel(
      count, threads, window, [&](std::size_t i) { made[i % window].emplace(make(i)); },
      [&](std::size_t i) {
        Made result = *std::move(made[i % window]);
        made[i % window].reset();
        return take(i, std::move(result));
      });
}

}  // namespace commlab
