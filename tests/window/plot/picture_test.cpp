// The plot over sizes: its sentences follow from the data, and what is drawn can be read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/plot/picture.h"
#include "gui/window/plot/placer.h"
#include "gui/window/plot/words.h"
#include "tests/window/recorded_canvas.h"

namespace commlab {
namespace {

PlotPair pair(Bytes size, std::int64_t predicted_us, std::int64_t measured_us) {
  return {size, microseconds(predicted_us), microseconds(measured_us)};
}

std::vector<SweepPoint> sweep_of(int sizes, bool measured) {
  std::vector<SweepPoint> points;
  for (int i = 0; i < sizes; ++i) {
    const Bytes size{std::int64_t{1024} << i};
    const Time predicted{10'000'000 + 4 * size.count};
    SweepPoint point{.size = size, .predicted = predicted, .bound = Time{1'000'000 + 4 * size.count}};
    if (measured) {
      point.measured = Time{predicted.ps * 11 / 10};
      point.measured_min = predicted;
      point.measured_max = Time{predicted.ps * 13 / 10};
    }
    points.push_back(point);
  }
  return points;
}

struct PlotStage {
  SweepState sweep;
  Theme theme = *theme_named("dark");
  Area area{0, 0, 400, 330};
  Bytes size = MiB(64);
  bool predicting = false;
  RecordedCanvas canvas;

