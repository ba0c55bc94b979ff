// What a click on the matrix does, without a window.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/panels/inspector_panel.h"
#include "gui/window/panels/log_panel.h"
#include "gui/window/panels/matrix_panel.h"
#include "gui/window/panels/stats_panel.h"
#include "tests/window/panels/panel_bench.h"

namespace commlab {
namespace {

using testing::HasSubstr;

constexpr std::string_view ring_of_four =
    "all_reduce --machine ring:4,100GB/s,500ns --algorithm ring --data ranks";

TEST(MatrixPanel, PinsACellThatIsClickedAndUnpinsItAgain) {
  PanelBench bench(ring_of_four);
  bench.click(matrix_panel, "matrix.r3.c2");
  EXPECT_EQ(bench.session.view.selected, (Selection{.rank = 3, .block = 2}));
  EXPECT_EQ(bench.session.view.hovered, (Selection{.rank = 3, .block = 2}));
  bench.click(matrix_panel, "matrix.r3.c2");
  EXPECT_TRUE(bench.session.view.selected.empty());
}

TEST(MatrixPanel, NotesItsGoalAndCells) {
  PanelBench bench(ring_of_four);
  const Registry& registry = bench.draw(matrix_panel);
  EXPECT_EQ(registry.find("matrix.goal")->value, "Goal: every rank ends with 1 + 2 + 3 + 4 = 10");
  EXPECT_EQ(registry.find("matrix")->value, "4 ranks x 4 chunks");
  EXPECT_EQ(registry.find("matrix.r0.c0")->value, "1 of 4");

  bench.session.view.now = bench.session.scene->trace().finish;
  EXPECT_EQ(bench.draw(matrix_panel).find("matrix.r0.c0")->value, "complete");
}

TEST(MatrixPanel, NamesThePartsOfAnOnlyBlock) {
  PanelBench bench("broadcast --machine ring:4,100GB/s,500ns --algorithm chain --pieces 8");
  EXPECT_EQ(bench.draw(matrix_panel).find("matrix")->value, "4 ranks x 8 chunks");
  bench.click(matrix_panel, "matrix.r2.c7");
  EXPECT_EQ(bench.session.view.selected, (Selection{.rank = 2, .block = 0, .part = 7}));
}

TEST(InspectorPanel, FollowsTheSelectionAndScrolls) {
  PanelBench bench(ring_of_four);
  bench.session.view.selected = {.block = 1};
  EXPECT_THAT(bench.draw(inspector_panel).find("inspector")->value, HasSubstr("Chunk 1 at 0 s"));
  bench.draw(inspector_panel, {.at = PicturePoint{5, 5}, .wheel = -100});
  const double scrolled = bench.session.inspector.article.scrolled;

  bench.session.view.selected = {.rank = 1};
  bench.draw(inspector_panel);
  EXPECT_EQ(bench.session.inspector.article.scrolled, 0)
      << "a new subject is shown from its beginning; before, it was scrolled by " << scrolled;
}

TEST(LogPanel, GoesWhereItIsClicked) {
  PanelBench bench(ring_of_four);
  bench.click(log_panel, "log.3");
  EXPECT_EQ(bench.session.view.now, bench.session.scene->playback.event_time(3));
}

TEST(StatsPanel, LeadsToTheBusiestLink) {
  PanelBench bench(ring_of_four);
  const Widget* stats = bench.draw(stats_panel).find("stats");
  ASSERT_NE(stats, nullptr);
  EXPECT_THAT(stats->value, HasSubstr("Busiest links"));
  for (double y = 0; y < 500 && bench.session.view.selected.empty(); y += 4)
    bench.draw(stats_panel, {.at = PicturePoint{40, y}, .pressed = true});
  EXPECT_TRUE(bench.session.view.selected.link.has_value());
}

}  // namespace
}  // namespace commlab
