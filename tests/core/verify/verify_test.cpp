#include "core/verify/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "tests/core/verify/mutations.h"

namespace commlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

Programs programs(CollectiveKind kind, std::string_view algorithm, int ranks, const Lowering& lowering = {}) {
  const Collective c{.kind = kind, .ranks = ranks, .count = 60};
  return expanded(*programs_for(**find_algorithm(kind, algorithm), c, lowering));
}

std::string story(const Programs& programs, const ProofOptions& options = {}) {
  const Status status = verify(programs, options);
  if (status) return "proved";
  EXPECT_EQ(status.error().fault, Fault::no);
  return status.error().message;
}

// Two ranks with one block and no instructions yet.
Programs two_ranks(CollectiveKind kind) {
  Programs p;
  p.collective.kind = kind;
  p.collective.ranks = 2;
  p.collective.count = p.partition.elements = 4;
  p.collective.to.push_back(1);
  p.phases.emplace_back(name_of(kind));
  p.programs.resize(2);
  return p;
}

// One lane each: rank 0 sends its input, rank 1 stores it.
Programs one_message() {
  Programs p = two_ranks(CollectiveKind::p2p);
  p.programs[0].lanes = {{.send_peer = 1, .code = {{.op = Opcode::send, .source = {0, Buffer::input}}}}};
  p.programs[1].lanes = {{.recv_peer = 0, .code = {{.op = Opcode::recv, .target = {0, Buffer::output}}}}};
  return p;
}

TEST(Verify, ProvesASingleMessage) { EXPECT_EQ(story(one_message()), "proved"); }

TEST(Verify, RefusesAMessageToNobody) {
  Programs p = one_message();
  p.programs[0].lanes[0].send_peer = 2;
  EXPECT_EQ(story(p), "lane 0 of rank 0 sends to rank 2; it must be another of the ranks 0..1");
}

TEST(Verify, RefusesAReadOutsideTheRanksBuffers) {
  Programs p = one_message();
  p.programs[0].lanes[0].code[0].source.buffer = Buffer::output;
  EXPECT_EQ(story(p),
            "instruction 0 of lane 0 of rank 0 (step 1, send) reads output block 0, which rank 0 does not "
            "have in a p2p");
}

TEST(Verify, RefusesWritingTheInputOutOfPlace) {
  Programs p = programs(CollectiveKind::all_reduce, "ring", 3);
  p.programs[1].lanes[0].code[1].target.buffer = Buffer::input;
  EXPECT_THAT(story(p), HasSubstr("writes the input, which only an in-place collective may"));
}

TEST(Verify, RefusesADependencyOnNothing) {
  Programs p = one_message();
  mutations::add_dependency(p, {1, 0, 0}, {.lane = 3, .index = 0});
  EXPECT_THAT(story(p), HasSubstr("waits for instruction 0 of lane 3, which its rank does not have"));
}

TEST(Verify, RefusesAMessageOfAnotherSize) {
  Programs p = programs(CollectiveKind::gather, "binomial", 4);
  for (const auto place : mutations::places(p)) {
    Instruction& i = mutations::at(p, place);
    if (i.op == Opcode::recv && i.blocks == 2) i.blocks = 1;
  }
  EXPECT_THAT(story(p), AllOf(HasSubstr("expects 1, and is sent 2 blocks."),
                              HasSubstr("First wrong transfer: step 2 (gather): rank 2 sends scratch "
                                        "block 2 and the next (rank 2) to rank 0.")));
}

// Blocks can differ by an element: of 5 elements, block 0 of two has 2 and block 1 has 3.
TEST(Verify, RefusesABlockWithMoreElementsThanItsPlace) {
  Programs p = one_message();
  p.partition = {.elements = 5, .blocks = 2};
  p.collective.count = 5;
  p.programs[0].lanes[0].code[0].source.block = 1;
  EXPECT_THAT(story(p), HasSubstr("expects 2, and is sent 3 elements"));
}

