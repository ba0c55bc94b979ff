// A small pool of threads: the same results in the same order as one thread gives.

#include "core/base/in_parallel.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>

namespace commlab {
namespace {

// Takes so long that results become ready out of order.
std::string slow_words(std::size_t i) {
  std::this_thread::sleep_for(std::chrono::microseconds((i * 7919) % 13 * 50));
  return "result " + std::to_string(i);
}

TEST(InParallel, GivesTheResultsOfOneThreadInTheirOrderWithAnyNumberOfThreads) {
  for (const std::size_t count : {0, 1, 2, 3, 100})
    for (const int threads : {-1, 0, 1, 2, 3, 8, 200}) {
      std::vector<std::string> taken;
      in_parallel(count, threads, slow_words, [&](std::size_t i, std::string words) {
        EXPECT_EQ(i, taken.size());
        taken.push_back(std::move(words));
        return true;
      });

      ASSERT_EQ(taken.size(), count) << threads << " threads";
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(taken[i], "result " + std::to_string(i));
    }
}

TEST(InParallel, TakesOnTheCallingThreadAndMakesOnSeveralOthers) {
  const std::thread::id here = std::this_thread::get_id();
  std::set<std::thread::id> makers;
  std::atomic<int> at_once = 0;
  in_parallel(
      2, 2,
      [&](std::size_t) {
        // Each waits for the other: only two threads get on.
        for (++at_once; at_once < 2;) std::this_thread::yield();
        return std::this_thread::get_id();
      },
      [&](std::size_t, std::thread::id maker) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        makers.insert(maker);
        return true;
      });

  EXPECT_EQ(makers.size(), 2u);
  EXPECT_FALSE(makers.contains(here));
}

TEST(InParallel, OneThreadIsTheCallingThreadAndMakesAndTakesInTurn) {
  std::string order;
  const std::thread::id here = std::this_thread::get_id();
  in_parallel(
      3, 1,
      [&](std::size_t i) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        order += "m" + std::to_string(i) + " ";
        return i;
      },
      [&](std::size_t i, std::size_t) {
        order += "t" + std::to_string(i) + " ";
        return true;
      });

  EXPECT_EQ(order, "m0 t0 m1 t1 m2 t2 ");
}

TEST(InParallel, HandsOutNoMoreWorkOnceAResultIsRefused) {
  for (const int threads : {1, 4}) {
    std::atomic<std::size_t> made = 0;
    std::size_t taken = 0;
    in_parallel(
        100'000, threads, [&](std::size_t i) { return ++made, i; },
        [&](std::size_t i, std::size_t) { return ++taken, i < 10; });

    EXPECT_EQ(taken, 11u);
    EXPECT_LE(made, 11 + results_ahead * static_cast<std::size_t>(threads)) << threads << " threads";
  }
}

TEST(InParallel, ResultsThatWaitAreFew) {
  std::atomic<std::int64_t> waiting = 0;
  std::atomic<std::int64_t> most = 0;
  in_parallel(
      1000, 3,
      [&](std::size_t i) {
        const std::int64_t now = ++waiting;
        for (std::int64_t seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        return i;
      },
      [&](std::size_t, std::size_t) {
        std::this_thread::yield();
        --waiting;
        return true;
      });

  EXPECT_LE(most, static_cast<std::int64_t>(3 * results_ahead));
}

TEST(InParallel, AnExceptionComesInThePlaceOfItsResult) {
  for (const int threads : {1, 3}) {
    std::vector<std::size_t> taken;
    const auto take = [&](std::size_t i, std::size_t) {
      taken.push_back(i);
      return true;
    };
    EXPECT_THROW(in_parallel(
                     100, threads,
                     [](std::size_t i) {
                       if (i == 5 || i == 6) throw std::runtime_error("no result");
                       return i;
                     },
                     take),
                 std::runtime_error);

    EXPECT_EQ(taken, (std::vector<std::size_t>{0, 1, 2, 3, 4})) << threads << " threads";
  }
}

TEST(InParallel, AnExceptionOfTheTakerEndsTheWork) {
  for (const int threads : {1, 3}) {
    std::atomic<std::size_t> made = 0;
    EXPECT_THROW(in_parallel(
                     100'000, threads, [&](std::size_t i) { return ++made, i; },
                     [](std::size_t, std::size_t) -> bool { throw std::runtime_error("cannot write"); }),
                 std::runtime_error);

    EXPECT_LE(made, 1 + results_ahead * static_cast<std::size_t>(threads));
  }
}

TEST(InParallel, NestedCallsStartNoThreads) {
  std::vector<int> sums;
  in_parallel(
      20, 3,
      [](std::size_t i) {
        const std::thread::id maker = std::this_thread::get_id();
        int sum = 0;
        in_parallel(
            10, 3,
            [&](std::size_t k) {
              EXPECT_EQ(std::this_thread::get_id(), maker);
              return static_cast<int>(i * k);
            },
            [&](std::size_t, int product) {
              sum += product;
              return true;
            });
        return sum;
      },
      [&](std::size_t, int sum) {
        sums.push_back(sum);
        return true;
      });

  ASSERT_EQ(sums.size(), 20u);
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], static_cast<int>(45 * i));
}

// One row that is made of many candidates still uses all threads.
TEST(InParallel, ANestedCallInASingleResultMayStartThreads) {
  std::size_t makers = 0;
  in_parallel(
      1, 4,
      [&](std::size_t i) {
        std::atomic<int> at_once = 0;
        in_parallel(
            2, 2,
            [&](std::size_t k) {
              for (++at_once; at_once < 2;) std::this_thread::yield();
              return k;
            },
            [&](std::size_t, std::size_t) { return ++makers, true; });
        return i;
      },
      [](std::size_t, std::size_t) { return true; });

  EXPECT_EQ(makers, 2u);
}

TEST(InParallel, ResultsMayBeMovedOnlyAndNeedNoDefault) {
  struct OnlyMoved {
    explicit OnlyMoved(std::size_t value) : value(std::make_unique<std::size_t>(value)) {}
    std::unique_ptr<std::size_t> value;
  };
  std::size_t sum = 0;
  in_parallel(
      50, 4, [](std::size_t i) { return OnlyMoved(i); },
      [&](std::size_t, OnlyMoved result) { return sum += *result.value, true; });

  EXPECT_EQ(sum, 50u * 49 / 2);
}

TEST(CoresOfThisComputer, AreThoseThatTheProgramMayUse) {
  const int all = cores_of_this_computer();
  EXPECT_GE(all, 1);
  int on_one = 0;
  std::thread([&] {
    cpu_set_t allowed;
    ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    on_one = cores_of_this_computer();
  }).join();

  EXPECT_EQ(on_one, 1);
}

}  // namespace
}  // namespace commlab
