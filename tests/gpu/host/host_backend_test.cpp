// A correct result or no time: what run_on_host gives, and what it refuses.

#include "gpu/host/host_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <thread>

#include "core/collective/combine.h"
#include "core/playback/replay.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/trace/check_trace.h"
#include "gpu/checked_run.h"
#include "gpu/host/host_device.h"
#include "tests/patience.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

Programs ring_all_reduce(int ranks, std::int64_t count) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = count};
  return programs_for(**find_algorithm(c.kind, "ring"), c).value();
}

RealRunOptions few(int iterations) {
  RealRunOptions options;
  options.iterations = iterations;
  options.deadline = time_enough;
  return options;
}

TEST(RunOnHost, GivesTheMedianOfTheTimedCallsAndTheFirstOnItsOwn) {
  const auto run = run_on_host(ring_all_reduce(4, 1003), {}, few(9));

  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->backend, "host");
  EXPECT_TRUE(run->checked);
  EXPECT_TRUE(run->first);
  EXPECT_EQ(run->transfers, 2 * 3 * 4);
  ASSERT_EQ(run->times.size(), 9u);
  std::vector<Time> sorted = run->times;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(run->finish, sorted[4]);
  EXPECT_FALSE(run->trace);
  EXPECT_FALSE(run->buffers);
}

TEST(RunOnHost, TracesTheMedianIteration) {
  const auto run = run_on_host(ring_all_reduce(3, 1003), {.trace = true}, few(5));

  ASSERT_TRUE(run) << run.error().message;
  ASSERT_TRUE(run->trace);
  EXPECT_EQ(run->trace->finish, run->finish);
  EXPECT_EQ(run->trace->backend, "host");
  EXPECT_EQ(run->trace->transfers.size(), 12u);
}

// A measured trace fits the programs: a replay knows what every rank held at every moment.
TEST(RunOnHost, ItsTraceCanBeReplayed) {
  for (const Algorithm* a : algorithms()) {
    Collective c{.kind = a->collective, .ranks = 4, .count = 1003};
    if (c.kind == CollectiveKind::p2p) c.to = {1};
    const auto programs = programs_for(*a, c, {.pieces = 2});
    ASSERT_TRUE(programs) << a->name << ": " << programs.error().message;
    const auto run = run_on_host(*programs, {.trace = true}, few(1));
    ASSERT_TRUE(run) << a->name << ": " << run.error().message;

    if (const Status ok = check_trace(*run->trace); !ok)
      ADD_FAILURE() << a->name << ": " << ok.error().message;
    const auto replay = Replay::of(*run->trace, *programs);

    ASSERT_TRUE(replay) << a->name << ": " << replay.error().message;
    for (Rank rank = 0; rank < c.ranks; ++rank)
      EXPECT_TRUE(replay->complete(rank, run->finish)) << name_of(c.kind) << " " << a->name << ": " << rank;
  }
}

// Four ranks of ones, so every sum is 4.
TEST(RunOnHost, KeepsBuffersBeforeAndAfter) {
  const Programs programs = ring_all_reduce(4, 8);

  const auto run = run_on_host(programs, {.keep_buffers = true, .data = DataPattern::ones}, few(1));

  ASSERT_TRUE(run) << run.error().message;
  ASSERT_TRUE(run->buffers);
  EXPECT_EQ(run->buffers->input, make_inputs(programs.collective, programs.partition, DataPattern::ones));
  for (const Memory& output : run->buffers->output)
    for (std::int64_t i = 0; i < 8; ++i) EXPECT_EQ(element(DataType::float32, output.data(), i), 4.0);
}

TEST(RunOnHost, ARankThatNeverComesIsToldWithinTheDeadline) {
  const auto run_without_rank_3 = [](std::chrono::milliseconds deadline) {
    RealRunOptions options;
    options.deadline = deadline;
    options.absent = {3};
    const auto run = run_on_host(ring_all_reduce(4, 1003), {}, options);
    return run ? Error{"it ended"} : run.error();
  };

  EXPECT_TRUE(says_at_deadline(
      run_without_rank_3, MatchesRegex("no end within [0-9]+ ms: rank 3 never arrived; rank 0 waits for its "
                                       "message of step 1 from rank 3")));
}

TEST(RunOnHost, AnAbsentRankMustBeOne) {
  RealRunOptions options;
  options.absent = {4};

  const auto run = run_on_host(ring_all_reduce(4, 1003), {}, options);

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::input);
  EXPECT_EQ(run.error().message, "rank 4 cannot be absent; there are ranks 0 to 3");
}

// A program that adds wrongly is refused before it runs.
TEST(RunOnHost, RefusesProgramsThatBreakTheirPromise) {
  Programs programs = expanded(ring_all_reduce(4, 1003));
  for (Instruction& i : programs.programs[2].lanes[0].code)
    if (i.op == Opcode::recv_reduce) i.op = Opcode::recv;

  const auto run = run_on_host(programs, {}, few(1));

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::no);
}

