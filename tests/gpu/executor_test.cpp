// The executor on programs of a few instructions: what arrives, when, and what stays unchanged.

#include "gpu/executor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/data_pattern.h"
#include "core/collective/reference.h"
#include "core/programs/interpret.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/trace/check_trace.h"
#include "gpu/checked_run.h"
#include "gpu/host/host_device.h"
#include "gpu/trace_of.h"
#include "tests/algorithm_name.h"
#include "tests/gpu/hand_written.h"
#include "tests/patience.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::MatchesRegex;

Executor prepared(const Programs& programs, Device& device, std::vector<Rank> absent = {}) {
  return Executor::prepare(programs, issue_order(programs).value(), device, {.absent = std::move(absent)})
      .value();
}

TEST(Executor, ExchangesTheInputsOfTwoRanks) {
  const Programs programs = exchange_of_two(1003);
  const auto inputs = make_inputs(programs.collective, programs.partition, DataPattern::index);
  HostDevice device;
  Executor executor = prepared(programs, device);
  ASSERT_TRUE(executor.fill(DataPattern::index));

  const auto time = executor.run_once(time_enough);

  ASSERT_TRUE(time) << time.error().message;
  EXPECT_EQ(executor.outputs().value()[0], inputs[1]);
  EXPECT_EQ(executor.outputs().value()[1], inputs[0]);
  EXPECT_EQ(executor.inputs().value(), inputs);
}

// A rank begins a call as soon as it has ended the one before, while others are still busy with that one.
class InARow : public testing::TestWithParam<const Algorithm*> {};

TEST_P(InARow, EveryCallGivesTheReference) {
  for (const int ranks : {2, 3, 5, 8})
    for (const auto& [type, op] :
         {std::pair(DataType::float32, ReduceOp::sum), std::pair(DataType::float16, ReduceOp::avg),
          std::pair(DataType::int8, ReduceOp::avg)})
      for (const Lowering& how : {Lowering{}, Lowering{.channels = 2, .pieces = 3, .slots = 1}}) {
        Collective c{.kind = GetParam()->collective, .ranks = ranks, .count = 37, .root = ranks / 2};
        c.dtype = type;
        c.op = op;
        if (c.kind == CollectiveKind::p2p) c.to = {1};
        if (!check(c) || !GetParam()->supports(c) || (op == ReduceOp::avg && !reduces(c.kind))) continue;
        const auto programs = programs_for(*GetParam(), c, how);
        if (!programs) continue;  // this collective cannot be cut into pieces
        HostDevice device;
        Executor executor = prepared(*programs, device);
        ASSERT_TRUE(executor.fill(DataPattern::index));
        executor.call_in_a_row(4);

        const auto time = executor.run_once(time_enough);

        ASSERT_TRUE(time) << time.error().message;
        const auto expected = interpret(*programs, DataPattern::index);
        const Status equal =
            equal_where_promised(c, programs->partition, executor.outputs().value(), expected->output);
        EXPECT_TRUE(equal) << equal.error().message;
      }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, InARow, testing::ValuesIn(algorithms().begin(), algorithms().end()),
                         [](const auto& info) { return test_name(*info.param); });

TEST(Executor, TellsTheTimeOfOneOfTheCallsInARow) {
  const Programs programs = exchange_of_two(16);
  HostDevice device;
  Executor executor = prepared(programs, device);
  ASSERT_TRUE(executor.fill(DataPattern::index));
  executor.call_in_a_row(5);
  const auto time = executor.run_once(time_enough);
  ASSERT_TRUE(time) << time.error().message;
  const Iteration& last = executor.last();
  const HostTime whole = *std::ranges::max_element(last.ended) - last.opened;
  EXPECT_EQ(time->ps, nanoseconds(whole).ps / 5);
}

// A device that checks that all operands of a kernel have the same offset within 16 bytes.
class BoundaryWatch : public HostDevice {
 public:
  void combine(Stream stream, DataType type, ReduceOp op, std::byte* target, const std::byte* with,
               const std::byte* incoming, std::int64_t elements) override {
    const auto phase = [](const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at) % slot_phases; };
    EXPECT_EQ(phase(incoming), phase(target));
    EXPECT_EQ(phase(with), phase(target));
    HostDevice::combine(stream, type, op, target, with, incoming, elements);
  }
};

TEST(Executor, WhatIsCombinedSharesItsBoundariesForAnyNumberOfRanks) {
  for (const int ranks : {2, 3, 5, 6, 7})
    for (const std::int64_t count : {64, 1003}) {
      const Collective c{.ranks = ranks, .count = count, .dtype = DataType::float16};
      for (const int pieces : {1, 3}) {
        const auto programs = programs_for(**find_algorithm(c.kind, "ring"), c, {.pieces = pieces});
        BoundaryWatch device;
        Executor executor = prepared(*programs, device);
        ASSERT_TRUE(executor.fill(DataPattern::index));

        ASSERT_TRUE(executor.run_once(time_enough)) << ranks << " ranks";
      }
    }
}

