// What a trace of a real run says about causes, for stamps that are written by hand.

#include "gpu/trace_of.h"

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "core/programs/check_programs.h"
#include "gpu/issue_order.h"
#include "tests/gpu/hand_written.h"

namespace commlab {
namespace {

Instruction instruction(Opcode op, int step, std::uint32_t dependencies = 0) {
  return {.op = op, .step = step, .source = {.buffer = Buffer::input}, .dependencies = dependencies};
}

// The step of the transfer that caused the one of step `of`; -1: none. `end_of`: when an instruction ends.
int cause(const Programs& programs, int of, const std::function<HostTime(const IssuedInstruction&)>& end_of) {
  const IssueOrder order = issue_order(programs).value();
  Iteration iteration{.opened = 1'000, .began = {}, .ended = {}, .stamps = {}};
  for (const IssuedInstruction& issued : order.instructions) {
    const HostTime end = end_of(issued);
    iteration.stamps.push_back({.ready = end, .begin = end, .middle = end, .end = end});
  }
  iteration.began.assign(order.lanes.size(), 1'000);
  iteration.ended.assign(order.lanes.size(), 9'000);

  const Trace trace = trace_of(programs, order, iteration);
  for (const Transfer& t : trace.transfers)
    if (t.step == of)
      return t.enabled_by < 0 ? -1 : trace.transfers[static_cast<std::size_t>(t.enabled_by)].step;
  ADD_FAILURE() << "there is no transfer of step " << of;
  return -1;
}

Programs four_idle_ranks(int steps) {
  Programs p;
  p.collective = {.kind = CollectiveKind::sendrecv, .ranks = 4, .count = 8};
  p.partition = {.elements = 8};
  p.algorithm = "by hand";
  p.steps = steps;
  p.programs.resize(4);
  return p;
}

// Ranks 0 and 1 send rank 2 messages of steps 0 and 1; then it sends rank 3 one of step 2.
Programs two_messages_before_one() {
  Programs p = four_idle_ranks(3);
  for (const int sender : {0, 1})
    p.programs[static_cast<std::size_t>(sender)].lanes = {
        {.send_peer = 2, .code = {instruction(Opcode::send, sender)}}};
  p.programs[2].lanes = {{.recv_peer = 0, .code = {instruction(Opcode::recv, 0)}},
                         {.recv_peer = 1, .code = {instruction(Opcode::recv, 1)}},
                         {.send_peer = 3, .code = {instruction(Opcode::send, 2, 2)}}};
  p.programs[2].dependencies = {{.lane = 0, .index = 0}, {.lane = 1, .index = 0}};
  p.programs[3].lanes = {{.recv_peer = 2, .code = {instruction(Opcode::recv, 2)}}};
  return p;
}

TEST(TraceOf, TheLastMessageThatASendWaitedForIsItsCause) {
  const Programs programs = two_messages_before_one();
  ASSERT_TRUE(check_form(programs));
  const auto cause_if = [&](HostTime first, HostTime second, int of) {
    const HostTime end_of_step[] = {first, second, 4'000};
    return cause(programs, of, [&](const IssuedInstruction& i) { return end_of_step[i.instruction->step]; });
  };
  EXPECT_EQ(cause_if(2'000, 3'000, 2), 1);
  EXPECT_EQ(cause_if(3'000, 2'000, 2), 0);
  EXPECT_EQ(cause_if(3'000, 3'000, 2), 0) << "the first of two that end at the same time";
  EXPECT_EQ(cause_if(2'000, 3'000, 0), -1);
}

TEST(TraceOf, AMessageWaitsForTheOneBeforeItInItsLane) {
  const Programs programs = stream_of_messages(5);
  for (int of = 0; of < 5; ++of)
    EXPECT_EQ(cause(programs, of,
                    [](const IssuedInstruction& i) { return HostTime{2'000 + 1'000 * i.instruction->step}; }),
              of - 1);
}

// Ranks 2 and 3 send ranks 0 and 1 messages of steps 0 and 1. Ranks 0 and 1 meet in step 2, and in step 3
// rank 0 sends rank 2 a message.
Programs two_messages_before_a_barrier() {
  Programs p = four_idle_ranks(4);
  p.groups = {{0, 1}};
  for (const int rank : {0, 1}) {
    Program& program = p.programs[static_cast<std::size_t>(rank)];
    program.lanes = {{.recv_peer = rank + 2, .code = {instruction(Opcode::recv, rank)}},
                     {.group = 0, .code = {instruction(Opcode::arrive, 2, 1), instruction(Opcode::wait, 2)}}};
    program.dependencies = {{.lane = 0, .index = 0}, {.lane = 1, .index = 1}};
    p.programs[static_cast<std::size_t>(rank) + 2].lanes = {
        {.send_peer = rank, .code = {instruction(Opcode::send, rank)}}};
  }
  Instruction last = instruction(Opcode::send, 3, 1);
  last.first_dependency = 1;
  p.programs[0].lanes.push_back({.send_peer = 2, .code = {last}});
  p.programs[2].lanes.push_back({.recv_peer = 0, .code = {instruction(Opcode::recv, 3)}});
  return p;
}

TEST(TraceOf, WhatTheLastRankAtABarrierWaitedForIsTheCauseBehindIt) {
  const Programs programs = two_messages_before_a_barrier();
  ASSERT_TRUE(check_form(programs));
  for (const int late : {0, 1})
    EXPECT_EQ(cause(programs, 3,
                    [&](const IssuedInstruction& i) {
                      const bool arrives_late = i.instruction->op == Opcode::arrive && i.rank == late;
                      return HostTime{arrives_late ? 4'500 : 2'000 + 1'000 * i.instruction->step};
                    }),
              late);
}

}  // namespace
}  // namespace commlab
