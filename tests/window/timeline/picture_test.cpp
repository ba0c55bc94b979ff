// The timeline's picture: what is drawn can be read, and is found under the pointer.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/draw/hatching.h"
#include "gui/window/run/visible_stretch.h"
#include "gui/window/timeline/names.h"
#include "tests/window/timeline/timeline_stage.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST(Timeline, EmptyAndTinyRunsAreDrawn) {
  for (const int ranks : {1, 2})
    for (const int count : {0, 1}) {
      TimelineStage stage(fmt::format(
          "all_reduce --algorithm ring --machine switch:{},450GB/s,350ns --count {}", ranks, count));
      stage.draw();
      EXPECT_FALSE(stage.canvas.texts.empty());
    }
}

// Words inside bars may be covered by the playhead's, but no two texts overlap, and all can be read.
TEST(Timeline, NoTwoLabelsOverlapAndNoneIsTooSmall) {
  for (const int ranks : {4, 8, 16, 64, 300}) {
    const ScenePointer scene = shared_scene_of(on_ring(ranks));
    for (const char* theme : {"dark", "projector"})
      for (const Area area : {Area{0, 0, 1280, 250}, Area{0, 0, 1920, 400}})
        for (const TimeAxis axis : {TimeAxis::linear, TimeAxis::logical, TimeAxis::stretched})
          for (const Rows rows : {Rows::ranks, Rows::links}) {
            TimelineStage stage(scene, area, theme);
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

// Most are drawn with the most bars that have numbers and thin lanes below them: 16 ranks, from 490 px on. A whole
// frame may have 15,000.
TEST(Timeline, NeverMoreThanTheGraphicsBudgetWhateverItsHeight) {
  for (const int ranks : {8, 16, 64, 300}) {
    const ScenePointer scene = shared_scene_of(on_ring(ranks));
    for (const double height : {250, 400, 490, 800})
      for (const double to : {1.0, 0.25, 0.02}) {
        TimelineStage stage(scene, {0, 0, 1920, height}, "light");
        stage.view.to = to;
        stage.view.critical = true;
        stage.draw();
        EXPECT_LE(stage.canvas.vertices, ranks == 16 ? 12'000 : 9000) << ranks << " " << height << " " << to;
      }
  }
}

TEST(Timeline, ManyShortTransfersAreDrawnAsOneBarWithTheirNumber) {
  TimelineStage stage("broadcast --algorithm chain --machine switch:2,450GB/s,350ns --pieces 3000");
  stage.draw();
  EXPECT_TRUE(
      std::ranges::any_of(stage.canvas.texts, [](const auto& t) { return t.words.starts_with("×"); }));
  EXPECT_LE(stage.canvas.vertices, 6000);
}

TEST(Timeline, ThousandsOfBarsBecomeATexture) {
  TimelineStage middle(on_ring(64)), large(on_ring(300));
  EXPECT_EQ(middle.layout().detail, TimelineDetail::texels);
  EXPECT_EQ(large.layout().detail, TimelineDetail::idle);
  large.draw();
  EXPECT_EQ(large.canvas.images, 1);
  middle.view.to = 0.05;
  EXPECT_EQ(middle.layout().detail, TimelineDetail::shapes) << "zoomed in, they must be bars again";
}

TEST(Timeline, TheRowBeforeASlowLinkIsTheDarkLineOfTheTexture) {
  TimelineStage stage(on_ring(300, "--slow gpu100-gpu101:4x"), {0, 0, 1280, 400});
  const TimelineLayout layout = stage.layout();
  Raster texture{.name = "timeline"};
  paint_idleness(texture, layout, stage.index, stage.theme);
  ASSERT_EQ(static_cast<int>(texture.texels.size()), texture.width * texture.height);
  const auto brightness = [&](int row) {
    const int y = static_cast<int>((row + 0.5) * texture.height / 300);
    return texture.texels[y * texture.width + texture.width / 2].r;
  };
  EXPECT_LT(brightness(100) + 60, brightness(200)) << "the other ranks wait for it";
}

TEST(Timeline, ABarIsFoundWhereItIsDrawn) {
  TimelineStage stage(on_ring(4, "--slow gpu1-gpu2:4x"));
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
  TimelineStage stage(ring_with_slow_link);
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
  TimelineStage stage(on_ring(4));
  stage.measured = shared_scene_of(on_ring(4, "--slow gpu1-gpu2:2x"));
  stage.view.arrange = Arrange::compare;
  const TimelineLayout layout = stage.layout();
  EXPECT_TRUE(layout.compares);
  EXPECT_EQ(layout.scale.last(), stage.measured->playback.end()) << "the longer run must fill the axis";
  stage.draw();
  EXPECT_TRUE(stage.says("predicted"));
  EXPECT_TRUE(stage.says("measured"));
  const double longer = static_cast<double>(stage.measured_index.rows[1].done.ps) /
                        static_cast<double>(stage.index.rows[1].done.ps);
  EXPECT_TRUE(stage.says(fmt::format("{:+.0f} %", 100 * (longer - 1))));
}

TEST(Timeline, ARunWithoutRoutesSaysWhyThereAreNoLinks) {
  TimelineStage stage(on_ring(8));
  Trace trace = stage.scene->trace();
  for (Transfer& t : trace.transfers) t.route = -1;
  stage.scene = std::make_shared<const Scene>(Outcome{.run = {.trace = std::move(trace)}});
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

// Guards against a fixed bug: the run before a change was drawn as outlines, hidden under the bars.
TEST(Timeline, TheRunBeforeAChangeHasALaneOfItsOwnAndItsTimeIsTold) {
  for (const std::string_view theme : theme_names()) {
    TimelineStage stage(on_ring(4, "--slow gpu1-gpu2:4x"), {0, 0, 1280, 250}, theme);
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
  TimelineStage stage(on_ring(4, "--slow gpu1-gpu2:4x"), {0, 0, 1600, 250});
  stage.ghost = shared_scene_of(on_ring(4));
  stage.draw();
  EXPECT_TRUE(std::ranges::any_of(stage.canvas.texts, [](const auto& t) {
    return t.words.starts_with("before: ") && t.words.ends_with("as long");
  }));
}

TEST(Timeline, NumbersOnBarsAreWorthMoreThanTheMinimapAndWhatArrives) {
  TimelineStage stage(on_ring(8), {0, 0, 1260, 180}, "contrast");
  EXPECT_EQ(stage.layout().minimap.height, 0);
  stage.draw();
  EXPECT_TRUE(stage.says("7"));
  stage.area.height = 400;
  EXPECT_GT(stage.layout().minimap.height, 0);
  EXPECT_GT(stage.layout().arrivals, 0);
}

TEST(Timeline, TheLegendNamesWhatTheRunHas) {
  TimelineStage both(on_ring(4)), copies("broadcast --machine switch:8,450GB/s,350ns --algorithm binomial");
  both.draw();
  EXPECT_TRUE(both.says("adds"));
  EXPECT_TRUE(both.says("copies"));
  copies.draw();
  EXPECT_FALSE(copies.says("adds"));
  EXPECT_TRUE(copies.says("copies"));
}

// Guards against a fixed bug: so many bars shared so few lines that most copies had no mark, and looked as if
// they added.
TEST(Timeline, EveryCopyIsMarkedHoweverManyBarsThereAre) {
  TimelineStage stage(on_ring(16));
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
  TimelineStage stage(on_ring(4), {0, 0, 1260, 800});
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
