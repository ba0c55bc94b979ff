// The timeline: what is visible is found without a look at the rest; what is drawn can be read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/numbers.h"
#include "gui/window/matrix_cell.h"
#include "gui/window/timeline_counterparts.h"
#include "gui/window/timeline_names.h"
#include "gui/window/timeline_picture.h"
#include "gui/window/timeline_pieces.h"
#include "gui/window/timeline_signs.h"
#include "gui/window/timeline_texture.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

using testing::HasSubstr;

// All that a picture of a scene needs.
struct Stage {
  explicit Stage(std::string_view line, Area area = {0, 0, 1280, 250}, std::string_view theme_name = "dark")
      : Stage(shared_scene_of(line), area, theme_name) {}
  Stage(ScenePointer of, Area on, std::string_view theme_name)
      : scene(std::move(of)), theme(*theme_named(theme_name)), area(on) {}

  TimelineLayout layout() {
    index = index_timeline(scene->trace(), view.rows);
    if (ghost) ghost_index = index_timeline(ghost->trace(), view.rows);
    if (measured) {
      measured_index = index_timeline(measured->trace(), view.rows);
      same = counterparts(scene->trace(), measured->trace());
    }
    return lay_out_timeline(canvas, area, shown(), rows());
  }
  Shown shown() const { return {*scene, ghost.get(), measured.get(), view, theme}; }
  TimelineRows rows() const {
    return {.scene = index,
            .ghost = ghost ? &ghost_index : nullptr,
            .measured = measured ? &measured_index : nullptr,
            .counterparts = same};
  }
  bool says(std::string_view words) const {
    return std::ranges::count(canvas.texts, words, &RecordedCanvas::Text::words) > 0;
  }
  void draw() {
    const TimelineLayout at = layout();
    Raster texture{.name = "timeline"};
    if (at.detail == TimelineDetail::texels) paint_bars(texture, at, theme, view.selected);
    if (at.detail == TimelineDetail::idle) paint_idleness(texture, at, index, theme);
    canvas = {};
    draw_timeline(canvas, at, shown(), rows(), {.texture = &texture});
  }

  ScenePointer scene, ghost, measured;
  Theme theme;
  Area area;
  View view;
  RecordedCanvas canvas;
  TimelineIndex index, ghost_index, measured_index;
  std::vector<std::int32_t> same;
};

std::string on_ring(int ranks, std::string_view more = "") {
  return fmt::format("all_reduce --algorithm ring --machine ring:{},100GB/s,500ns {}", ranks, more);
}
const std::string ring_with_slow_link = on_ring(8, "--slow gpu3-gpu4:4x");

std::int32_t first_of(const TimelineIndex& index, int row) {
  return index.rows[static_cast<std::size_t>(row)].lanes[0][0];
}

// A chunk is one chunk wherever it is drawn: with several parts to a block, too.
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
          const Transfer& t = trace.transfers[static_cast<std::size_t>(i)];
          EXPECT_EQ(t.from, row.rank);
          EXPECT_GE(t.start, free);
          free = t.sent;
        }
      }
    EXPECT_EQ(found, trace.transfers.size()) << algorithm;
  }
}

