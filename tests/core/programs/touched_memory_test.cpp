// The memory that a call works on: every byte of a buffer counts once, and so do the slots in which messages
// wait.

#include "core/programs/touched_memory.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

constexpr int bytes_of_an_element = 4;

Collective collective(const Algorithm& algorithm, int ranks, std::int64_t count, bool in_place) {
  Collective c{.kind = algorithm.collective, .ranks = ranks, .count = count};
  c.in_place = in_place;
  if (c.kind == CollectiveKind::p2p) c.from = ranks - 1, c.to = {0};
  return c;
}

// A ring's rank reads its input and writes its output, and 2 (ranks - 1) messages come through 8 slots.
TEST(TouchedMemory, CountsBuffersOnceAndNoMoreSlotsThanMessages) {
  const Algorithm& ring = **find_algorithm(CollectiveKind::all_reduce, "ring");
  for (int ranks = 2; ranks <= 17; ++ranks) {
    const std::int64_t block = 30, count = block * ranks;
    const auto apart = touched_memory(programs_for(ring, collective(ring, ranks, count, false)).value());
    const auto in_place = touched_memory(programs_for(ring, collective(ring, ranks, count, true)).value());

    const std::int64_t slots = std::min(8, 2 * (ranks - 1)) * block;
    EXPECT_EQ(apart, std::vector<Bytes>(ranks, {bytes_of_an_element * (2 * count + slots)})) << ranks;
    EXPECT_EQ(in_place, std::vector<Bytes>(ranks, {bytes_of_an_element * (count + slots)})) << ranks;
  }
}

// A rank that only gives touches its input, and one that only takes touches its output and its slots.
TEST(TouchedMemory, IsThatOfEachRank) {
  Collective copy{.kind = CollectiveKind::p2p, .ranks = 3, .count = 1000, .from = 0, .to = {2}};
  const auto touched =
      touched_memory(programs_for(**find_algorithm(CollectiveKind::p2p, "direct"), copy).value());

  EXPECT_EQ(touched, (std::vector<Bytes>{{4000}, {0}, {8000}}));
}

// All that a rank's instructions read or write lies in it; and in place it is no more than out of place.
TEST(TouchedMemory, HoldsEveryMessageAndIsNoMoreInPlace) {
  for (const Algorithm* algorithm : algorithms())
    for (int ranks = 1; ranks <= 17; ++ranks)
      for (const std::int64_t count : {1, 64, 1001}) {
        const Collective c = collective(*algorithm, ranks, count, false);
        if (!check(c) || !algorithm->supports(c)) continue;
        const Programs apart = programs_for(*algorithm, c).value();
        const std::vector<Bytes> touched = touched_memory(apart);

        ASSERT_EQ(touched.size(), static_cast<std::size_t>(ranks));
        for (Rank rank = 0; rank < ranks; ++rank)
          for (const Lane& lane : apart.of(rank).lanes)
            for (const Instruction& i : lane.code)
              EXPECT_GE(touched[rank], apart.bytes(rank, i)) << algorithm->name << ' ' << ranks;
        const Collective same = collective(*algorithm, ranks, count, true);
        if (!check(same) || !algorithm->supports(same)) continue;
        const std::vector<Bytes> in_place = touched_memory(programs_for(*algorithm, same).value());
        for (Rank rank = 0; rank < ranks; ++rank)
          EXPECT_LE(in_place[rank], touched[rank]) << algorithm->name << ' ' << ranks;
      }
}

}  // namespace
}  // namespace commlab