TEST(RunOnHost, SaysWhatWouldFitWhereMemoryDoesNot) {
  const auto run = run_on_host(ring_all_reduce(4, std::int64_t{1} << 42), {}, few(1));

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_THAT(run.error().message, HasSubstr("too little memory: all_reduce of"));
  EXPECT_THAT(run.error().message, HasSubstr("would fit"));
}

// A device with very little memory: a size that is said to fit must fit.
class SmallDevice : public HostDevice {
 public:
  Bytes available_memory() const override { return MiB(1); }
};

// 4 MiB on 4 ranks: each rank has two buffers and six slots of a quarter, so all need 4 x 3.5 x 4 MiB; 1/56
// of it fits in 1 MiB, up to rounding. If the buffers are kept, the host has two more copies of them: 1/120.
TEST(CheckedRun, WhatWouldFitFits) {
  SmallDevice small;
  for (const auto& [keep, needed, would_fit, fits] :
       {std::tuple{false, "58.7 MB", "74.9 KB", 74'800}, std::tuple{true, "126 MB", "35.0 KB", 34'900}}) {
    const auto refused = checked_run(ring_all_reduce(4, 1 << 20), small, {.keep_buffers = keep}, few(1));
    ASSERT_FALSE(refused);
    EXPECT_EQ(
        refused.error().message,
        fmt::format("too little memory: all_reduce of 4 MiB on 4 ranks needs {} in all, but only 1 MiB are "
                    "free; about {} would fit",
                    needed, would_fit));

    const auto run = checked_run(ring_all_reduce(4, fits / 4), small, {.keep_buffers = keep}, few(1));

    EXPECT_TRUE(run) << run.error().message;
  }
}

// A device that takes the maximum where it should add: the check must look at the data.
class WrongDevice : public HostDevice {
 public:
  void combine(Stream stream, DataType type, ReduceOp, std::byte* target, const std::byte* with,
               const std::byte* incoming, std::int64_t elements) override {
    HostDevice::combine(stream, type, ReduceOp::max, target, with, incoming, elements);
  }
};

TEST(CheckedRun, TellsNoTimeOfAWrongResult) {
  WrongDevice device;

  const auto run = checked_run(ring_all_reduce(4, 1003), device, {}, few(1));

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_THAT(run.error().message, HasSubstr("wrong result, so no time is reported: rank 0"));
}

// Between two iterations, and within one that would not end.
TEST(RunOnHost, EndsWhenAStopIsAskedFor) {
  for (const std::vector<Rank>& absent : {std::vector<Rank>{}, std::vector<Rank>{3}}) {
    RealRunOptions options = few(1'000'000'000);
    options.absent = absent;
    std::stop_source stop;
    const std::jthread asks([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.request_stop();
    });
    const auto run = run_on_host(ring_all_reduce(4, 1003), {.stop = stop.get_token()}, options);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().message, "stopped");
    EXPECT_EQ(run.error().fault, Fault::runtime);
  }
}

TEST(HostDevice, WritesAndComparesMuchMemoryAsLittle) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 2, .count = 10'000'000};
  const Programs programs = ring_all_reduce(c.ranks, c.count);
  const KnownValues values = input_values(c, programs.partition, DataPattern::index, 1);
  Memory right(static_cast<std::size_t>(size_of(c).count)), found(right.size());
  write_values(c.dtype, c.op, right, values);

  HostDevice device;
  device.set(0, found, poison);
  EXPECT_EQ(std::ranges::count(found, poison), std::ssize(found));
  device.write(0, found, c.dtype, c.op, values);
  EXPECT_TRUE(found == right);
  const PromisedMemory part{.rank = 0, .memory = found, .values = values};
  EXPECT_FALSE(device.compare({&part, 1}, c.dtype, c.op, 0).wrong);
  found.back() ^= std::byte{1};
  const Deviations deviations = device.compare({&part, 1}, c.dtype, c.op, 0);
  ASSERT_TRUE(deviations.wrong);
  EXPECT_EQ(deviations.wrong->element, c.count - 1);
}

// A device that is right at first and wrong later: the last call is checked, too.
class TiringDevice : public HostDevice {
 public:
  void combine(Stream stream, DataType type, ReduceOp op, std::byte* target, const std::byte* with,
               const std::byte* incoming, std::int64_t elements) override {
    const bool tired = ++combined_ > 20;
    HostDevice::combine(stream, type, tired ? ReduceOp::max : op, target, with, incoming, elements);
  }

 private:
  int combined_ = 0;
};

TEST(CheckedRun, LooksAtTheLastCallToo) {
  TiringDevice device;
  RealRunOptions options = few(2);
  options.warmup = 1;

  const auto run = checked_run(ring_all_reduce(2, 1003), device, {}, options);
  ASSERT_TRUE(run) << run.error().message;  // 2 combinations in each of 4 calls: not yet wrong

  options.iterations = 20;
  const auto later = checked_run(ring_all_reduce(2, 1003), device, {}, options);
  EXPECT_FALSE(later);
}

}  // namespace
}  // namespace commlab
