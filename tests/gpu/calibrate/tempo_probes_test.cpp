// A tempo from made-up times of its programs.

#include "gpu/calibrate/tempo_probes.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

const Tempo four_ranks{.backend = "host", .ranks = 4, .messages = 6, .times = {}};

// Gives these times one after the other, whatever is to be timed.
TimePrograms in_turn(std::vector<Time> times) {
  return
      [times, next = std::size_t{0}](const Programs&, std::chrono::milliseconds) mutable -> Result<Timing> {
        return Timing{.total = times.at(next++), .sending = {}, .receiving = {}, .working = {}};
      };
}

TEST(TempoProbes, TakeTheMiddleOfTheQuietestTurnsAndTheMiddleOfEachSweep) {
  const auto us = [](int n) { return microseconds(n); };
  TempoProbes probes(four_ranks, {KiB(4)}, in_turn({us(10), us(90), us(13), us(20), us(12), us(21)}));
  for (int sweep = 0; sweep < 2; ++sweep) {
    probes.begin_sweep();
    for (int turn = 0; turn < 3; ++turn) ASSERT_TRUE(probes.take_turn());
  }

  const Tempo tempo = probes.tempo();

  EXPECT_EQ(tempo.backend, "host");
  ASSERT_EQ(tempo.times.size(), 1u);
  EXPECT_EQ(tempo.times[0].message, KiB(4));
  EXPECT_EQ(tempo.times[0].time, us(12)) << "the least of both sweeps: 10, 12, 13";
  EXPECT_EQ(tempo.times[0].fastest, us(13)) << "of 10, 13, 90";
  EXPECT_EQ(tempo.times[0].slowest, us(20)) << "of 12, 20, 21";
}

TEST(TempoProbes, AllRanksReduceMessagesOfTheSize) {
  Programs timed;
  const auto time = time_tempo(four_ranks, KiB(64), [&](const Programs& programs, std::chrono::milliseconds) {
    timed = programs;
    return Result<Timing>(Timing{.total = microseconds(7), .sending = {}, .receiving = {}, .working = {}});
  });

  ASSERT_TRUE(time);
  EXPECT_EQ(*time, microseconds(7));
  ASSERT_EQ(timed.programs.size(), 4u);
  EXPECT_EQ(timed.transfers(), 4 * 6);
  EXPECT_EQ(timed.bytes(0, timed.programs[0].lanes[0].code[0]), KiB(64));
  EXPECT_EQ(timed.programs[0].lanes[0].code[1].op, Opcode::recv_reduce);
}

TEST(TempoProbes, AnErrorOfATimingIsTheirs) {
  const TimePrograms broken = [](const Programs&, std::chrono::milliseconds) -> Result<Timing> {
    return fail("the clock broke");
  };
  TempoProbes probes(four_ranks, {KiB(4)}, broken);
  probes.begin_sweep();

  EXPECT_EQ(probes.take_turn().error().message, "the clock broke");
}

TEST(TempoProbes, KeepTheSizesThatFitAndAlwaysTheSmallest) {
  EXPECT_EQ(tempo_sizes([](Bytes) { return false; }).size(), 1u);
  EXPECT_EQ(tempo_sizes([](Bytes size) { return size <= KiB(64); }).back(), KiB(64));
}

}  // namespace
}  // namespace commlab
