// One memory for all ranks: the bytes that they read and write there share its rate.

#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using enum CollectiveKind;

constexpr std::int64_t elements = 25'000;  // of float32: 100'000 bytes
constexpr Time one_copy = microseconds(10);

// Neither links nor latency take any time here.
Machine around_one_memory(int ranks) {
  Machine m = machine(fmt::format("switch:{},1000GB/s,0", ranks));
  m.work.memory = GBps(10);
  return m;
}

// Each rank carries out one instruction on memory of its own.
Programs local_work(const std::vector<Opcode>& of_ranks) {
  const int ranks = static_cast<int>(of_ranks.size());
  Programs programs;
  programs.collective = {.kind = sendrecv, .ranks = ranks, .count = elements};
  programs.partition = {.elements = elements, .blocks = 1};
  programs.steps = 1;
  for (const Opcode op : of_ranks) {
    Lane lane;
    lane.code.push_back({.op = op});
    programs.programs.push_back({.lanes = {std::move(lane)}, .dependencies = {}});
  }
  return programs;
}

Time time_of_work(const Machine& m, const std::vector<Opcode>& of_ranks) {
  const auto run = simulate(local_work(of_ranks), m);
  EXPECT_TRUE(run) << (run ? "" : run.error().message);
  return run ? run->finish : Time{};
}

TEST(SharedMemory, AReductionMovesHalfAsMuchAgainAsACopy) {
  for (const int ranks : {1, 2, 3, 8}) {
    const auto all = static_cast<std::size_t>(ranks);
    const Machine m = around_one_memory(ranks);
    EXPECT_EQ(time_of_work(m, std::vector(all, Opcode::copy)), ranks * one_copy);
    EXPECT_EQ(time_of_work(m, std::vector(all, Opcode::reduce)), ranks * microseconds(15));
  }
}

// Four ranks share 10 GB/s of traffic. The two copies end at 40 us. The two reductions then have a third
// left, 50'000 bytes of traffic each, at 5 GB/s.
TEST(SharedMemory, WhoeverSharesItHasAnEqualPartOfItsTraffic) {
  const auto run = simulate(local_work({Opcode::copy, Opcode::reduce, Opcode::reduce, Opcode::copy}),
                            around_one_memory(4), {.trace = true});

  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ(run->trace->spans.size(), 4u);
  for (const Span& span : run->trace->spans)
    EXPECT_EQ(span.end, microseconds(span.op == Opcode::copy ? 40 : 50)) << "rank " << span.rank;
}

// A reduction's own rate counts the bytes of one operand, and holds if the memory allows it: two at 4 GB/s
// would move 12 GB/s.
TEST(SharedMemory, AReductionAloneHasItsOwnRate) {
  Machine m = around_one_memory(2);
  m.work.copy.points = m.work.reduce.points = {{KiB(1), GBps(4)}};

  EXPECT_EQ(time_of_work(m, {Opcode::reduce}), microseconds(25));
  EXPECT_EQ(time_of_work(m, {Opcode::reduce, Opcode::reduce}), microseconds(30));
  EXPECT_EQ(time_of_work(m, {Opcode::copy, Opcode::copy}), microseconds(25));
  m.work.reduction_traffic = 1.487;
  EXPECT_EQ(time_of_work(m, {Opcode::reduce}), microseconds(25));
}

TEST(SharedMemory, WhatAReductionMovesIsTheMachines) {
  Machine m = around_one_memory(2);
  m.work.reduction_traffic = 1.25;

  EXPECT_EQ(time_of_work(m, {Opcode::reduce, Opcode::reduce}), microseconds(25));
  EXPECT_EQ(time_of_work(m, {Opcode::copy, Opcode::copy}), 2 * one_copy);
}

// How often an instruction reads or writes its bytes, as a device moves them: out of memory into a slot, and
// out of a slot into memory. Where received data land in place, nothing takes them out of a slot.
int accesses(Opcode op, bool lands_in_place) {
  switch (op) {
    case Opcode::send:
    case Opcode::copy: return 2;
    case Opcode::recv: return lands_in_place ? 0 : 2;
    case Opcode::recv_reduce:
    case Opcode::reduce: return 3;
    case Opcode::recv_send:
    case Opcode::recv_reduce_send: return 4;
    default: return 0;
  }
}

Time least_time(const Programs& programs, bool lands_in_place) {
  std::int64_t bytes = 0;
  for (Rank rank = 0; rank < programs.collective.ranks; ++rank)
    for (const Lane& lane : programs.of(rank).lanes)
      for (const Instruction& i : lane.code)
        bytes += accesses(i.op, lands_in_place) * programs.bytes(rank, i).count;
  return serialization_time({bytes}, GBps(20));  // a copy's rate counts each byte once
}

std::int64_t instructions(const Programs& programs) {
  std::int64_t count = 0;
  for (Rank rank = 0; rank < programs.collective.ranks; ++rank)
    for (const Lane& lane : programs.of(rank).lanes) count += static_cast<std::int64_t>(lane.code.size());
  return count;
}

// The memory is never idle, so every algorithm takes the time of all its traffic, up to a picosecond of
// rounding for each instruction.
TEST(SharedMemory, EveryAlgorithmTakesAsLongAsItsBytes) {
  for (const int ranks : {2, 3, 5, 8})
    for (const bool lands_in_place : {true, false})
      for (const bool fused : {false, true}) {
        Machine m = around_one_memory(ranks);
        if (!lands_in_place) m.work.receive.points = {{Bytes{1}, GBps(1000)}};
        for (const Algorithm* a : algorithms_on(m)) {
          const Programs programs = programs_on(m, a->collective, a->name, {ranks * 4'032}, {.fused = fused});
          const auto run = simulate(programs, m);
          ASSERT_TRUE(run) << a->name << ": " << run.error().message;
          EXPECT_NEAR(static_cast<double>(run->finish.ps),
                      static_cast<double>(least_time(programs, lands_in_place).ps),
                      static_cast<double>(instructions(programs)))
              << name_of(a->collective) << " " << a->name << " on " << ranks << (fused ? ", fused" : "");
        }
      }
}

// 24 messages of 100'000 bytes: all are sent, 12 are only received, and 12 are reduced.
TEST(SharedMemory, ARingReducesHalfOfItsMessages) {
  Machine m = around_one_memory(4);
  for (RateCurve* curve : {&m.work.send, &m.work.receive, &m.work.reduce})
    curve->points = {{Bytes{1}, GBps(1000)}};

  EXPECT_EQ(time_of(m, all_reduce, "ring", {400'000}), (24 + 12 + 18) * one_copy);
  m.work.reduction_traffic = 1;
  EXPECT_EQ(time_of(m, all_reduce, "ring", {400'000}), (24 + 12 + 12) * one_copy);
}

}  // namespace
}  // namespace commlab
