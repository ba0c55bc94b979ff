// At extreme sizes, latencies and faults, a simulated time is right or there is an error; it is never wrong.
// Guards against a fixed bug: sums of times and bytes overflowed, and runs ended with small or negative
// times.

#include <gtest/gtest.h>

#include "sim/faults.h"
#include "sim/simulate.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using enum CollectiveKind;

constexpr std::string_view too_long = "the simulated time exceeds 106 days (2^63 ps)";
constexpr std::int64_t most = INT64_MAX / 8;  // bytes on 8 ranks

std::string error_of(const Result<Run>& run) {
  return run ? "took " + to_text(run->finish) : run.error().message;
}

TEST(TooLarge, TheErrorNamesTheExperiment) {
  const Machine m = machine("ring:8,25GB/s,0.5us");
  EXPECT_EQ(error_of(simulate(programs_on(m, all_reduce, "ring", {1'000'000'000'000'000'000}), m)),
            "all_reduce ring of 1000000TB on 8 ranks of ring:8,25GB/s,0.5us: the simulated time exceeds 106 "
            "days (2^63 ps), the longest that is counted; expected a smaller size, faster links or shorter "
            "latencies");
}

// A larger size takes longer or is an error, for every algorithm and link model, up to the largest. (The
// number of pieces of a multipath may change, so it may be a little faster.)
TEST(TooLarge, NoTimeIsMuchShorterThanThatOfASmallerSize) {
  for (const char* spec :
       {"ring:8,25GB/s,0.5us", "switch:8,1B/s,0.5us,multicast", "switch:8,8TB/s,0.5us,multicast"}) {
    const Machine m = machine(spec);
    for (const Algorithm* a : algorithms_on(m))
      for (const LinkModel links : {LinkModel::fair, LinkModel::fifo, LinkModel::ideal}) {
        if (links == LinkModel::fifo && a->needs_multicast) continue;
        Time before;
        bool ended = false;
        for (std::int64_t bytes = 8 << 10; bytes < most && bytes > 0; bytes *= 64) {
          const auto run = simulate(programs_on(m, a->collective, a->name, {bytes}), m, {.links = links});
          if (ended) {
            EXPECT_FALSE(run) << a->name << " on " << spec << " with " << bytes;
          }
          if (!run) {
            EXPECT_NE(error_of(run).find("2^63"), std::string::npos) << error_of(run);
            ended = true;
            continue;
          }
          EXPECT_GE(2 * run->finish, before) << a->name << " on " << spec << " with " << bytes;
          before = run->finish;
        }
      }
  }
}

TEST(TooLarge, LatenciesThatAreAddedUp) {
  for (const char* spec : {"ring:8,25GB/s,9000000s", "switch:8,25GB/s,9223372036854775807ps"}) {
    const Machine m = machine(spec);
    for (const LinkModel links : {LinkModel::fair, LinkModel::fifo, LinkModel::ideal}) {
      const std::string error =
          error_of(simulate(programs_on(m, all_reduce, "ring", {1 << 20}), m, {.links = links}));
      EXPECT_NE(error.find(too_long), std::string::npos) << error;
    }
  }
}

TEST(TooLarge, CostsOfTheMachine) {
  Machine m = machine("switch:8,25GB/s,0.5us");
  const Programs programs = programs_on(m, all_reduce, "ring", {1 << 20});
  const Time long_time = Time{INT64_MAX - 1};
  for (Time* cost : {&m.collective.launch, &m.collective.overhead, &m.collective.latency}) {
    *cost = long_time;
    for (const SimulateOptions& options :
         {SimulateOptions{}, {.exact = true}, {.links = LinkModel::fifo}, {.loop = true}, {.trace = true}}) {
      const std::string error = error_of(simulate(programs, m, options));
      EXPECT_NE(error.find(too_long), std::string::npos) << error;
    }
    *cost = {};
  }
  m.launching.each = long_time;
  for (const bool loop : {false, true}) {
    const std::string error = error_of(simulate(programs, m, {.launch = LaunchMode::thread, .loop = loop}));
    EXPECT_NE(error.find(too_long), std::string::npos) << error;
  }
}

TEST(TooLarge, FaultsOfABillion) {
  const Machine m = machine("ring:8,1GB/s,0.5us");
  const Programs programs = programs_on(m, all_reduce, "ring", {1 << 20});
  Faults faults;
  faults.slow_gpus.push_back({.gpu = 3, .factor = 1e9});
  const auto slow = simulate(programs, m, {.faults = faults});
  const auto plain = simulate(programs, m, {.exact = true});
  ASSERT_TRUE(slow && plain);
  EXPECT_GT(slow->finish, 100'000'000 * plain->finish);
}

}  // namespace
}  // namespace commlab