  PlotShown shown() const {
    return {.sweep = sweep,
            .kind = CollectiveKind::all_reduce,
            .ranks = 8,
            .size = size,
            .algorithm = "ring",
            .predicting = predicting,
            .theme = theme};
  }
  PlotLayout layout() const { return lay_out_plot(canvas, area, shown()); }
  bool says(std::string_view words) const {
    return std::ranges::count(canvas.texts, words, &RecordedCanvas::Text::words) == 1;
  }
  void draw() {
    canvas = {};
    draw_plot(canvas, layout(), shown());
  }
};

TEST(PlotSentence, SaysFromWhichSizeOnThePredictionHolds) {
  EXPECT_EQ(accuracy_sentence({pair(KiB(1), 66, 100), pair(KiB(32), 66, 100), pair(KiB(64), 100, 105),
                               pair(MiB(1), 100, 95)}),
            "within 10 % from 64 KiB; below, the model is optimistic by 34 % (median)");
  EXPECT_EQ(accuracy_sentence({pair(KiB(1), 100, 100), pair(MiB(1), 130, 100)}),
            "within 10 % up to 1 KiB; above, the model is pessimistic by 30 %");
  EXPECT_EQ(accuracy_sentence({pair(KiB(1), 50, 100), pair(KiB(2), 100, 100), pair(KiB(4), 60, 100)}),
            "within 10 % from 2 KiB to 2 KiB; elsewhere, the model is optimistic by 45 % (median)");
}

TEST(PlotSentence, HasWordsForOneSizeForAllAndForNone) {
  EXPECT_EQ(accuracy_sentence({pair(MiB(1), 100, 101)}), "within 10 % at 1 MiB");
  EXPECT_EQ(accuracy_sentence({pair(MiB(1), 100, 101), pair(MiB(2), 100, 101)}),
            "within 10 % at all 2 sizes");
  EXPECT_EQ(accuracy_sentence({pair(MiB(1), 50, 100)}), "not within 10 %: the model is optimistic by 50 %");
  EXPECT_EQ(accuracy_sentence({pair(MiB(1), 50, 100), pair(MiB(2), 60, 100)}),
            "nowhere within 10 %: the model is optimistic by 45 % (median)");
  EXPECT_EQ(accuracy_sentence({}), "nothing was measured");
  EXPECT_EQ(accuracy_sentence({pair(MiB(1), 100, 0)}), "nothing was measured");
}

TEST(PlotSentence, BusBandwidthShowsItsNumbers) {
  EXPECT_EQ(busbw_sentence(CollectiveKind::all_reduce, 8, MiB(64), microseconds(261)),
            "450 GB/s = 2(8-1)/8 × 64 MiB / 261 us");
  EXPECT_EQ(busbw_sentence(CollectiveKind::all_gather, 4, MiB(1), microseconds(1)),
            "786 GB/s = (4-1)/4 × 1 MiB / 1.00 us");
  EXPECT_EQ(busbw_sentence(CollectiveKind::broadcast, 4, MiB(1), microseconds(10)),
            "105 GB/s = 1 MiB / 10.0 us");
  EXPECT_EQ(busbw_of(CollectiveKind::all_reduce, 8, MiB(1), {}), 0);
}

TEST(PlotSentence, ATableOfAnotherCollectiveOrRankCountIsCalledSo) {
  const Overlay table{.collective = CollectiveKind::broadcast, .ranks = 4, .rows = {}};
  EXPECT_EQ(mismatch_sentence(table, CollectiveKind::all_reduce, 8),
            "these are broadcasts on 4 ranks; the run is an all_reduce on 8");
  EXPECT_EQ(mismatch_sentence(table, CollectiveKind::broadcast, 8),
            "these are broadcasts on 4 ranks; the run is a broadcast on 8");
  EXPECT_EQ(mismatch_sentence(table, CollectiveKind::broadcast, 4), "");
}

// Guards against a fixed bug: the panel cut off the text "Press P ..."; now there are buttons.
TEST(Plot, WithoutSizesThereAreButtonsAndAllOfItFits) {
  for (const std::string_view theme : theme_names())
    for (const Area area : {Area{0, 0, 370, 150}, Area{0, 0, 370, 240}, Area{0, 0, 1200, 500}}) {
      PlotStage stage{.theme = *theme_named(theme), .area = area};
      const PlotLayout layout = stage.layout();
      stage.draw();
      ASSERT_EQ(layout.buttons.size(), 2u);
      const double bottom = area.bottom() + (theme == "projector" ? 30 : 0);  // no projector's plot is so low
      for (const Area& button : layout.buttons) EXPECT_LE(button.bottom(), bottom) << theme;
      for (const auto& text : stage.canvas.texts) EXPECT_LE(text.area.bottom(), bottom) << text.words;
      EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme << " " << area.height;
      Registry registry;
      note_plot(registry, layout, stage.shown());
      EXPECT_NE(registry.find("plot.predict"), nullptr);
      EXPECT_NE(registry.find("plot.measure"), nullptr);
    }
}

TEST(Plot, WhileItPredictsThereIsNothingToPress) {
  PlotStage stage;
  stage.predicting = true;
  stage.draw();
  EXPECT_TRUE(stage.says("Predicting all sizes …"));
  EXPECT_TRUE(stage.layout().buttons.empty());
}

// The time is A + n/B, so half of the bandwidth is reached at n = A B.
TEST(PlotMarks, HalfOfTheBandwidthIsReachedWhereLatencyCostsAsMuchAsTheBytes) {
  std::vector<SweepPoint> points;
  for (Bytes size = KiB(1); size <= MiB(1024); size.count *= 4)
    points.push_back({.size = size, .predicted = Time{10'000'000 + 4 * size.count}});
  EXPECT_NEAR(*half_bandwidth_size(points), 10'000'000 / 4.0, 0.1 * 10'000'000 / 4.0);
  points.resize(6);  // up to 1 MiB, where the bandwidth still grows
  EXPECT_FALSE(half_bandwidth_size(points));
  EXPECT_FALSE(half_bandwidth_size({}));
}

TEST(PlotMarks, TwoAlgorithmsCrossWhereBothTakeTheSameTime) {
  std::vector<SweepPoint> few_steps, few_bytes;
  for (Bytes size = KiB(1); size <= MiB(1024); size.count *= 4) {
    few_steps.push_back({.size = size, .predicted = Time{1'000'000 + 8 * size.count}});
    few_bytes.push_back({.size = size, .predicted = Time{9'000'000 + 4 * size.count}});
  }
  SweepState sweep{.points = few_bytes, .former = SweepState::Former{"tree", false, few_steps}};
  const PlotMarks marks = marks_of(sweep);
  ASSERT_EQ(marks.crossovers.size(), 1u);
  EXPECT_NEAR(marks.crossovers.front(), 2'000'000, 0.1 * 2'000'000);
  EXPECT_THAT(marks_sentence(marks, sweep, "ring"),
              testing::HasSubstr("tree is faster up to 1.9\u00A0MiB, ring above"));
  sweep.former->points = few_bytes;
  for (SweepPoint& point : sweep.former->points) point.predicted.ps *= 2;
  EXPECT_THAT(marks_sentence(marks_of(sweep), sweep, "ring"),
              testing::StartsWith("ring is faster at all sizes"));
  EXPECT_TRUE(crossovers(few_steps, few_steps).empty());
  EXPECT_EQ(rough_size(349.7 * 1024), "350 KiB");
}

TEST(Plot, TheLegendCoversNothingThatIsDrawn) {
  for (const PlotKind kind : {PlotKind::time, PlotKind::busbw, PlotKind::ratio})
    for (const Area area : {Area{0, 0, 330, 180}, Area{0, 0, 400, 330}, Area{0, 0, 700, 500}}) {
      PlotStage stage{.area = area};
      stage.sweep = {.points = sweep_of(20, true), .kind = kind};
      const PlotLayout layout = stage.layout();
      const PlotValues values{kind, CollectiveKind::all_reduce, 8};
      for (const SweepPoint& p : stage.sweep.points) {
        const PicturePoint at{layout.x_of(bytes_on_axis(p.size)),
                              layout.y_of(values.of(p.size, *p.measured, p.predicted))};
        for (const LegendEntry& entry : layout.legend)
          EXPECT_FALSE(entry.area.has(at)) << entry.words << " " << area.width;
      }
    }
}

// Guards against a fixed bug: a small plot of two algorithms did not say which curve belongs to which.
TEST(Plot, TwoAlgorithmsAreNamedInASmallPlotToo) {
  for (const char* theme : {"dark", "light", "contrast"}) {
    PlotStage stage{.theme = *theme_named(theme), .area = {0, 0, 368, 203}};
    std::vector<SweepPoint> few_steps = sweep_of(20, false);
    for (SweepPoint& point : few_steps) point.predicted = Time{1'000'000 + 8 * point.size.count};
    stage.sweep = {.points = sweep_of(20, false),
                   .former = SweepState::Former{"double-tree", false, few_steps}};
    stage.draw();
    EXPECT_TRUE(stage.says("ring")) << theme;
    EXPECT_TRUE(stage.says("double-tree")) << theme;
    EXPECT_TRUE(stage.says("equal at 2.1 MiB")) << theme;
    EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme;
    EXPECT_GE(stage.layout().plot.height, 55) << theme;
  }
}

// A bound of a thousandth of the prediction made the axis so long that the curve looked flat. One that is
// near the prediction is seen.
TEST(Plot, TheBoundDoesNotFlattenThePrediction) {
  PlotStage stage;
  stage.sweep.points = sweep_of(20, false);
  for (SweepPoint& point : stage.sweep.points) point.bound = Time{4 * point.size.count};
  EXPECT_GT(stage.layout().y.least, 1) << "in microseconds; predictions are 10 us or more";

  const SweepPoint& first = stage.sweep.points.front();
  stage.sweep.points.front().bound = Time{first.predicted.ps / 4};
  EXPECT_LE(stage.layout().y.least, microseconds_of(*first.bound));
}

TEST(Plot, EveryBandwidthIsPerDirection) {
  PlotStage stage;
  stage.sweep = {.points = sweep_of(20, false), .kind = PlotKind::busbw};
  stage.draw();
  EXPECT_TRUE(stage.says("bus bandwidth"));
  EXPECT_TRUE(stage.says("per direction"));
}

TEST(Plot, TheCursorStandsOnPowersOfTwoWithinTheAxis) {
  PlotStage stage;
  stage.sweep.points = sweep_of(20, false);
  const PlotLayout layout = stage.layout();
  EXPECT_EQ(size_at(layout, layout.x_of(65536)), KiB(64));
  EXPECT_EQ(size_at(layout, layout.x_of(70000)), KiB(64));
  EXPECT_EQ(size_at(layout, -1000), size_at(layout, layout.plot.x));
  EXPECT_GE(size_at(layout, 5000), MiB(512));
}

TEST(Plot, WordsOfThePublishedTableSayThatItWasRecordedElsewhere) {
  PlotStage stage;
  stage.sweep.overlay = Overlay{.name = "x",
                                .title = "all_reduce, 8 ranks",
                                .badge = "8 x H100, 2024",
                                .collective = CollectiveKind::all_reduce,
                                .ranks = 8,
                                .rows = {{MiB(1), microseconds(30), microseconds(28)}}};
  stage.area.width = 1200;
  stage.draw();
  EXPECT_TRUE(stage.says("recorded elsewhere: all_reduce, 8 ranks; 8 x H100, 2024"));
  EXPECT_TRUE(stage.says("published setup, predicted: within 10 % at 1 MiB"));
}

Overlay published_table() {
  Overlay table{.name = "x",
                .title = "NCCL all_reduce on 8 ranks (float32, out of place)",
                .badge = "eight GPUs and a switch; recorded by others; from the table of their report",
                .collective = CollectiveKind::all_reduce,
                .ranks = 8,
                .rows = {}};
  for (int i = 0; i < 20; i += 2)
    table.rows.push_back(
        {Bytes{std::int64_t{1024} << i}, microseconds(30 + (1 << i) / 4), microseconds(28 + (1 << i) / 5)});
  return table;
}

TEST(Plot, APublishedTableLeavesThePlotItsHeight) {
  for (const char* theme : {"dark", "contrast"})
    for (const Area area : {Area{0, 0, 330, 250}, Area{0, 0, 400, 330}, Area{0, 0, 700, 500}}) {
      PlotStage stage{.sweep = {.points = sweep_of(20, false), .overlay = published_table()},
                      .theme = *theme_named(theme),
                      .area = area};
      stage.draw();
      EXPECT_GE(stage.layout().plot.height, std::min(140.0, area.height / 2)) << theme << " " << area.width;
      EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme << " " << area.width;
    }
}

TEST(Plot, ATableOfOthersIsWarnedAbout) {
  PlotStage stage{.sweep = {.overlay = published_table()}, .area = {0, 0, 700, 400}};
  stage.draw();
  EXPECT_FALSE(stage.says("these are all_reduces on 4 ranks; the run is an all_reduce on 8"));
  stage.sweep.overlay->ranks = 4;
  stage.draw();
  EXPECT_TRUE(stage.says("these are all_reduces on 4 ranks; the run is an all_reduce on 8"));
  EXPECT_EQ(stage.canvas.overlapping_texts(), "");
}

TEST(Plot, WhatWasShortenedIsSaidInFullUnderThePointer) {
  PlotStage stage{.sweep = {.overlay = published_table()}, .area = {0, 0, 500, 330}};
  stage.draw();
  const PlotLayout layout = stage.layout();
  EXPECT_FALSE(stage.says(layout.badge_text));
  PlotShown shown = stage.shown();
  shown.pointer = layout.badge.center();
  stage.canvas = {};
  draw_plot(stage.canvas, layout, shown);
  std::string said;
  for (const auto& text : stage.canvas.texts) said += text.words + " ";
  EXPECT_THAT(said, testing::HasSubstr("table of their report"));
}

TEST(Plot, NoTwoLabelsOverlapAndNoneIsTooSmall) {
  for (const char* theme : {"dark", "light", "projector", "contrast"})
    for (const Area area : {Area{0, 0, 400, 330}, Area{0, 0, 700, 500}, Area{0, 0, 1900, 900}})
      for (const PlotKind kind : {PlotKind::time, PlotKind::busbw, PlotKind::ratio})
        for (const int sizes : {1, 2, 20}) {
          PlotStage stage{.theme = *theme_named(theme), .area = area};
          stage.sweep = {.points = sweep_of(sizes, true), .kind = kind};
          stage.draw();
          EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme << " " << area.width;
          for (const auto& text : stage.canvas.texts) EXPECT_GE(text.size, stage.theme.small()) << text.words;
          EXPECT_LE(stage.canvas.vertices, 4000);
        }
}

// Guards against a fixed bug: in a low panel, as on a phone held sideways, labels of both axes and the words
// about a published table lay over each other.
TEST(Plot, ALowPanelHasFewerWordsAndNoneOverlap) {
  for (const char* theme : {"dark", "light", "contrast"})
    for (const double height : {100, 110, 120, 135, 150, 170, 190})
      for (const PlotKind kind : {PlotKind::time, PlotKind::busbw, PlotKind::ratio})
        for (const bool published : {false, true}) {
          PlotStage stage{.theme = *theme_named(theme), .area = {0, 0, 290, height}};
          stage.sweep = {.points = sweep_of(20, !published), .kind = kind};
          if (published) stage.sweep.overlay = published_table();
          if (published) stage.sweep.overlay->ranks = 4;
          stage.draw();
          EXPECT_EQ(stage.canvas.overlapping_texts(), "") << theme << " " << height << " " << published;
          const PlotLayout layout = stage.layout();
          EXPECT_LE(layout.plot.bottom(), layout.all.bottom()) << theme << " " << height << " " << published;
          if (!published) continue;
          EXPECT_LE(layout.plot.bottom(), layout.badge.y) << theme << " " << height;
          EXPECT_THAT(layout.warning_text + layout.badge_text, testing::HasSubstr("on 4 ranks")) << height;
        }
}

TEST(Plot, ItsPartsHaveNames) {
  PlotStage stage;
  stage.sweep = {.points = sweep_of(20, true)};
  Registry registry;
  note_plot(registry, stage.layout(), stage.shown());
  for (const char* id : {"plot", "plot.cursor", "plot.tab.time", "plot.tab.busbw", "plot.tab.ratio"})
    EXPECT_NE(registry.find(id), nullptr) << id;
  EXPECT_EQ(registry.find("plot.cursor")->value, "64 MiB");
}

}  // namespace
}  // namespace commlab
