// The picture of a script's lanes: which rank did what when, what was sent, and which rank waits for ever.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/run/scene.h"
#include "gui/window/run/script_scene.h"
#include "gui/window/script/lanes_picture.h"
#include "gui/window/script/span_look.h"
#include "tests/window/script/script_stage.h"

namespace commlab {
namespace {

using testing::Contains;
using testing::Not;

TEST(Lanes, EveryWordIsInsideThePictureAndOnNoOther) {
  for (const ScriptRun& run : all_runs_by_hand())
    for (const std::string_view theme : theme_names())
      for (const Area area : {Area{0, 0, 840, 420}, Area{10, 20, 1240, 500}, Area{0, 0, 560, 380}})
        for (const bool at_end : {false, true}) {
          ScriptStage stage{.run = run, .theme = theme_named(theme).value(), .area = area};
          if (at_end) stage.view.now = run.finish;

          draw_lanes(stage.canvas, stage.lanes(), stage.shown());

          EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme << " " << run.text;
          for (const auto& text : stage.canvas.texts) {
            EXPECT_GE(text.area.x, area.x) << text.words;
            EXPECT_LE(text.area.right(), area.right()) << text.words << " " << theme;
            EXPECT_LE(text.area.bottom(), area.bottom()) << text.words << " " << theme;
          }
        }
}

TEST(Lanes, ABarTellsItsLineAndItsCall) {
  ScriptStage stage{.run = overlapped_by_hand()};
  stage.view.now = stage.run.finish;
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_THAT(stage.words(), Contains("4 compute(2 ms)"));
  EXPECT_THAT(stage.words(), Contains("3 isend(1, 4 MB)"));
}

TEST(Lanes, ABarWithoutRoomForItsCallTellsItsName) {
  ScriptStage stage{.run = overlapped_by_hand()};
  stage.area.width *= 0.75;
  stage.view.now = stage.run.finish;
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_THAT(stage.words(), Contains("3 isend"));
}

TEST(Lanes, StandOnATrueAxisOfTime) {
  ScriptStage stage{.run = overlapped_by_hand()};
  const LanesLayout layout = stage.lanes();
  EXPECT_DOUBLE_EQ(layout.scale.x_of({}), layout.rows.x);
  EXPECT_DOUBLE_EQ(layout.scale.x_of(stage.run.finish), layout.rows.right());
  EXPECT_DOUBLE_EQ(layout.scale.x_of(microseconds(4'500)), layout.rows.center().x);
  EXPECT_EQ(layout.for_ever.width, 0);
}

TEST(Lanes, BarsOfWhatNeverEndsLeaveRoomForEverAndTheCircleIsNumbered) {
  ScriptStage stage{.run = ring_that_hangs_by_hand()};
  EXPECT_GT(stage.lanes().for_ever.width, 0);
  EXPECT_LE(stage.lanes().for_ever.right(), stage.area.right());
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_THAT(stage.words(), Not(Contains("culprit"))) << "the hang has not happened yet";

  stage.canvas = {};
  stage.view.now = stage.run.finish;
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());

  for (const char* number : {"1", "2", "3", "4", "culprit", "for ever"})
    EXPECT_THAT(stage.words(), Contains(number));
}

TEST(Lanes, WhoWaitForTheSameRankShareAColumn) {
  ScriptStage stage{.run = absent_rank_by_hand()};
  const LanesLayout layout = stage.lanes();
  ASSERT_EQ(layout.columns.size(), 1u);
  EXPECT_EQ(layout.columns[0].on, 3);
  EXPECT_EQ(layout.columns[0].waits.size(), 3u);
  EXPECT_FALSE(layout.columns[0].number);
}

TEST(Lanes, ManyRanksKeepTheirRowsInsideThePicture) {
  ScriptStage stage{.run = overlapped_by_hand(), .every_rank = true};
  stage.run.ranks = 16;
  const LanesLayout layout = stage.lanes();
  EXPECT_FALSE(layout.labelled);
  EXPECT_LE(layout.row_of(15).bottom(), stage.area.bottom());
}

// Guards against a fixed bug: at 1280x720, eight ranks with three lanes each had no names of lanes, although
// the lesson's text names one.
TEST(Lanes, HaveNamesAlsoWhereTheirBarsHaveNoWords) {
  ScriptStage stage{.run = overlapped_by_hand(), .area = {0, 0, 820, 390}, .every_rank = true};
  stage.run.ranks = 8;
  EXPECT_FALSE(stage.lanes().labelled);
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  for (const char* name : {"host", "compute", "comm"})
    EXPECT_EQ(std::ranges::count(stage.words(), name), 8) << name;
  EXPECT_EQ(stage.canvas.overlapping_texts(), "");
}

// Ranks 2 to 7 do nothing here, so they do the same.
TEST(Lanes, OneRowStandsForManyRanksThatDoTheSame) {
  ScriptStage stage{.run = overlapped_by_hand()};
  const int alone = stage.run.ranks;
  stage.run.ranks = 8;
  const LanesLayout layout = stage.lanes();
  ASSERT_TRUE(layout.shares_rows());
  EXPECT_EQ(layout.ranks_beside(7).size(), static_cast<std::size_t>(8 - alone));
  EXPECT_EQ(layout.row_of(alone), layout.row_of(7));
  EXPECT_NE(layout.row_of(0), layout.row_of(7));
  draw_lanes(stage.canvas, layout, stage.shown());
  EXPECT_THAT(stage.words(), Contains(fmt::format("ranks {}-7", alone)));
  stage.every_rank = true;
  EXPECT_FALSE(stage.lanes().shares_rows());
}

TEST(Lanes, AStopwatchIsToldWhereItsHostDoesNothing) {
  ScriptStage stage{.run = overlapped_by_hand()};
  std::erase_if(stage.run.spans, [](const ScriptSpan& span) { return span.lane == ScriptLane::host; });
  stage.run.timers = {{.rank = 0, .name = "t", .start = {}, .stop = microseconds(5)}};
  stage.view.now = microseconds(4);
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_THAT(stage.words(), Not(Contains("t: 5.00 us"))) << "the stopwatch still runs";
  stage.view.now = stage.run.finish;
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_THAT(stage.words(), Contains("t: 5.00 us"));
}

// Guards against a fixed bug: the words of a group's two messages at the same time lay on each other.
TEST(Lanes, WhatIsUnderWayAtOnceStandsOneAboveTheOther) {
  ScriptStage stage{.run = overlapped_by_hand()};
  const auto carried = std::ranges::find(stage.run.spans, ScriptSpan::Kind::carries, &ScriptSpan::kind);
  ASSERT_NE(carried, stage.run.spans.end());
  ScriptSpan beside = *carried;
  const auto first = static_cast<std::size_t>(carried - stage.run.spans.begin());
  beside.what = "recv(1, y)";
  stage.run.spans.push_back(beside);
  stage.area = {0, 0, 1400, 600};
  const LanesLayout layout = stage.lanes();

  const Area lane = *layout.lane_of(beside.rank, beside.lane);
  const Area above = *layout.track_of(stage.run, stage.run.spans[first]);
  const Area below = *layout.track_of(stage.run, stage.run.spans.back());
  EXPECT_DOUBLE_EQ(above.height, lane.height / 2);
  EXPECT_DOUBLE_EQ(below.y, above.bottom());
  EXPECT_DOUBLE_EQ(below.bottom(), lane.bottom());
  draw_lanes(stage.canvas, layout, stage.shown());
  EXPECT_EQ(stage.canvas.overlapping_texts(), "");
  const double x = layout.scale.x_of(beside.start) + 4;
  EXPECT_EQ(lanes_at(layout, stage.run, {x, below.center().y})->what, "recv(1, y)");
  for (const ScriptSpan& span : stage.run.spans)
    EXPECT_TRUE(span.lane != ScriptLane::host ||
                layout.track_of(stage.run, span)->height == layout.lane_height);
}

TEST(Lanes, WhatIsUnderThePointerIsFound) {
  ScriptStage stage{.run = overlapped_by_hand()};
  const LanesLayout layout = stage.lanes();
  const Area lane = *layout.lane_of(0, ScriptLane::compute);
  const ScriptSpan* span = lanes_at(layout, stage.run, {layout.scale.x_of(milliseconds(1)), lane.center().y});
  ASSERT_NE(span, nullptr);
  EXPECT_EQ(span->what, "compute(2 ms)");
  EXPECT_EQ(lanes_at(layout, stage.run, {0, 0}), nullptr);
}

TEST(Lanes, WordsOnBarsCanBeReadInEveryTheme) {
  for (const std::string_view name : theme_names()) {
    const Theme theme = theme_named(name).value();
    for (const auto kind : {ScriptSpan::Kind::works, ScriptSpan::Kind::carries, ScriptSpan::Kind::waits})
      for (const auto lane : {ScriptLane::host, ScriptLane::compute})
        for (std::int32_t call = 0; call < chunk_hues; ++call) {
          const SpanLook look = look_of({.lane = lane, .kind = kind, .call = call}, theme);
          EXPECT_GE(contrast(look.fill, look.ink), 4.5) << name << " " << static_cast<int>(kind);
        }
  }
}

TEST(Lanes, ARunThatEndsAtOnceIsAPictureToo) {
  ScriptStage stage{.run = ring_that_hangs_by_hand()};
  stage.run.finish = {};
  for (ScriptSpan& span : stage.run.spans) span.start = span.end = {};
  draw_lanes(stage.canvas, stage.lanes(), stage.shown());
  EXPECT_GT(stage.lanes().for_ever.width, 100);
  const Scene scene(played_of(stage.run));
  EXPECT_EQ(scene.playback.end(), Time{});
}

}  // namespace
}  // namespace commlab