// A device that receives, reduces and passes on in one step, as a GPU does.
class OneStepDevice : public HostDevice {
 public:
  bool combines_and_sends() const override { return true; }
  void combine_and_send(Stream stream, DataType type, ReduceOp op, std::byte* target, const std::byte* with,
                        const std::byte* incoming, std::byte* sent, std::int64_t elements) override {
    ++calls;
    combine(stream, type, op, target, with, incoming, elements);
    copy(stream, sent, target, elements * size_of(type));
  }
  int calls = 0;
};

TEST(Executor, OneStepThatReceivesReducesAndPassesOnGivesTheSame) {
  int calls = 0;
  for (const Algorithm* algorithm : algorithms())
    for (const int ranks : {2, 3, 4, 8})
      for (const bool in_place : {false, true}) {
        Collective c{.kind = algorithm->collective, .ranks = ranks, .count = 103, .in_place = in_place};
        if (!reduces(c.kind) || !check(c) || !algorithm->supports(c)) continue;
        const auto programs = programs_for(*algorithm, c, {.pieces = 3, .fused = true});
        ASSERT_TRUE(programs) << algorithm->name << ": " << programs.error().message;
        OneStepDevice device;
        const auto run = checked_run(*programs, device, {}, {.iterations = 1, .warmup = 0});
        EXPECT_TRUE(run) << algorithm->name << " of " << ranks << " ranks: " << run.error().message;
        calls += device.calls;
      }
  EXPECT_GT(calls, 0);
}

// A rank must send what it held before the exchange; in place, only staging the incoming data can ensure
// that.
TEST(Executor, ExchangesInPlace) {
  Programs programs = exchange_of_two(1003);
  programs.collective.in_place = true;
  const auto inputs = make_inputs(programs.collective, programs.partition, DataPattern::index);
  HostDevice device;
  Executor executor = prepared(programs, device);
  ASSERT_TRUE(executor.fill(DataPattern::index));

  ASSERT_TRUE(executor.run_once(time_enough));

  EXPECT_EQ(executor.outputs().value()[0], inputs[1]);
  EXPECT_EQ(executor.outputs().value()[1], inputs[0]);
}

TEST(Executor, GivesTheSameResultAgainAndAgain) {
  Programs programs = stream_of_messages(20);
  programs.slots = 2;
  const auto inputs = make_inputs(programs.collective, programs.partition, DataPattern::index);
  HostDevice device;
  Executor executor = prepared(programs, device);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(executor.fill(DataPattern::index));
    ASSERT_TRUE(executor.run_once(time_enough));
    ASSERT_EQ(executor.outputs().value()[1], inputs[0]);
  }
}

TEST(Executor, PoisonsWhatNobodyWrites) {
  const Programs programs = stream_of_messages(3);
  HostDevice device;
  Executor executor = prepared(programs, device);
  ASSERT_TRUE(executor.fill(DataPattern::ones));

  EXPECT_EQ(executor.outputs().value()[1], Memory(12, std::byte{0xAB}));
}

TEST(Executor, SendersRunAheadOfReceiversByTheSlotsAtMost) {
  Programs programs = stream_of_messages(20);
  programs.slots = 3;
  HostDevice device;
  Executor executor = prepared(programs, device);
  ASSERT_TRUE(executor.fill(DataPattern::ones));

  ASSERT_TRUE(executor.run_once(time_enough));

  for (const Message& message : executor.order().messages) {
    const auto& stamps = executor.last().stamps;
    const auto send = static_cast<std::size_t>(message.send);
    EXPECT_LE(stamps[send].end, stamps[static_cast<std::size_t>(message.receive)].begin);
    if (message.number < 3) continue;
    const Message& before = executor.order().messages[static_cast<std::size_t>(message.number - 3)];
    EXPECT_LE(stamps[static_cast<std::size_t>(before.receive)].end, stamps[send].begin);
  }
}

TEST(Executor, StampsFollowOneAnotherFromTheGateToTheEnd) {
  const Programs programs = exchange_of_two(1003);
  HostDevice device;
  Executor executor = prepared(programs, device);
  ASSERT_TRUE(executor.fill(DataPattern::ones));

  const auto time = executor.run_once(time_enough);

  ASSERT_TRUE(time);
  const Iteration& last = executor.last();
  EXPECT_EQ(*time, last.time());
  EXPECT_GT(*time, Time{});
  for (const Stamps& stamps : last.stamps) {
    EXPECT_LE(last.opened, stamps.ready);
    EXPECT_LE(stamps.ready, stamps.begin);
    EXPECT_LE(stamps.begin, stamps.middle);
    EXPECT_LE(stamps.middle, stamps.end);
    EXPECT_LE(nanoseconds(stamps.end - last.opened), *time);
  }
}

// A device whose stamps take time, and which counts them.
class StampsTakeTime : public HostDevice {
 public:
  bool stamps_take_time() const override { return true; }
  void stamp(Stream stream, HostTime* at) override {
    ++stamps;
    HostDevice::stamp(stream, at);
  }
  int stamps = 0;
};