// 11 elements make a block of 5 and a block of 6, and the parts of a block differ as well. A chunk
// fits where a chunk of as many elements is expected, and nowhere else.
TEST(Verify, AChunkFitsOnlyWhereAsManyElementsAreExpected) {
  const Partition partition{.elements = 11, .blocks = 2, .parts = 3};
  for (int from = 0; from < 6; ++from)
    for (int into = 0; into < 6; ++into) {
      Programs p = one_message();
      p.partition = partition;
      p.collective.count = partition.elements;
      Instruction& send = p.programs[0].lanes[0].code[0];
      Instruction& receive = p.programs[1].lanes[0].code[0];
      send.source.block = from / 3;
      send.part = from % 3;
      receive.target.block = into / 3;
      receive.part = into % 3;
      const auto sent = partition.chunk(from / 3, from % 3).size();
      const auto expected = partition.chunk(into / 3, into % 3).size();

      const std::string misfit = fmt::format("expects {}, and is sent {} elements", expected, sent);
      EXPECT_EQ(story(p).find(misfit) != std::string::npos, sent != expected)
          << "chunk " << from << " into chunk " << into << ": " << story(p);
    }
}

TEST(Verify, RefusesAnEmptyPromise) {
  Programs p = one_message();
  p.programs[0].lanes[0].code.own().clear();
  p.programs[1].lanes[0].code.own().clear();
  EXPECT_EQ(story(p),
            "rank 1's output block 0 must hold rank 0's block 0; nothing is ever stored there.\n"
            "First wrong transfer: the one that should bring the rest is missing.");
}

// min and max may count a contribution twice, a sum may not.
TEST(Verify, CountsTwiceOnlyWhereItMatters) {
  Programs p = two_ranks(CollectiveKind::reduce);
  const Instruction send{.op = Opcode::send, .source = {0, Buffer::input}};
  const Instruction add{.op = Opcode::recv_reduce, .target = {0, Buffer::output}, .with = {0, Buffer::input}};
  Instruction again = add;
  again.with = {0, Buffer::output};
  again.step = 1;
  p.programs[1].lanes = {{.send_peer = 0, .code = {send, send}}};
  p.programs[0].lanes = {{.recv_peer = 1, .code = {add, again}}};

  EXPECT_EQ(
      story(p),
      "rank 0's output block 0 must hold the sum of block 0 of ranks 0, 1; it counts rank 1 twice.\n"
      "First wrong transfer: step 1 (reduce): rank 1 sends input block 0 (rank 1) to rank 0, which in "
      "step 2 adds it to its output block 0 (ranks 0, 1): output block 0 holds ranks 0, 1 twice; from "
      "here on it counts rank 1 twice.\n"
      "How it came about:\n"
      "  step 1 (reduce): rank 1 sends input block 0 (rank 1) to rank 0, which adds it to its input "
      "block 0 (rank 0): output block 0 holds ranks 0, 1\n"
      "> step 1 (reduce): rank 1 sends input block 0 (rank 1) to rank 0, which in step 2 adds it to its "
      "output block 0 (ranks 0, 1): output block 0 holds ranks 0, 1 twice");
  p.collective.op = ReduceOp::max;
  EXPECT_EQ(story(p), "proved");
}

// A message to another rank and its answer order two lanes as a dependency would.
TEST(Verify, FindsOrderThroughMessages) {
  Programs p = two_ranks(CollectiveKind::p2p);
  p.channels = 2;
  p.scratch_blocks = 1;
  const Operand input{0, Buffer::input}, output{0, Buffer::output}, scratch{0, Buffer::scratch};
  // Rank 1 stores on channel 0 and answers; only then rank 0 sends on channel 1, and rank 1 stores again.
  p.programs[0].lanes = {
      {.channel = 0,
       .send_peer = 1,
       .recv_peer = 1,
       .code = {{.op = Opcode::send, .source = input}, {.op = Opcode::recv, .target = scratch}}},
      {.channel = 1, .send_peer = 1, .code = {{.op = Opcode::send, .step = 1, .source = input}}}};
  p.programs[1].lanes = {
      {.channel = 0,
       .send_peer = 0,
       .recv_peer = 0,
       .code = {{.op = Opcode::recv, .target = output}, {.op = Opcode::send, .source = output}}},
      {.channel = 1, .recv_peer = 0, .code = {{.op = Opcode::recv, .step = 1, .target = output}}}};

  EXPECT_EQ(
      story(p),
      "rank 1 has a race on its output block 0: nothing orders rank 1's recv from rank 0 in step 1 "
      "(p2p) and rank 1's recv from rank 0 in step 2 (p2p), which writes it as well.\n"
      "First wrong transfer: rank 1's recv from rank 0 in step 2 (p2p); it does not wait for rank 1's recv "
      "from rank 0 in step 1 (p2p).");
  mutations::add_dependency(p, {0, 1, 0}, {.lane = 0, .index = 1});
  EXPECT_EQ(story(p), "proved");
}