// One sender's three copies were one row of three thin bars, and seven empty rows.
TEST(TimelineIndex, CopiesHaveARowForEachReceiver) {
  Stage stage("p2p --algorithm direct --machine hcm8 --from 0 --to 1,2,3 --size 64MiB");
  const TimelineLayout at = stage.layout();
  ASSERT_EQ(stage.index.rows.size(), 3u);
  EXPECT_EQ(stage.index.rows[1].name, "rank 0 → rank 2");
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
  EXPECT_EQ(index.rows.size(), 8u) << "of 16: the ring goes one way round";
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
  const Transfer& first = trace.transfers[static_cast<std::size_t>(first_of(index, 0))];
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

TEST(Timeline, EmptyAndTinyRunsAreDrawn) {
  for (const int ranks : {1, 2})
    for (const int count : {0, 1}) {
      Stage stage(fmt::format("all_reduce --algorithm ring --machine switch:{},450GB/s,350ns --count {}",
                              ranks, count));
      stage.draw();
      EXPECT_FALSE(stage.canvas.texts.empty());
    }
}

// Words inside bars may stand under the playhead's, but no two words share a place, and all are legible.
TEST(Timeline, NoTwoLabelsOverlapAndNoneIsTooSmall) {
  for (const int ranks : {4, 8, 16, 64, 300}) {
    const ScenePointer scene = shared_scene_of(on_ring(ranks));
    for (const char* theme : {"dark", "projector"})
      for (const Area area : {Area{0, 0, 1280, 250}, Area{0, 0, 1920, 400}})
        for (const TimeAxis axis : {TimeAxis::linear, TimeAxis::logical, TimeAxis::stretched})
          for (const Rows rows : {Rows::ranks, Rows::links}) {
            Stage stage(scene, area, theme);
            stage.view.axis = axis;
            stage.view.rows = rows;
            stage.view.now = Time{stage.scene->trace().finish.ps / 3};
            stage.draw();
            EXPECT_EQ(stage.canvas.overlapping_texts(), "") << ranks << " " << theme << " " << area.width;
            for (const auto& text : stage.canvas.texts) {
              EXPECT_GE(text.size, stage.theme.small()) << text.words;
              EXPECT_GE(text.area.x, area.x - 0.5) << text.words;
              EXPECT_LE(text.area.right(), area.right() + 0.5) << text.words;
            }
          }
  }
}

TEST(Timeline, NeverMoreThanTheGraphicsBudget) {
  for (const int ranks : {8, 16, 64, 300}) {
    const ScenePointer scene = shared_scene_of(on_ring(ranks));
    for (const double to : {1.0, 0.25, 0.02}) {
      Stage stage(scene, {0, 0, 1920, 400}, "light");
      stage.view.to = to;
      stage.view.critical = true;
      stage.draw();
      EXPECT_LE(stage.canvas.vertices, 9000) << ranks << " " << to;
    }
  }
}

TEST(Timeline, ManyShortTransfersAreDrawnAsOneBarWithTheirNumber) {
  Stage stage("broadcast --algorithm chain --machine switch:2,450GB/s,350ns --pieces 3000");
  stage.draw();
  EXPECT_TRUE(
      std::ranges::any_of(stage.canvas.texts, [](const auto& t) { return t.words.starts_with("×"); }));
  EXPECT_LE(stage.canvas.vertices, 6000);
}

TEST(Timeline, ThousandsOfBarsBecomeATexture) {
  Stage middle(on_ring(64)), large(on_ring(300));
  EXPECT_EQ(middle.layout().detail, TimelineDetail::texels);
  EXPECT_EQ(large.layout().detail, TimelineDetail::idle);
  large.draw();
  EXPECT_EQ(large.canvas.images, 1);
  middle.view.to = 0.05;
  EXPECT_EQ(middle.layout().detail, TimelineDetail::shapes) << "zoomed in, they are bars again";
}

TEST(Timeline, TheRowBeforeASlowLinkIsTheDarkLineOfTheTexture) {
  Stage stage(on_ring(300, "--slow gpu100-gpu101:4x"), {0, 0, 1280, 400});
  const TimelineLayout layout = stage.layout();
  Raster texture{.name = "timeline"};
  paint_idleness(texture, layout, stage.index, stage.theme);
  ASSERT_EQ(static_cast<int>(texture.texels.size()), texture.width * texture.height);
  const auto brightness = [&](int row) {
    const int y = static_cast<int>((row + 0.5) * texture.height / 300);
    return texture.texels[static_cast<std::size_t>(y * texture.width + texture.width / 2)].r;
  };
  EXPECT_LT(brightness(100) + 60, brightness(200)) << "the others wait for it";
}

TEST(Timeline, ABarIsFoundWhereItIsDrawn) {
  Stage stage(on_ring(4, "--slow gpu1-gpu2:4x"));
  for (const TimeAxis axis : {TimeAxis::linear, TimeAxis::stretched}) {
    stage.view.axis = axis;
    const TimelineLayout layout = stage.layout();
    Registry registry;
    note_timeline(registry, layout, stage.shown(), stage.rows());
    int bars = 0;
    for (const Widget& widget : registry.widgets()) {
      if (!widget.id.starts_with("timeline.bar.")) continue;
      ++bars;
      const TimelineHit hit = timeline_at(layout, stage.shown(), widget.area.center());
      ASSERT_TRUE(hit.transfer) << widget.id;
      EXPECT_EQ(fmt::format("timeline.bar.{}", *hit.transfer), widget.id);
    }
    EXPECT_GT(bars, 0);
    for (const char* id :
         {"timeline", "timeline.row.3", "timeline.ruler", "timeline.minimap", "timeline.rows"})
      EXPECT_NE(registry.find(id), nullptr) << id;
  }
}

TEST(Timeline, PlacesBelongToTheRightPart) {
  Stage stage(ring_with_slow_link);
  const TimelineLayout layout = stage.layout();
  using Zone = TimelineHit::Zone;
  const auto zone = [&](const Area& area) { return timeline_at(layout, stage.shown(), area.center()).zone; };
  EXPECT_EQ(zone(layout.ruler), Zone::ruler);
  EXPECT_EQ(zone(layout.rows), Zone::rows);
  EXPECT_EQ(zone(layout.minimap), Zone::minimap);
  EXPECT_EQ(zone(layout.corner), Zone::corner);
  EXPECT_EQ(timeline_at(layout, stage.shown(), {10, layout.row_top(5) + 1}).row, 5);
  EXPECT_EQ(timeline_at(layout, stage.shown(), {-10, -10}).zone, Zone::none);
}

TEST(Timeline, ComparedRunsStandOneAboveTheOtherWithTheirDifference) {
  Stage stage(on_ring(4));
  stage.measured = shared_scene_of(on_ring(4, "--slow gpu1-gpu2:2x"));
  stage.view.arrange = Arrange::compare;
  const TimelineLayout layout = stage.layout();
  EXPECT_TRUE(layout.compares);
  EXPECT_EQ(layout.scale.last(), stage.measured->playback.end()) << "the longer run fills the axis";
  stage.draw();
  EXPECT_TRUE(stage.says("predicted"));
  EXPECT_TRUE(stage.says("measured"));
  const double longer = static_cast<double>(stage.measured_index.rows[1].done.ps) /
                        static_cast<double>(stage.index.rows[1].done.ps);
  EXPECT_TRUE(stage.says(fmt::format("{:+.0f} %", 100 * (longer - 1))));
}

TEST(Timeline, ARunWithoutRoutesSaysWhyThereAreNoLinks) {
  Stage stage(on_ring(8));
  Trace trace = stage.scene->trace();
  for (Transfer& t : trace.transfers) t.route = -1;
  stage.scene = std::make_shared<const Scene>(Played{.trace = std::move(trace)});
  stage.view.rows = Rows::links;
  stage.draw();
  EXPECT_TRUE(stage.says("this run does not say which links its messages took"));
}

TEST(Timeline, ZoomKeepsThePlaceUnderThePointerAndStaysInside) {
  View view;
  zoom_timeline(view, 4, 0.25);
  EXPECT_NEAR(view.to - view.from, 0.25, 1e-12);
  EXPECT_NEAR((0.25 - view.from) / (view.to - view.from), 0.25, 1e-9);
  pan_timeline(view, 5);
  EXPECT_EQ(view.to, 1);
  zoom_timeline(view, 1e-9, 0.9);
  EXPECT_EQ(view.from, 0);
  EXPECT_EQ(view.to, 1);
  for (int i = 0; i < 200; ++i) zoom_timeline(view, 2, 0.5);
  EXPECT_LT(view.from, view.to);
  zoom_to(view, -3, 7);
  EXPECT_EQ(view.from, 0);
  EXPECT_EQ(view.to, 1);
}

// They were outlines under the bars, which hid them.
TEST(Timeline, TheRunBeforeAChangeHasALaneOfItsOwnAndItsTimeIsTold) {
  for (const std::string_view theme : theme_names()) {
    Stage stage(on_ring(4, "--slow gpu1-gpu2:4x"), {0, 0, 1280, 250}, theme);
    stage.ghost = shared_scene_of(on_ring(4));
    stage.draw();
    const TimelineLayout layout = stage.layout();
    ASSERT_GT(layout.ghost, 0) << theme;
    for (const Track& ghost : layout.tracks)
      for (const Track& bar : layout.tracks)
        if (ghost.look == Track::Look::faint && bar.look == Track::Look::filled && ghost.row == bar.row) {
          EXPECT_LE(ghost.y + ghost.height, bar.y) << theme;
        }
    EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme;
    const Theme& t = stage.theme;
    EXPECT_GE(contrast(ghost_color(t), t.panel), 3) << theme;
  }
  Stage stage(on_ring(4, "--slow gpu1-gpu2:4x"), {0, 0, 1600, 250});
  stage.ghost = shared_scene_of(on_ring(4));
  stage.draw();
  EXPECT_TRUE(std::ranges::any_of(stage.canvas.texts, [](const auto& t) {
    return t.words.starts_with("before: ") && t.words.ends_with("as long");
  }));
}

TEST(Timeline, NumbersOnBarsAreWorthMoreThanTheMinimapAndWhatArrives) {
  Stage stage(on_ring(8), {0, 0, 1260, 180}, "contrast");
  EXPECT_EQ(stage.layout().minimap.height, 0);
  stage.draw();
  EXPECT_TRUE(stage.says("7"));
  stage.area.height = 400;
  EXPECT_GT(stage.layout().minimap.height, 0);
  EXPECT_GT(stage.layout().arrivals, 0);
}

TEST(Timeline, TheLegendNamesWhatTheRunHas) {
  Stage both(on_ring(4)), copies("broadcast --machine switch:8,450GB/s,350ns --algorithm binomial");
  both.draw();
  EXPECT_TRUE(both.says("adds"));
  EXPECT_TRUE(both.says("copies"));
  copies.draw();
  EXPECT_FALSE(copies.says("adds"));
  EXPECT_TRUE(copies.says("copies"));
}

// So few lines were shared by so many bars that most copies had none, and looked as if they added.
TEST(Timeline, EveryCopyIsMarkedHoweverManyBarsThereAre) {
  Stage stage(on_ring(16));
  stage.draw();
  ASSERT_TRUE(stage.layout().striped);
  std::size_t stripes = 0;
  for (const Area& fill : stage.canvas.fills)
    for (const Track& track : stage.layout().tracks)
      stripes += fill.height < 0.5 * track.height && fill.y > track.y && fill.y < track.y + track.height &&
                 std::abs(fill.center().y - track.y - track.height / 2) < 0.1;
  EXPECT_GE(stripes, 16u * 15u);
}

TEST(Timeline, ComparedRunsFillThePanelAndSayByHowMuchEachMessageDiffers) {
  Stage stage(on_ring(4), {0, 0, 1260, 800});
  stage.measured = shared_scene_of(on_ring(4, "--slow gpu1-gpu2:2x"));
  stage.view.arrange = Arrange::compare;
  const TimelineLayout layout = stage.layout();
  EXPECT_GE(4 * layout.row_height, 0.95 * layout.rows.height);
  stage.draw();
  EXPECT_TRUE(std::ranges::any_of(stage.canvas.texts,
                                  [](const auto& t) { return t.words.find("  +1") != std::string::npos; }));
  EXPECT_EQ(std::ranges::count(stage.same, -1), 0);
}

TEST(Timeline, AsManyBytesArePredictedToTakeAsLongAsTheyAre) {
  const Scene scene = scene_of(on_ring(4)), slow = scene_of(on_ring(4, "--slow gpu1-gpu2:2x"));
  const TimelineIndex one = index_timeline(scene.trace(), Rows::ranks),
                      two = index_timeline(slow.trace(), Rows::ranks);
  const Time all = *predicted_time(scene.trace(), one, slow.trace(), two, -1, {}, slow.trace().finish);
  EXPECT_GT(all.ps, scene.trace().finish.ps * 9 / 10);
  EXPECT_LE(all, scene.trace().finish);
  EXPECT_FALSE(predicted_time(scene.trace(), one, slow.trace(), two, -1, {}, {}));
}

TEST(Timeline, AMeasuredStretchIsASentence) {
  const TimelineIndex index{.rows = {{.name = "r0"}}};
  EXPECT_EQ(measure_sentence({{}, microseconds(10), 1e6}, index), "10.0 us: 1 MB sent in all, 100 GB/s");
  EXPECT_THAT(measure_sentence({{}, {}, 0, 0}, index), HasSubstr("by r0"));
  EXPECT_EQ(
      measure_sentence({.to = microseconds(10), .bytes = 1e6, .measured = true, .predicted = microseconds(8)},
                       index),
      "measured: 10.0 us: 1 MB sent in all, 100 GB/s; predicted for as many bytes: 8.00 us (-20 %)");
}

}  // namespace
}  // namespace commlab