TEST(Executor, WhereStampsTakeTimeARunCanDoWithTwo) {
  for (const int ranks : {1, 2, 5})
    for (const char* const algorithm : {"ring", "two-shot"}) {
      SCOPED_TRACE(algorithm);
      const Collective c{.ranks = ranks, .count = 1003};
      const Programs programs = programs_for(**find_algorithm(c.kind, algorithm), c).value();
      StampsTakeTime device;
      Executor executor = prepared(programs, device);
      ASSERT_TRUE(executor.fill(DataPattern::index));
      executor.stamp_every_step(false);

      const auto time = executor.run_once(time_enough);

      ASSERT_TRUE(time) << time.error().message;
      EXPECT_EQ(device.stamps, 2);
      const Iteration& last = executor.last();
      EXPECT_EQ(*time, last.time());
      EXPECT_GE(*time, Time{});
      EXPECT_GE(last.launch, Time{});
      EXPECT_THAT(last.began, testing::Each(last.opened));
      EXPECT_EQ(executor.outputs().value(), interpret(programs, DataPattern::index).value().output);
    }
}

// The times are those of runs with two stamps; the trace comes from other runs, and a note says so.
TEST(Executor, WhereStampsTakeTimeTheTraceComesFromRunsOfItsOwn) {
  StampsTakeTime device;
  const auto run =
      checked_run(exchange_of_two(1003), device, {.trace = true}, {.iterations = 4, .warmup = 0});
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->times.size(), 4u);
  EXPECT_TRUE(run->launch);
  EXPECT_FALSE(run->first);
  ASSERT_TRUE(run->trace);
  EXPECT_TRUE(check_trace(*run->trace));
  EXPECT_THAT(run->notes, testing::ElementsAre(testing::HasSubstr("stamps at every step")));
}

TEST(Executor, TellsWhoNeverCameAndWhoWaitsForIt) {
  const Programs programs = exchange_of_two(8);
  const auto run_without_rank_1 = [&](std::chrono::milliseconds deadline) {
    HostDevice device;
    Executor executor = prepared(programs, device, {1});
    const auto time = executor.fill(DataPattern::ones).and_then([&] { return executor.run_once(deadline); });
    return time ? Error{"it ended"} : time.error();
  };

  EXPECT_TRUE(says_at_deadline(
      run_without_rank_1, MatchesRegex("no end within [0-9]+ ms: rank 1 never arrived; rank 0 waits for its "
                                       "message of step 1 from rank 1")));
}

TEST(Executor, CountsAllItAllocates) {
  const Programs programs = exchange_of_two(1024);

  // Each rank has an input, an output, and a slot for the message that it receives.
  EXPECT_EQ(Executor::memory_needed(programs, issue_order(programs).value()),
            (std::vector<Bytes>{Bytes{3 * 4096 + slot_phases}, Bytes{3 * 4096 + slot_phases}}));
}

// The times of every message are in order, and every message names an earlier one that it waited for.
TEST(TraceOf, TellsOfEveryMessageWhatItWaitedFor) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 4, .count = 100'003};
  const Programs programs = programs_for(**find_algorithm(c.kind, "ring"), c).value();
  HostDevice device;
  Executor executor = prepared(programs, device);
  ASSERT_TRUE(executor.fill(DataPattern::ones));
  ASSERT_TRUE(executor.run_once(time_enough));

  const Trace trace = trace_of(programs, executor.order(), executor.last());
  if (const Status ok = check_trace(trace); !ok) ADD_FAILURE() << ok.error().message;

  ASSERT_EQ(static_cast<std::int64_t>(trace.transfers.size()), programs.transfers());
  EXPECT_EQ(trace.finish, executor.last().time());
  Time before{};
  for (const Transfer& t : trace.transfers) {
    EXPECT_LE(before, t.start);
    before = t.start;
    EXPECT_LE(trace.launch, t.ready);
    EXPECT_LE(t.ready, t.start);
    EXPECT_LE(t.start, t.head);
    EXPECT_LE(t.head, t.end);
    EXPECT_LE(t.start, t.sent);
    EXPECT_LE(t.sent, t.end);
    EXPECT_LE(t.end, trace.finish);
    EXPECT_EQ(t.to, (t.from + 1) % 4);
    EXPECT_EQ(t.enabled_by < 0, t.step == 0);
    if (t.enabled_by < 0) continue;
    const Transfer& cause = trace.transfers[static_cast<std::size_t>(t.enabled_by)];
    EXPECT_TRUE(cause.from == t.from || cause.to == t.from);
    EXPECT_LE(cause.sent, t.ready);
  }
  // Exactly one span receives each of the 24 messages.
  std::vector<int> taken(trace.transfers.size(), 0);
  for (const Span& span : trace.spans) {
    EXPECT_LE(span.start, span.end);
    if (span.transfer < 0) continue;
    ++taken[static_cast<std::size_t>(span.transfer)];
    EXPECT_LE(trace.transfers[static_cast<std::size_t>(span.transfer)].end, span.start);
    EXPECT_EQ(trace.transfers[static_cast<std::size_t>(span.transfer)].to, span.rank);
  }
  for (const int times : taken) EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace commlab