// Rank 1 sends on what it has not received yet. The story names the receive that stores it, among receives of
// one block each, or of two at once.
TEST(Verify, AReadThatComesTooEarlyShouldHaveWaitedForTheStore) {
  for (const int at_once : {1, 2})
    for (int read = 0; read < 4; ++read) {
      Programs p = two_ranks(CollectiveKind::p2p);
      p.partition.blocks = 4;
      p.scratch_blocks = 4;
      p.programs[0].lanes = {{.send_peer = 1, .recv_peer = 1}};
      p.programs[1].lanes = {
          {.send_peer = 0, .code = {{.op = Opcode::send, .step = 9, .source = {read, Buffer::output}}}},
          {.recv_peer = 0}};
      for (int block = 0; block < 4; block += at_once) {
        p.programs[0].lanes[0].code.push_back(
            {.op = Opcode::send, .step = block, .blocks = at_once, .source = {block, Buffer::input}});
        p.programs[1].lanes[1].code.push_back(
            {.op = Opcode::recv, .step = block, .blocks = at_once, .target = {block, Buffer::output}});
      }
      p.programs[0].lanes[0].code.push_back(
          {.op = Opcode::recv, .step = 9, .target = {read, Buffer::scratch}});

      EXPECT_EQ(
          story(p),
          fmt::format("rank 1's send to rank 0 in step 10 (p2p) reads output block {} before anything is "
                      "stored there. It does not wait for rank 1's recv from rank 0 in step {} (p2p), "
                      "which stores it.\nFirst wrong transfer: this one; all before it is right.",
                      read, read - read % at_once + 1));
    }
}

// A fused receive-send takes an output slot before it frees its input slot: with one slot the ring stops.
TEST(Verify, AFusedRingWithOneSlotWaitsForItself) {
  const Programs ring = programs(CollectiveKind::all_reduce, "ring", 4, {.fused = true});

  EXPECT_EQ(story(ring, {.slots = 2}), "proved");
  EXPECT_THAT(story(ring, {.slots = 1}),
              AllOf(StartsWith("deadlock with 1 slot: 4 lanes wait in a circle."),
                    HasSubstr("rank 0's recv_reduce_send from rank 3 to rank 1 in step 1 (reduce-scatter) "
                              "(lane 0) waits for a free slot to rank 1;"),
                    HasSubstr("rank 3's recv_reduce_send from rank 2 to rank 0"),
                    HasSubstr("and so back to rank 0")));
}

TEST(Verify, AnUnfusedRingEndsWithOneSlotAndWithNone) {
  const Programs ring = programs(CollectiveKind::all_reduce, "ring", 4);

  EXPECT_EQ(story(ring, {.slots = 1}), "proved");
  EXPECT_EQ(story(ring, {.slots = 0}), "proved");
}

// Every rank sends before it receives, in a circle: without slots no rank gets to its receive.
TEST(Verify, WithoutSlotsSendsOfAnEarlierStepWaitInACircle) {
  Programs p = programs(CollectiveKind::sendrecv, "direct", 3);
  for (const auto place : mutations::places(p))
    if (receives(mutations::at(p, place).op)) mutations::at(p, place).step = 1;

  EXPECT_EQ(story(p, {.slots = 1}), "proved");
  EXPECT_THAT(story(p, {.slots = 0}), StartsWith("deadlock with 0 slots: 3 lanes wait in a circle."));
}

// Where ranks combine in different orders, the first two that differ are told, as they combine.
TEST(Prove, TellsTheOrdersInWhichRanksCombine) {
  EXPECT_EQ(prove(programs(CollectiveKind::all_reduce, "one-shot-own-first", 3))->orders,
            "block 0 is (x0 + x2) + x1 on rank 0, and (x1 + x0) + x2 on rank 1");
  EXPECT_EQ(prove(programs(CollectiveKind::all_reduce, "one-shot-own-first", 2))->orders, "")
      << "a sum of two is the same in both orders";
  for (const Algorithm* algorithm : algorithms_for(CollectiveKind::all_reduce))
    for (const int ranks : {2, 4, 8}) {
      if (!algorithm->supports({.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = 60})) continue;
      const auto proof = prove(programs(CollectiveKind::all_reduce, algorithm->name, ranks));
      ASSERT_TRUE(proof) << algorithm->name << ": " << proof.error().message;
      EXPECT_EQ(proof->one_order, proof->orders.empty()) << algorithm->name;
    }
}

}  // namespace
}  // namespace commlab
