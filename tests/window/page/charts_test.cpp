// Plots and sliders in a lesson's page.

#include <stdexcept>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/page/bars.h"
#include "gui/window/page/cells.h"
#include "gui/window/page/layout.h"
#include "gui/window/page/plot.h"
#include "gui/window/page/step_page.h"
#include "gui/window/panels/lesson/explore.h"
#include "gui/window/session/playing.h"
#include "lessons/play/plot.h"
#include "tests/core/files/scratch_folder.h"
#include "tests/window/lesson/lesson_stage.h"
#include "tests/window/recorded_canvas.h"

namespace commlab {
namespace {

using testing::HasSubstr;

// A step with one chart of each kind, and with sliders.
constexpr std::string_view charts_and_sliders = R"(# Charts

```lesson
id = "charts"
title = "Charts"
goal = "See numbers."
minutes = 3
```

## Numbers

```scene
run = "all_reduce"
machine = "ring:4,25GB/s,2us"
algorithm = "ring"
size = "1 MiB"
```

```plot
title = "Time against size, on logarithmic axes"
x = size
values = [1 KiB, 32 KiB, 1 MiB, 32 MiB]
y.time = time(run), "the whole operation"
y.half = time(run) / 2, "half of it, a name that is longer than the panel is wide in some themes"
mark.knee = 252 kB, "the knee"
mark.near = 300 kB, "near it"
unit = "us"
scale = "log"
```

```plot
title = "Two of them"
bar.a = time(run), "all of it"
bar.b = time(run) / 3, "a third"
unit = "us"
```

```plot
title = "From row to column"
rows = range(0, 7)
columns = range(0, 7)
cell = row * column
```

```explore
ask = "Move the size."
size = ["1 KiB", "1 MiB", "32 MiB"]
channels = ["1", "2"]
show.time = time(run), "time"
```
)";

struct ChartsStage : ScratchFolder, LessonStage {
  ChartsStage() : LessonStage(holding("charts.lesson.md", charts_and_sliders).string()) {}
  const PlotState& plot(PlotBlock::Kind kind) const {
    for (const StepContent::Item& item : page().content.items)
      if (const auto* plot = std::get_if<PlotState>(&item); plot && plot->plot->kind == kind) return *plot;
    throw std::out_of_range("no such plot");
  }
};

TEST(PageCharts, TheirWordsAreInsideAndOnNoOther) {
  ChartsStage stage;
  ASSERT_EQ(stage.page().trouble, "");
  for (const std::string_view name : theme_names())
    for (const double width : {330.0, 420.0, 640.0}) {
      const Theme theme = theme_named(name).value();
      RecordedCanvas canvas;
      const PageLayout layout = lay_out_page(canvas, width, theme, stage.page());
      draw_page(canvas, {0, 0, width, layout.height}, layout, theme);
      EXPECT_EQ(canvas.overlapping_texts(), "") << name << " " << width;
      for (const auto& text : canvas.texts) {
        EXPECT_LE(text.area.right(), width + 0.5) << text.words << " " << name << " " << width;
        EXPECT_GE(text.area.x, -0.5) << text.words << " " << name << " " << width;
      }
    }
}

TEST(PageCharts, UnderThePointerIsTheValueOfEveryCurve) {
  ChartsStage stage;
  const PlotState& plot = stage.plot(PlotBlock::Kind::curves);
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  const Area area{10, 20, 400, height_of_page_plot(canvas, 400, theme, plot)};
  const PlotPoint point = point_of_page_plot(canvas, area, theme, plot, {area.right() - 30, area.center().y});
  ASSERT_EQ(point.lines.size(), 3u);
  EXPECT_EQ(point.lines[0], "size 32 MiB");
  EXPECT_EQ(point.lines[1], "the whole operation: " + plotted_text(plot, plot.curves[0].y[3]));
  EXPECT_TRUE(point_of_page_plot(canvas, area, theme, plot, {area.x + 1, area.y + 1}).lines.empty());
  EXPECT_TRUE(point_of_page_plot(canvas, area, theme, plot, {0, 0}).lines.empty());
}

TEST(PageCharts, UnderThePointerIsACell) {
  ChartsStage stage;
  const PlotState& plot = stage.plot(PlotBlock::Kind::cells);
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  const CellsLayout cells = lay_out_cells(canvas, 400, theme, plot);
  EXPECT_EQ(cell_under(cells, cells.cell(2, 5).center()), 2u * 8 + 5);
  EXPECT_EQ(cell_under(cells, {0, 0}), std::nullopt);
  EXPECT_EQ(cells.least, 0);
  EXPECT_EQ(cells.most, 49);
}

// A click on a cell gives the text with which a question of kind point is answered.
TEST(PageCharts, CellsArePlacesByTheirRowAndColumn) {
  ChartsStage stage;
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  PlotState plot = stage.plot(PlotBlock::Kind::cells);
  const Area area{10, 20, 400, height_of_page_plot(canvas, 400, theme, plot)};
  const std::vector<PlotPlace> places = places_on_page_plot(canvas, area, theme, plot);
  ASSERT_EQ(places.size(), 64u);
  EXPECT_EQ(places[2 * 8 + 5].name, "2, 5");
  const PlotPoint point = point_of_page_plot(canvas, area, theme, plot, places[2 * 8 + 5].area.center());
  ASSERT_EQ(point.lines.size(), 1u);
  EXPECT_THAT(point.lines[0], HasSubstr("row 2, column 5: 10"));
  EXPECT_TRUE(places_on_page_plot(canvas, area, theme, stage.plot(PlotBlock::Kind::bars)).empty());
  plot.locked = true;
  EXPECT_TRUE(places_on_page_plot(canvas, area, theme, plot).empty());
}

// Where there is room, every column has its title.
TEST(PageCharts, CellsAreAsWideAsTheirTitles) {
  ChartsStage stage;
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  PlotState plot = stage.plot(PlotBlock::Kind::cells);
  plot.columns = {"a long title", "another title"};
  plot.cells.assign(16, 1.0);
  const CellsLayout wide = lay_out_cells(canvas, 600, theme, plot),
                    narrow = lay_out_cells(canvas, 200, theme, plot);
  const auto titled = [](const CellsLayout& layout, std::string_view words) {
    return std::ranges::any_of(layout.titles, [&](const auto& title) { return title.words == words; });
  };
  EXPECT_TRUE(titled(wide, "another title"));
  EXPECT_FALSE(titled(narrow, "another title"));
}

// On a linear axis, half of the value is half of the length. On a logarithmic axis, equal factors are equal
// steps.
TEST(PageCharts, AxesKeepTheirScale) {
  const PageAxis linear = axis_of({20, 50, 100}, false), log = axis_of({1, 10, 100}, true);
  EXPECT_EQ(linear.share(0), 0);
  EXPECT_NEAR(linear.share(50) / linear.share(100), 0.5, 1e-12);
  EXPECT_NEAR(log.share(10) - log.share(1), log.share(100) - log.share(10), 1e-12);
  EXPECT_LT(axis_of({-3, 4}, false).least, -2.9);
}

TEST(PageCharts, BarsAreAsLongAsTheirValues) {
  ChartsStage stage;
  const Theme theme = theme_named("dark").value();
  RecordedCanvas canvas;
  const BarsLayout layout = lay_out_bars(canvas, 300, theme, stage.plot(PlotBlock::Kind::bars));
  ASSERT_EQ(layout.bars.size(), 2u);
  EXPECT_EQ(layout.bars[0].area.width, 300);
  EXPECT_NEAR(layout.bars[1].area.width, 100, 0.01);
}

TEST(LessonExplore, AMovedSliderRunsTheSceneAnewAndTheViewerStaysWhereHeIs) {
  ChartsStage stage;
  Session& session = stage.session;
  go_to(session, Time{session.scene->playback.end().ps / 2});
  const ScenePointer before = session.scene;
  const std::string was = std::get<ExploreState>(stage.page().content.items.back()).shows.at(0).text;

  for (const std::size_t stop : {0u, 2u}) {  // the stop that is wanted last counts
    session.lesson.wanted = WantedStop{.block = 0, .key = "size", .stop = stop};
    follow_explorer(session);
  }
  while (session.lesson.wanted) {
    stage.wait();
    follow_explorer(session);
  }

  const auto& explored = std::get<ExploreState>(stage.page().content.items.back());
  EXPECT_EQ(explored.controls.at(0).at, 2u);
  EXPECT_NE(explored.shows.at(0).text, was);
  EXPECT_NE(session.scene, before);
  EXPECT_NEAR(
      static_cast<double>(session.view.now.ps) / static_cast<double>(session.scene->playback.end().ps), 0.5,
      0.01);
}

}  // namespace
}  // namespace commlab
