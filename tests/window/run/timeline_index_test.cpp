// What a timeline shows is found without looking at the rest of the trace.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/numbers.h"
#include "gui/window/run/matrix_cell.h"
#include "gui/window/timeline/names.h"
#include "gui/window/timeline/pieces.h"
#include "tests/window/timeline/timeline_stage.h"

namespace commlab {
namespace {

std::int32_t first_of(const TimelineIndex& index, int row) { return index.rows[row].lanes[0][0]; }

// A chunk has the same hue wherever it is drawn, also where a block has several parts.
TEST(TimelineIndex, ChunksHaveTheHuesTheyHaveInTheMatrix) {
  for (const char* line : {"all_reduce --machine ring:4,100GB/s,500ns --algorithm ring --pieces 3",
                           "broadcast --machine ring:4,100GB/s,500ns --algorithm chain --pieces 5"}) {
    const ScenePointer scene = shared_scene_of(line);
    const Partition& partition = scene->trace().partition;
    for (const Transfer& t : scene->trace().transfers)
      EXPECT_EQ(chunk_number(scene->trace(), t), chunk_number(partition, t.block, t.part)) << line;
  }
}

TEST(TimelineIndex, EveryTransferStandsInItsSendersRowAndLanesNeverOverlap) {
  for (const std::string_view algorithm : {"ring", "rabenseifner", "one-shot"}) {
    const ScenePointer scene =
        shared_scene_of(fmt::format("all_reduce --machine switch:8,450GB/s,350ns --algorithm {}", algorithm));
    const Trace& trace = scene->trace();
    const TimelineIndex index = index_timeline(trace, Rows::ranks);
    std::size_t found = 0;
    for (const TimelineRow& row : index.rows)
      for (const auto& lane : row.lanes) {
        found += lane.size();
        Time free;
        for (const std::int32_t i : lane) {
          const Transfer& t = trace.transfers[i];
          EXPECT_EQ(t.from, row.rank);
          EXPECT_GE(t.start, free);
          free = t.sent;
        }
      }
    EXPECT_EQ(found, trace.transfers.size()) << algorithm;
  }
}

// Guards against a fixed bug: one sender's three copies were one row of three thin bars, beside seven empty
// rows.
TEST(TimelineIndex, CopiesHaveARowForEachReceiver) {
  TimelineStage stage("p2p --algorithm direct --machine hcm8 --from 0 --to 1,2,3 --size 64MiB");
  const TimelineLayout at = stage.layout();
  ASSERT_EQ(stage.index.rows.size(), 3u);
  EXPECT_EQ(stage.index.rows[1].name, "GPU 0 → GPU 2");
  for (const Track& track : at.tracks) EXPECT_GE(track.height, 0.7 * at.rows.height / 3);
  EXPECT_EQ(stage.index.row_of_rank(0), 0);
  EXPECT_EQ(stage.index.row_of_rank(5), -1);
  stage.view.selected = {.rank = 2, .transfer = 1};
  stage.draw();
  EXPECT_EQ(stage.canvas.overlapping_texts(), "");
  EXPECT_TRUE(stage.says("copies"));
}

TEST(TimelineIndex, LinksThatCarriedNothingHaveNoRow) {
  const ScenePointer scene = shared_scene_of(on_ring(8));
  const TimelineIndex index = index_timeline(scene->trace(), Rows::links);
  EXPECT_EQ(index.rows.size(), 8u) << "8 of 16 links: the ring uses one direction";
  for (const TimelineRow& row : index.rows) EXPECT_GT(row.busy_time, Time{}) << row.name;
}

TEST(TimelineIndex, WhatIsVisibleIsWhatOverlapsTheWindow) {
  const ScenePointer scene = shared_scene_of(ring_with_slow_link);
  const Trace& trace = scene->trace();
  const TimelineIndex index = index_timeline(trace, Rows::ranks);
  const Time from{trace.finish.ps / 3}, to{trace.finish.ps / 2};
  std::size_t visible = 0, overlapping = 0;
  for (const TimelineRow& row : index.rows)
    for (const auto& lane : row.lanes) visible += sent_within(trace, lane, from, to).size();
  for (const Transfer& t : trace.transfers) overlapping += t.start <= to && t.sent >= from;
  EXPECT_EQ(visible, overlapping);
}

TEST(TimelineIndex, PhasesBeginWithTheirFirstMessageAndAreNamedTogetherWhereTheyOverlap) {
  const ScenePointer even = shared_scene_of(on_ring(8));
  ASSERT_EQ(phase_bands(even->trace()).size(), 2u);
  EXPECT_EQ(phase_bands(even->trace())[1].name, "all-gather");
  const ScenePointer scene = shared_scene_of(ring_with_slow_link);
  const std::vector<PhaseBand> bands = phase_bands(scene->trace());
  ASSERT_EQ(bands.size(), 3u);
  EXPECT_EQ(bands[1].name, "reduce-scatter and all-gather");
  Time first = scene->trace().finish;
  for (const Transfer& t : scene->trace().transfers)
    if (t.phase == 1) first = std::min(first, t.start);
  EXPECT_EQ(bands[1].from, first);
  EXPECT_EQ(bands[0].to, bands[1].from);
  EXPECT_EQ(bands[2].from, bands[1].to);
}

TEST(TimelineIndex, AllBytesAreWithinTheWholeAndHalfOfATransferInHalfOfItsTime) {
  const ScenePointer scene = shared_scene_of(on_ring(8));
  const Trace& trace = scene->trace();
  const TimelineIndex index = index_timeline(trace, Rows::ranks);
  std::int64_t all = 0;
  for (const Transfer& t : trace.transfers) all += t.bytes;
  EXPECT_NEAR(bytes_within(trace, index, -1, {}, trace.finish), static_cast<double>(all), 1);
  const Transfer& first = trace.transfers[first_of(index, 0)];
  const Time half{(first.start.ps + first.sent.ps) / 2};
  EXPECT_NEAR(bytes_within(trace, index, 0, first.start, half), static_cast<double>(first.bytes) / 2, 2);
}

TEST(TimelineIndex, TheRankBeforeASlowLinkIsNamed) {
  EXPECT_EQ(slowest_sentence(index_timeline(shared_scene_of(ring_with_slow_link)->trace(), Rows::ranks), 1),
            "showing 8 ranks; busy longest: rank 3");
  EXPECT_EQ(slowest_sentence(index_timeline(shared_scene_of(on_ring(8))->trace(), Rows::ranks), 8),
            "showing 8 ranks; all equally busy");
  EXPECT_EQ(with_commas(1024), "1,024");
  EXPECT_EQ(with_commas(7), "7");
  EXPECT_EQ(with_commas(1'234'567), "1,234,567");
}

TEST(TimelineIndex, ATransferIsASentence) {
  const ScenePointer scene = shared_scene_of(on_ring(8));
  const Trace& trace = scene->trace();
  const Transfer& t = trace.transfers[0];
  EXPECT_EQ(transfer_sentence(trace, t), "rank 0 -> rank 1: chunk 0, 8 MiB, adds; 84.4 us");
}

TEST(TimelineRuler, PixelsAndTimesAreInverse) {
  const ScenePointer scene = shared_scene_of(ring_with_slow_link);
  for (const TimeAxis axis : {TimeAxis::linear, TimeAxis::logical, TimeAxis::stretched}) {
    const TimeRuler ruler(&scene->time_scale(axis), scene->playback.end(), 0.2, 0.7, 100, 1000);
    double before = -1;
    for (double x = 100; x <= 1100; x += 37) {
      EXPECT_NEAR(ruler.x_of(ruler.time_at(x)), x, 0.01);
      EXPECT_GT(ruler.x_of(ruler.time_at(x)), before);
      before = x;
    }
  }
}

TEST(TimelineRuler, TicksAreRoundAndTheirLabelsApart) {
  const ScenePointer scene = shared_scene_of(ring_with_slow_link);
  const RecordedCanvas canvas;
  for (const TimeAxis axis : {TimeAxis::linear, TimeAxis::logical, TimeAxis::stretched})
    for (const double width : {1e-5, 0.003, 0.2, 1.0}) {
      const TimeScale* scale = axis == TimeAxis::linear ? nullptr : &scene->time_scale(axis);
      const TimeRuler ruler(scale, scene->playback.end(), 0, width, 80, 1100);
      const std::vector<Tick> ticks = ticks_of(ruler, canvas, 13, 14);
      EXPECT_GE(ticks.size(), axis == TimeAxis::linear ? 3u : 1u) << width;
      double free = 0;
      for (const Tick& tick : ticks) {
        const double half = canvas.width_of(tick.label, 13) / 2;
        EXPECT_GE(tick.x - half, free) << tick.label;
        EXPECT_LE(tick.x + half, ruler.right());
        free = tick.x + half;
      }
    }
}

TEST(TimelineRuler, LabelsHaveTheDecimalsThatTheirStepNeeds) {
  EXPECT_EQ(tick_label(microseconds(1500), microseconds(500), milliseconds(4)), "1.5 ms");
  EXPECT_EQ(tick_label(microseconds(2000), microseconds(1000), milliseconds(4)), "2 ms");
  EXPECT_EQ(tick_label({}, microseconds(1), milliseconds(4)), "0");
  EXPECT_EQ(tick_label(nanoseconds(350), nanoseconds(50), nanoseconds(900)), "350 ns");
}

}  // namespace
}  // namespace commlab
