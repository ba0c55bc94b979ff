// GPUs as their buffers: chunks with their values, messages that carry values, and the additions that they
// end in.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/numbers.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gui/window/run/chunk_numbers.h"
#include "gui/window/run/logical_scene.h"
#include "gui/window/topology/arrivals.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/topology/watched_topology.h"

namespace commlab {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr std::string_view numbers_in_a_ring =
    "all_reduce --machine ring:4,100GB/s,1us --count 4 --algorithm ring --data ranks";

bool lies_in(const Area& inner, const Area& outer) {
  return inner.x >= outer.x && inner.y >= outer.y && inner.right() <= outer.right() + 1e-9 &&
         inner.bottom() <= outer.bottom() + 1e-9;
}

class BuffersOf : public testing::TestWithParam<std::string> {};

// In the window, beside a lesson, on a projector of 1280x720 and on a large screen.
TEST_P(BuffersOf, AllChunksLieInTheirBufferAndApart) {
  const ScenePointer scene = busy(GetParam(), false);
  for (const auto& [area, letters] : {std::pair(Area{0, 0, 560, 430}, 13.0),
                                      {Area{0, 0, 826, 456}, 13.0},
                                      {Area{0, 0, 1260, 480}, 24.0},
                                      {Area{0, 0, 1900, 900}, 16.0}}) {
    const TopologyLayout layout = lay_out(scene->trace(), area, letters, letters / 13);
    if (!layout.grid.drawn()) continue;
    for (Rank rank = 0; rank < scene->trace().collective.ranks; ++rank)
      for (int chunk = 0; chunk < layout.grid.chunks; ++chunk) {
        EXPECT_TRUE(lies_in(layout.cell(rank, chunk), layout.of_rank(rank).area));
        for (int other = 0; other < chunk; ++other)
          EXPECT_FALSE(layout.cell(rank, other).inset(1e-6).overlaps(layout.cell(rank, chunk).inset(1e-6)));
      }
  }
}
INSTANTIATE_TEST_SUITE_P(Machines, BuffersOf,
                         testing::Values("ring:1,100GB/s,1us", "ring:2,100GB/s,1us", "ring:3,100GB/s,1us",
                                         "ring:4,100GB/s,1us", "ring:5,100GB/s,1us", "ring:8,100GB/s,1us",
                                         "ring:16,100GB/s,1us", "switch:2,450GB/s,1us",
                                         "switch:8,450GB/s,1us", "switch:16,450GB/s,1us",
                                         "mesh:2x3,100GB/s,1us", "mesh:2x2x2,100GB/s,1us", "dgx-h100", "hcm8",
                                         "a100-pcie", "2x dgx-h100"));

// With 8 ranks on a projector of 1280x720, every chunk has room for its number.
TEST(Buffers, EightRanksAreLegibleOnAProjector) {
  for (const char* machine : {"ring:8,100GB/s,1us", "dgx-h100"}) {
    const ScenePointer scene = busy(machine, false);
    const ScenePointer logical = has_logical_scene(*scene) ? logical_scene(*scene) : nullptr;
    for (const Scene* shown : {scene.get(), logical.get()}) {
      if (shown == nullptr || (shown == scene.get() && logical)) continue;
      const TopologyLayout layout = lay_out(shown->trace(), {0, 0, 1260, 480}, 24, 2);
      ASSERT_TRUE(layout.grid.drawn()) << machine;
      EXPECT_GE(layout.grid.cell_height, 24) << machine;
      EXPECT_GE(layout.grid.cell_width, 40) << machine;
      for (Rank rank = 0; rank < 8; ++rank) EXPECT_FALSE(layout.of_rank(rank).name.empty()) << machine;
    }
  }
}

TEST(Buffers, MessagesCarryTheValuesThatArriveAndChunksShowTheSum) {
  const Collective collective{.kind = CollectiveKind::all_reduce, .ranks = 4, .count = 16};
  for (const Algorithm* algorithm : algorithms_for(CollectiveKind::all_reduce)) {
    if (!programs_for(*algorithm, collective)) continue;
    const std::string line = fmt::format(
        "all_reduce --machine switch:4,100GB/s,1us,multicast --count 16 --data ranks --algorithm {}",
        algorithm->name);
    WatchedTopology watched(line);
    ASSERT_TRUE(shows_numbers(*watched.scene)) << line;
    for (const Time t : {watched.first().start, watched.scene->trace().finish - Time{1}})
      for (const TopologyMarks::Token& token : watched.marks(t).tokens) {
        const auto landed = watched.scene->replay->landed(token.transfer);
        if (token.messages > 1 || landed.empty()) continue;
        ASSERT_FALSE(token.content.empty()) << line;
        EXPECT_EQ(token.content[0].number, number_text(*watched.scene, landed[0].came)) << line;
      }
    const auto number = [&](ValueId value) {
      return *parse_number<double>(number_text(*watched.scene, value));
    };
    for (const Deposit& store : watched.scene->replay->deposits()) {
      const bool has_elements = !number_text(*watched.scene, store.value).empty();
      if (store.old == Replay::no_value || !has_elements) continue;
      EXPECT_EQ(number(store.old) + number(store.came), number(store.value)) << line;
    }
  }
}

TEST(Buffers, AreLargerOnALargeScreen) {
  const ScenePointer scene = busy("ring:4,100GB/s,1us", false);
  const TopologyLayout usual = lay_out(scene->trace(), {0, 0, 826, 456}, 13),
                       large = lay_out(scene->trace(), {0, 0, 3820, 1870}, 26, 2);
  EXPECT_GT(large.grid.cell_height / 26, 1.5 * usual.grid.cell_height / 13);
  EXPECT_GT(large.token / 26, 1.5 * usual.token / 13);
}

std::vector<std::string> words_of(const std::vector<Addition>& additions) {
  std::vector<std::string> words;
  for (const Addition& addition : additions)
    words.push_back(fmt::format("rank {}: {}", addition.rank, addition.words));
  return words;
}

// Rank 1 has a 2, and a 1 comes.
TEST(Buffers, AfterAStepItsAdditionsAreTold) {
  WatchedTopology watched(numbers_in_a_ring);
  watched.view.now = watched.first().end;
  EXPECT_THAT(words_of(additions_now(watched.now(watched.first().end))),
              UnorderedElementsAre("rank 0: 1 + 4 → 5", "rank 1: 2 + 1 → 3", "rank 2: 3 + 2 → 5",
                                   "rank 3: 4 + 3 → 7"));
  watched.view.rested = watched.first().end;
  EXPECT_THAT(additions_now(watched.now(watched.first().end)), IsEmpty()) << "nothing has happened since";
}

// Guards against a fixed bug: after a run had played to its end, all its additions were told at once.
TEST(Buffers, AfterARunHasPlayedOnlyItsLastStepIsTold) {
  WatchedTopology watched(numbers_in_a_ring);  // rested at 0
  EXPECT_THAT(additions_now(watched.now(watched.scene->playback.end())), IsEmpty()) << "the last step copies";
  EXPECT_EQ(additions_now(watched.now(3 * watched.first().end)).size(), 4u) << "the third step adds";
}

// At speed 1 the whole run takes 20 seconds, so half a second is a fortieth of it.
TEST(Buffers, WhileTheRunPlaysAnAdditionIsToldForHalfASecond) {
  WatchedTopology watched(numbers_in_a_ring);
  watched.view.playing = true;
  const Time arrival = watched.first().end, whole = watched.scene->playback.end();
  const auto told = [&](Time t) { return additions_now(watched.now(t)).size(); };
  EXPECT_EQ(told(arrival - Time{1}), 0u);
  EXPECT_EQ(told(arrival), 4u);
  EXPECT_EQ(told(arrival + Time{whole.ps / 40 - 2}), 4u);
  EXPECT_EQ(told(arrival + Time{whole.ps / 40 + 2}), 0u);
  watched.view.speed = 2;  // then half a second is a twentieth
  EXPECT_EQ(told(arrival + Time{whole.ps / 20 - 2}), 4u);
}

TEST(Buffers, OnlyAdditionsOfNumbersAreTold) {
  WatchedTopology copies("broadcast --machine ring:4,100GB/s,1us --size 1KiB --algorithm chain --data ranks");
  EXPECT_THAT(additions_now(copies.now(copies.scene->trace().finish)), IsEmpty());
  WatchedTopology different(
      "all_reduce --machine ring:4,100GB/s,1us --size 1KiB --algorithm ring --data index");
  EXPECT_THAT(additions_now(different.now(different.scene->trace().finish)), IsEmpty());
}

TEST(Buffers, EachOperationIsWrittenInItsOwnWay) {
  const auto first = [](std::string_view op) {
    WatchedTopology watched(fmt::format("{} --op {}", numbers_in_a_ring, op));
    return additions_now(watched.now(watched.first().end)).at(0).words;
  };
  EXPECT_EQ(first("prod"), "2 × 1 → 2");
  EXPECT_EQ(first("max"), "max(2, 1) → 2");
  EXPECT_EQ(first("min"), "min(2, 1) → 1");
  EXPECT_EQ(first("avg"), "0.5 + 0.25 → 0.75");
}

TEST(Buffers, AdditionsHideNeitherBuffersNorMessagesNorEachOther) {
  RecordedCanvas canvas;
  for (const char* machine : {"ring:4,100GB/s,1us", "ring:8,100GB/s,1us", "switch:8,100GB/s,1us"}) {
    WatchedTopology watched(
        fmt::format("all_reduce --machine {} --count 64 --algorithm ring --data ranks", machine));
    const Time t = watched.first().end;
    const TopologyMarks marks = watched.marks(t);
    const std::vector<AdditionLabel> labels = addition_labels(canvas, watched.layout, marks, watched.now(t));
    EXPECT_FALSE(labels.empty()) << machine;
    for (const AdditionLabel& label : labels) {
      for (Rank rank = 0; rank < watched.scene->trace().collective.ranks; ++rank)
        EXPECT_FALSE(label.area.overlaps(watched.layout.of_rank(rank).area)) << machine;
      for (const TopologyMarks::Token& token : marks.tokens) EXPECT_FALSE(label.area.overlaps(token.area));
      for (const AdditionLabel& other : labels)
        EXPECT_TRUE(&other == &label || !label.area.overlaps(other.area)) << machine;
    }
  }
}

TEST(Buffers, AMarkNeverLiesOnABuffer) {
  for (const char* line :
       {numbers_in_a_ring.data(), "all_reduce --machine switch:8,25GB/s,1us --size 1KiB --algorithm ring",
        "p2p --machine ring:4,1GB/s,10us --size 10KB --algorithm direct"}) {
    WatchedTopology watched(line);
    ASSERT_TRUE(watched.layout.grid.drawn()) << line;
    for (int k = 0; k <= 40; ++k)
      for (const TopologyMarks::Token& token : watched.marks(at(*watched.scene, k / 40.0).now).tokens)
        for (Rank rank = 0; rank < watched.scene->trace().collective.ranks; ++rank)
          EXPECT_FALSE(token.area.overlaps(watched.layout.of_rank(rank).area.inset(2))) << line << " " << k;
  }
}

}  // namespace
}  // namespace commlab
