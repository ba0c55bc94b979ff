// From Schedule to Programs: what is stored once, which instruction waits for which, what is left out.

#include "core/programs/lower.h"

#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"

namespace commlab {
namespace {

using enum CollectiveKind;

Programs lowered(CollectiveKind kind, std::string_view algorithm, int ranks, const Lowering& how = {},
                 bool in_place = false, std::vector<Rank> order = {}) {
  const Collective c{.kind = kind, .ranks = ranks, .count = 64 * ranks, .in_place = in_place, .to = {1}};
  Result<Programs> result =
      programs_for(**find_algorithm(kind, algorithm), c, how, {.order = std::move(order)});
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return std::move(*result);
}

std::vector<Opcode> opcodes(const Lane& lane) {
  std::vector<Opcode> ops;
  for (const Instruction& i : lane.code) ops.push_back(i.op);
  return ops;
}

TEST(Lower, ARingOfManyRanksIsOneProgram) {
  const Programs ring = lowered(all_reduce, "ring", 65'536);

  EXPECT_EQ(ring.frame, Frame::shift);
  ASSERT_EQ(ring.programs.size(), 1u);
  ASSERT_EQ(ring.programs[0].lanes.size(), 1u);
  EXPECT_EQ(ring.programs[0].lanes[0].code.size(), 4u * 65'535);
  EXPECT_EQ(ring.transfers(), std::int64_t{2} * 65'535 * 65'536);
}

TEST(Lower, DoublingIsOneProgramOnPowersOfTwoOnly) {
  EXPECT_EQ(lowered(all_reduce, "recursive-doubling", 8).frame, Frame::flip);
  EXPECT_EQ(lowered(all_reduce, "recursive-doubling", 6).frame, Frame::absolute);
}

TEST(Lower, ARingLaneSendsThenReceivesInEveryStep) {
  const Programs ring = lowered(all_reduce, "ring", 3);
  using enum Opcode;
  EXPECT_EQ(opcodes(ring.programs[0].lanes[0]),
            (std::vector{send, recv_reduce, send, recv_reduce, send, recv, send, recv}));
}

TEST(Lower, FusedALaneReceivesAndSendsInOne) {
  const Programs ring = lowered(all_reduce, "ring", 3, {.fused = true});
  using enum Opcode;
  EXPECT_EQ(opcodes(ring.programs[0].lanes[0]),
            (std::vector{send, recv_reduce_send, recv_reduce_send, recv_send, recv}));
}

// Every inner rank of a chain has one lane, in either direction and with any number of pieces.
TEST(Lower, FusedAChainPassesOnInOneLane) {
  using enum Opcode;
  for (const int pieces : {1, 3}) {
    const auto times = [&](Opcode op) { return std::vector<Opcode>(static_cast<std::size_t>(pieces), op); };
    const Lowering how{.pieces = pieces, .fused = true};
    const Programs down = lowered(broadcast, "chain", 4, how, true);
    const Programs up = lowered(CollectiveKind::reduce, "chain", 4, how, true);
    for (const Rank rank : {1, 2}) {
      ASSERT_EQ(down.of(rank).lanes.size(), 1u);
      EXPECT_EQ(opcodes(down.of(rank).lanes[0]), times(recv_send));
      ASSERT_EQ(up.of(rank).lanes.size(), 1u);
      EXPECT_EQ(opcodes(up.of(rank).lanes[0]), times(recv_reduce_send));
    }
    EXPECT_EQ(opcodes(down.of(0).lanes[0]), times(send));
    EXPECT_EQ(opcodes(down.of(3).lanes[0]), times(recv));
  }
}

// An instruction sends to one rank, so data for two ranks is stored first, and no instruction is fused.
TEST(Lower, FusedATreeKeepsItsLanes) {
  const Programs tree = lowered(broadcast, "binomial", 8, {.fused = true});
  EXPECT_EQ(tree.of(4).lanes.size(), 3u);
}

// In a small broadcast, rank 2's send waits for its receive.
TEST(Lower, AReadWaitsForTheWriteOfWhatItReads) {
  const Programs tree = lowered(broadcast, "binomial", 4);
  const Program& two = tree.of(2);

  ASSERT_EQ(two.lanes.size(), 2u);
  EXPECT_EQ(two.lanes[0].recv_peer, 0);
  EXPECT_EQ(two.lanes[1].send_peer, 3);
  const Instruction& send = two.lanes[1].code[0];
  ASSERT_EQ(send.dependencies, 1u);
  EXPECT_EQ(two.depends_on(send)[0], (Dependency{.lane = 0, .index = 0}));
}

// Two-shot in place: messages of the second shot overwrite what the first shot sent, so they wait for its
// sends.
TEST(Lower, AWriteWaitsForTheReadsBeforeIt) {
  const Programs two_shot = lowered(all_reduce, "two-shot", 3, {}, true);
  const Program& program = two_shot.programs[0];
  int waiting_for_sends = 0;
  for (const Lane& lane : program.lanes)
    for (const Instruction& i : lane.code) {
      if (i.op != Opcode::recv) continue;
      for (const Dependency& d : program.depends_on(i))
        waiting_for_sends +=
            program.lanes[static_cast<std::size_t>(d.lane)].code[static_cast<std::size_t>(d.index)].op ==
            Opcode::send;
    }
  EXPECT_GT(waiting_for_sends, 0);
}

TEST(Lower, ARanksStepsFollowOneAnother) {
  const Programs tree = lowered(broadcast, "binomial", 8);
  const Program& root = tree.of(0);
  int later_sends = 0;
  for (const Lane& lane : root.lanes)
    for (const Instruction& i : lane.code)
      if (i.op == Opcode::send && i.dependencies == 1) ++later_sends;
  EXPECT_EQ(later_sends, 2);  // of three sends, the first waits for nothing
}

TEST(Lower, InPlaceACopyOntoItselfVanishes) {
  const auto copies = [](const Programs& p) {
    int count = 0;
    for (const Lane& lane : p.programs[0].lanes)
      for (const Instruction& i : lane.code) count += i.op == Opcode::copy;
    return count;
  };
  EXPECT_EQ(copies(lowered(all_gather, "ring", 4)), 1);
  EXPECT_EQ(copies(lowered(all_gather, "ring", 4, {}, true)), 0);
}

TEST(Lower, ChannelsGetLanesOfTheirOwnPiecesDoNot) {
  EXPECT_EQ(lowered(all_reduce, "ring", 4, {.channels = 3}).programs[0].lanes.size(), 3u);
  EXPECT_EQ(lowered(all_reduce, "ring", 4, {.pieces = 3}).programs[0].lanes.size(),
            2u);  // one to send, one to receive
  EXPECT_EQ(lowered(all_reduce, "ring", 4, {.channels = 3}).transfers(),
            3 * lowered(all_reduce, "ring", 4).transfers());
}

TEST(Lower, TheRingOrderSaysWhoIsNextToWhom) {
  const Programs ring = lowered(all_gather, "ring", 4, {}, false, {0, 2, 3, 1});
  EXPECT_EQ(ring.peer(2, ring.of(2).lanes[1].send_peer), 3);
  EXPECT_EQ(ring.peer(1, ring.of(1).lanes[1].send_peer), 0);
}

// The blocks of an all_reduce belong to no rank, so neighbouring blocks stay neighbours in any order of
// ranks.
TEST(Lower, EveryAllReduceTakesEveryRingOrder) {
  for (const Algorithm* a : algorithms_for(all_reduce)) {
    const Collective c{.kind = all_reduce, .ranks = 4, .count = 64};
    const Result<Programs> programs = programs_for(*a, c, {}, {.order = {0, 2, 1, 3}});
    ASSERT_TRUE(programs) << a->name << ": " << programs.error().message;
    EXPECT_TRUE(verify(*programs)) << a->name;
  }
}

TEST(Lower, ExpandedMeansTheSame) {
  const Programs ring = lowered(all_gather, "ring", 5, {}, false, {0, 2, 4, 3, 1});
  const Programs flat = expanded(ring);
  EXPECT_FALSE(flat.symmetric());
  EXPECT_EQ(flat.transfers(), ring.transfers());
  for (Rank r = 0; r < 5; ++r)
    for (std::size_t l = 0; l < flat.of(r).lanes.size(); ++l) {
      const Lane& a = ring.of(r).lanes[l];
      const Lane& b = flat.of(r).lanes[l];
      if (a.send_peer != no_peer) {
        EXPECT_EQ(ring.peer(r, a.send_peer), flat.peer(r, b.send_peer));
      }
      for (std::size_t i = 0; i < a.code.size(); ++i) {
        EXPECT_EQ(ring.block(r, a.code[i], a.code[i].target), flat.block(r, b.code[i], b.code[i].target));
        EXPECT_EQ(ring.bytes(r, a.code[i]), flat.bytes(r, b.code[i]));
      }
    }
}

TEST(Lower, WhatAUserCanGetWrongIsSaidInOneSentence) {
  const Algorithm& ring = **find_algorithm(all_gather, "ring");
  const Collective c{.kind = all_gather, .ranks = 4, .count = 8};
  EXPECT_EQ(programs_for(ring, c, {.channels = 0}).error().message, "channels is 0; it must be 1 or more");
  EXPECT_EQ(programs_for(ring, c, {}, {.order = {0, 1, 1, 2}}).error().message,
            "ring order 0,1,1,2 does not name each of the ranks 0..3 once");
  EXPECT_EQ(find_algorithm(p2p, "dierct").error().message.substr(0, 65),
            "unknown algorithm 'dierct' (did you mean direct?); p2p has direct");
  EXPECT_EQ(programs_for(**find_algorithm(all_to_all, "pairwise"), {.kind = all_to_all, .ranks = 6})
                .error()
                .message,
            "all_to_all pairwise does not support 6 ranks; it needs a power-of-two number of ranks");
}

// A move that reads what its rank does not have is the author's mistake; the error says where it is.
TEST(Lower, AMoveOutsideItsBuffersIsRefused) {
  Schedule scattered({.kind = all_gather, .ranks = 4, .count = 4});
  scattered.next_step();
  scattered.every(scattered.group({0, 2, 1, 3}),
                  {.to = shift(1), .block = shift(0), .blocks = 2, .who = only(0)});
  EXPECT_EQ(lower(scattered, {}).error().message,
            "a move of step 1 sends 2 neighbouring blocks, which the order of its group scatters");

  Schedule s({.kind = broadcast, .ranks = 3, .count = 4, .root = 0});
  s.next_step();
  s.one(1, 2, {.from = Buffer::input});
  EXPECT_EQ(lower(s, {}).error().message,
            "step 1: rank 1 reads input block 0, which it does not have in a broadcast");
}

// Rank 0 has only block 0 of an all_gather's input and of a reduce_scatter's output. Every move that names
// another block there is refused, be it in the middle of a run, as source, as target, or as what a reduction
// adds to.
TEST(Lower, EveryBlockOfAMoveIsOneThatItsRankHas) {
  const Collective gathered{.kind = all_gather, .ranks = 4, .count = 4};
  const Collective scattered{.kind = reduce_scatter, .ranks = 4, .count = 4};
  const auto refusal = [](const Collective& c, Rank from, Rank to, const Move& move) {
    Schedule s(c);
    s.next_step();
    s.one(from, to, move);
    const Result<Programs> programs = lower(s, {});
    return programs ? "none" : programs.error().message;
  };
  const Move read{.from = Buffer::input, .into = Buffer::scratch};
  const Move write{.from = Buffer::input, .into = Buffer::output};
  const Move add{
      .combine = Combine::reduce, .from = Buffer::input, .into = Buffer::scratch, .with = Buffer::output};
  for (int first = 0; first < 4; ++first)
    for (int blocks = 1; blocks <= 4; ++blocks) {
      const auto run = [&](Move move) {
        move.block = at(first);
        move.blocks = blocks;
        return move;
      };
      const bool has_all = first == 0 && blocks == 1;
      const int missing = first == 0 ? 1 : first;
      const std::string where = fmt::format("{} blocks from block {}", blocks, first);
      const auto refused = [&](std::string_view verb, std::string_view buffer, CollectiveKind kind) {
        return has_all ? "none"
                       : fmt::format("step 1: rank 0 {} {} block {}, which it does not have in a {}", verb,
                                     buffer, missing, name_of(kind));
      };
      EXPECT_EQ(refusal(gathered, 0, 1, run(read)), refused("reads", "input", all_gather)) << where;
      EXPECT_EQ(refusal(scattered, 1, 0, run(write)), refused("writes", "output", reduce_scatter)) << where;
      EXPECT_EQ(refusal(scattered, 1, 0, run(add)), refused("reads", "output", reduce_scatter)) << where;
    }
}

}  // namespace
}  // namespace commlab
