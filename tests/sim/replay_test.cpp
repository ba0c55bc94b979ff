// A replay knows what every rank holds at every moment: first its own input, at the end what was promised,
// and in between what the transfers have brought so far, in whatever order a viewer visits the moments.

#include "core/playback/replay.h"

#include <map>
#include <tuple>

#include "core/collective/combine.h"
#include "core/collective/reference.h"
#include "core/programs/programs_for.h"
#include "tests/sim/traces.h"

namespace commlab {
namespace {

using enum CollectiveKind;

template <class Visit>
void for_each_chunk(const Replay& replay, Visit visit) {
  for (Rank rank = 0; rank < replay.collective().ranks; ++rank)
    for (int block = 0; block < replay.partition().blocks; ++block)
      for (int part = 0; part < replay.partition().parts; ++part) visit(rank, block, part);
}

TEST(Replay, EveryPromiseIsKeptAtTheEndAndNothingIsThereAtFirstButInputs) {
  for_every_trace([](const Played& p) {
    const Replay replay = replay_of(p);
    for_each_chunk(replay, [&](Rank rank, int block, int part) {
      const Held first = replay.held(rank, block, part, Time{});
      EXPECT_EQ(first.contributions, before(p.programs.collective, rank, block) ? 1 : 0) << p.name;
      if (p.trace.launch > Time{}) {
        EXPECT_FALSE(first.written) << p.name;
      }

      const Held last = replay.held(rank, block, part, p.trace.finish);
      EXPECT_EQ(last.done, replay.promised(rank, block))
          << p.name << ": rank " << rank << " block " << block << " holds " << last.contributions;
    });
    for (Rank rank = 0; rank < replay.collective().ranks; ++rank) {
      EXPECT_LE(replay.completed(rank), p.trace.finish) << p.name;
      EXPECT_TRUE(replay.complete(rank, p.trace.finish)) << p.name;
    }
  });
}

// A viewer that applies the deposits between two frames shows what replay says is held.
TEST(Replay, DepositsTurnOneMomentIntoTheNext) {
  for_every_trace([](const Played& p) {
    const Replay replay = replay_of(p);
    std::map<std::tuple<Rank, int, int>, ValueId> picture;
    Time drawn{-1};
    for (int frame = 0; frame <= 20; ++frame) {
      const Time now{p.trace.finish.ps * frame / 20};
      for (const Deposit& d : replay.deposits(drawn, now))
        if (d.buffer == Buffer::output) picture[{d.rank, d.block, d.part}] = d.value;
      drawn = now;
      for_each_chunk(replay, [&](Rank rank, int block, int part) {
        const Held held = replay.held(rank, block, part, now);
        const auto found = picture.find({rank, block, part});
        ASSERT_EQ(held.written, found != picture.end()) << p.name;
        if (held.written) {
          ASSERT_EQ(held.value, found->second) << p.name;
        }
      });
    }
  });
}

// Nothing is stored before it has arrived.
TEST(Replay, DepositsFollowTheirTransfers) {
  for_every_trace([](const Played& p) {
    const Replay replay = replay_of(p);
    EXPECT_TRUE(std::ranges::is_sorted(replay.deposits(), {}, &Deposit::at)) << p.name;
    for (std::size_t i = 0; i < p.trace.transfers.size(); ++i) {
      const Transfer& t = p.trace.transfers[i];
      const auto landed = replay.landed(static_cast<std::int32_t>(i));
      ASSERT_EQ(landed.size(), static_cast<std::size_t>(t.blocks) * p.trace.receivers(t).size()) << p.name;
      EXPECT_EQ(landed[0].block, t.block) << p.name;
      EXPECT_EQ(landed[0].reduced, t.reduces) << p.name;
      EXPECT_LE(t.end, replay.landed_at(static_cast<std::int32_t>(i))) << p.name;
      EXPECT_LE(landed[0].at, p.trace.finish) << p.name;
    }
  });
}

// In place, a block that is promised to a rank and already there is done from the start.
TEST(Replay, AnAllGatherInPlaceBeginsWithEveryRanksOwnBlockDone) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  Programs in_place = programs_on(m, all_gather, "ring", {4'096});
  Collective c = in_place.collective;
  c.in_place = true;
  in_place = *programs_for(**find_algorithm(all_gather, "ring"), c);
  const Replay there = replay_of(played(m, in_place));
  const Replay copied = replay_of(played(m, programs_on(m, all_gather, "ring", {4'096})));

  EXPECT_TRUE(there.held(2, 2, 0, Time{}).done);
  EXPECT_FALSE(there.held(2, 2, 0, Time{}).written);
  EXPECT_FALSE(there.held(2, 1, 0, Time{}).done);
  EXPECT_EQ(there.held(2, 1, 0, Time{}).value, Replay::no_value);
  EXPECT_TRUE(copied.held(2, 2, 0, Time{}).written);  // by a copy that takes no time
  EXPECT_EQ(copied.brought(2, 2, 0), copied.held(2, 2, 0, Time{}).value);
  EXPECT_EQ(copied.brought(2, 1, 0), Replay::no_value);
}

// The sum of chunk 0 in a ring of four: 1, then 1 + 2, then 1 + 2 + 3, then 10 everywhere.
TEST(Replay, ARingsSumGrowsByOneContributionAStep) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Played p = played(m, programs_on(m, all_reduce, "ring", {64}));
  const Replay replay = replay_of(p);
  const Time step = p.trace.transfers[0].end;

  const auto shown = [&](Rank rank, int steps) {
    const Held held = replay.held(rank, 0, 0, steps * step);
    return fmt::format("{} of {}: {}", held.contributions, replay.contributors(held.value),
                       replay.value_text(held.value, DataPattern::ranks));
  };
  EXPECT_EQ(shown(0, 0), "1 of rank 0: 1");
  EXPECT_EQ(shown(1, 0), "1 of rank 1: 2");
  EXPECT_EQ(shown(1, 1), "2 of ranks 0, 1: 3");
  EXPECT_EQ(shown(2, 2), "3 of ranks 0..2: 6");
  EXPECT_EQ(shown(3, 3), "4 of ranks 0..3: 10");
  EXPECT_EQ(shown(0, 3), "1 of rank 0: 1");
  EXPECT_EQ(shown(0, 4), "4 of ranks 0..3: 10");
  EXPECT_EQ(replay.chunk_completed(0, 0), 6 * step);
  EXPECT_EQ(replay.completed(2), 6 * step);
  EXPECT_FALSE(replay.complete(2, 6 * step - Time{1}));
}

TEST(Replay, ValuesFollowOperationTypeAndPattern) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const auto at_the_end = [&](ReduceOp op, DataType type, DataPattern pattern) {
    const Collective c{.kind = all_reduce, .ranks = 4, .count = 16, .dtype = type, .op = op};
    const Played p = played(m, *programs_for(**find_algorithm(all_reduce, "ring"), c));
    const Replay replay = replay_of(p);
    return replay.value_text(replay.held(1, 2, 0, p.trace.finish).value, pattern);
  };
  EXPECT_EQ(at_the_end(ReduceOp::sum, DataType::float32, DataPattern::ones), "4");
  EXPECT_EQ(at_the_end(ReduceOp::prod, DataType::float32, DataPattern::ranks), "24");
  EXPECT_EQ(at_the_end(ReduceOp::min, DataType::int32, DataPattern::ranks), "1");
  EXPECT_EQ(at_the_end(ReduceOp::max, DataType::bfloat16, DataPattern::ranks), "4");
  EXPECT_EQ(at_the_end(ReduceOp::avg, DataType::float64, DataPattern::ranks), "2.5");
  EXPECT_EQ(at_the_end(ReduceOp::avg, DataType::int32, DataPattern::ranks), "2");
}

// The number shown is the value of the plain result.
TEST(Replay, ValuesAreThoseOfThePlainResult) {
  for_every_trace([](const Played& p) {
    const Replay replay = replay_of(p);
    const Collective& c = p.programs.collective;
    const auto result = plain_result(c, p.programs.partition, DataPattern::index);
    for_each_chunk(replay, [&](Rank rank, int block, int part) {
      if (!replay.promised(rank, block)) return;
      const ElementRange chunk = p.programs.partition.chunk(block, part);
      const ElementRange range = stored(c, p.programs.partition, Buffer::output, rank);
      const double expected =
          element(c.dtype, result[static_cast<std::size_t>(rank)].data(), chunk.first - range.first);
      EXPECT_EQ(replay.value_text(replay.held(rank, block, part, p.trace.finish).value, DataPattern::index),
                chunk.size() == 0 ? "" : fmt::format("{:.6g}", expected))
          << p.name;
    });
  });
}

// A store remembers what it added to what, so that a picture can say "2 + 1 -> 3".
TEST(Replay, EveryStoreIsWhatCameOrIsAddedToWhatWasThere) {
  for_every_trace([](const Played& p) {
    const Replay replay = replay_of(p);
    const Contributions& values = replay.values();
    const bool once = p.programs.collective.op == ReduceOp::min || p.programs.collective.op == ReduceOp::max;
    for (const Deposit& store : replay.deposits()) {
      ASSERT_NE(store.came, Replay::no_value) << p.name;
      if (store.old == Replay::no_value) {
        EXPECT_TRUE(store.reduced || store.came == store.value) << p.name;
        continue;
      }
      EXPECT_TRUE(store.reduced) << p.name;
      const int together = values.contributors(store.old) + values.contributors(store.came);
      EXPECT_LE(values.contributors(store.value), together) << p.name;
      EXPECT_TRUE(once || values.contributors(store.value) == together) << p.name;
    }
  });
}

TEST(Replay, ATraceOfOtherProgramsIsRefusedWithTheFirstDifference) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Played ring = played(m, programs_on(m, all_reduce, "ring", {64}));
  const auto error = [](const Trace& trace, const Programs& programs) {
    const Result<Replay> replay = Replay::of(trace, programs);
    return replay ? "none" : replay.error().message;
  };

  EXPECT_EQ(error(ring.trace, programs_on(m, all_gather, "ring", {64})),
            "the trace's collective is all_reduce, that of the programs all_gather");
  EXPECT_EQ(error(ring.trace, programs_on(m, all_reduce, "ring", {128})),
            "the trace's number of elements is 16, that of the programs 32");
  EXPECT_EQ(error(ring.trace, programs_on(m, all_reduce, "ring", {64}, {.pieces = 2})),
            "the trace's number of parts is 1, that of the programs 2");
  Trace grouped = ring.trace;
  grouped.groups = {{0, 1}};
  EXPECT_EQ(error(grouped, ring.programs),
            "the ranks of the trace talk in other pairs or groups than the ranks of the programs");
  EXPECT_EQ(error(ring.trace, programs_on(m, all_reduce, "rabenseifner", {64})),
            "the trace has a message rank 1 -> rank 2 on channel 0, where the programs send none");

  Trace cut = ring.trace;
  cut.transfers.pop_back();
  EXPECT_EQ(error(cut, ring.programs),
            "rank 3 sends to rank 0 on channel 0: the trace has 5 such messages, the programs have 6");

  Trace shuffled = ring.trace;
  shuffled.transfers[1].step = 3;
  EXPECT_EQ(error(shuffled, ring.programs),
            "a message rank 1 -> rank 2 on channel 0 is of step 4 in the trace, of step 1 in the programs");

  Trace worked = ring.trace;
  worked.spans.push_back({.rank = 1, .lane = 7, .op = Opcode::copy});
  EXPECT_EQ(error(worked, ring.programs),
            "the trace has work of rank 1 on lane 7 (copy), which the programs do not have");
  worked.spans[0].lane = 0;
  EXPECT_EQ(error(worked, ring.programs),
            "rank 1 has work of the kind copy on lane 0: 1 instruction in the trace, 0 instructions in the "
            "programs");
}

TEST(Replay, ProgramsThatCannotGoOnAreRefused) {
  const Machine m = machine("switch:2,25GB/s,0.5us");
  const Played p = played(m, programs_on(m, broadcast, "flat", {64}));

  Programs reads_nothing = expanded(p.programs);
  reads_nothing.scratch_blocks = 1;
  for (Program& program : reads_nothing.programs)
    for (Lane& lane : program.lanes)
      for (Instruction& i : lane.code)
        if (i.op == Opcode::send) i.source.buffer = Buffer::scratch;
  const Result<Replay> replay = Replay::of(p.trace, reads_nothing);
  ASSERT_FALSE(replay);
  EXPECT_EQ(replay.error().message,
            "rank 0 reads block 0 of the scratch of rank 0 before anything is there: verify tells why");
}

}  // namespace
}  // namespace commlab
