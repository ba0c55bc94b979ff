// What the pointer does on the timeline and the plot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/panels/panel.h"
#include "gui/window/panels/plot_panel.h"
#include "gui/window/panels/timeline_panel.h"
#include "gui/window/plot/layout.h"
#include "gui/window/run/visible_stretch.h"
#include "gui/window/session/session.h"
#include "gui/window/timeline/layout.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

// A panel, with functions that move and click the mouse.
struct Hand {
  explicit Hand(void (*of)(Panel&), Area on = {0, 0, 1280, 250}) : panel(of), area(on) {
    session.scene =
        shared_scene_of("all_reduce --algorithm ring --machine ring:4,100GB/s,500ns --slow gpu1-gpu2:4x");
    frame({});
  }

  void frame(const Pointer& pointer) {
    canvas = {};
    session.registry.clear();
    session.view.hovered = {};
    Panel shown{session, canvas, area, pointer, session.registry};
    panel(shown);
  }
  Area place(std::string_view id) const {
    const Widget* widget = session.registry.find(id);
    EXPECT_NE(widget, nullptr) << id;
    return widget ? widget->area : Area{};
  }
  void drag(PicturePoint from, PicturePoint to, bool shift = false, bool ctrl = false) {
    frame({.at = from, .pressed = true, .down = true, .pressed_at = from, .shift = shift, .ctrl = ctrl});
    frame({.at = to, .down = true, .pressed_at = from, .shift = shift, .ctrl = ctrl});
    frame({.at = to, .released = true, .pressed_at = from, .shift = shift, .ctrl = ctrl});
    frame({});
  }
  void click(PicturePoint at) { drag(at, at); }

  void (*panel)(Panel&);
  Area area;
  WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = *theme_named("dark")};
  RecordedCanvas canvas;
};

PicturePoint at_share(const Area& area, double share) {
  return {area.x + share * area.width, area.center().y};
}

TEST(TimelinePanel, ClickAndDragOnTheRulerGoToATimeAndStopPlaying) {
  Hand hand(timeline_panel);
  hand.session.view.playing = true;
  hand.drag(at_share(hand.place("timeline.ruler"), 0.1), at_share(hand.place("timeline.ruler"), 0.5));
  const Time half{hand.session.scene->playback.end().ps / 2};
  EXPECT_NEAR(microseconds_of(hand.session.view.now), microseconds_of(half), 1);
  EXPECT_FALSE(hand.session.view.playing);
}

TEST(TimelinePanel, AClickOnABarSelectsItsTransferAndAnotherOneLetsItGo) {
  Hand hand(timeline_panel);
  hand.click(hand.place("timeline.bar.7").center());
  const Selection& selected = hand.session.view.selected;
  EXPECT_EQ(selected.transfer, 7);
  EXPECT_EQ(selected.rank, hand.session.scene->trace().transfers[7].from);
  EXPECT_EQ(selected.block, hand.session.scene->trace().transfers[7].block);
  EXPECT_EQ(hand.session.view.now, Time{}) << "a click on a bar must not move the time";
  hand.click(hand.place("timeline.bar.7").center());
  EXPECT_TRUE(selected.empty());
}

TEST(TimelinePanel, ADragThatBeginsOnABarMovesTheTime) {
  Hand hand(timeline_panel);
  const PicturePoint from = hand.place("timeline.bar.7").center();
  hand.drag(from, {from.x + 100, from.y});
  EXPECT_TRUE(hand.session.view.selected.empty());
  EXPECT_GT(hand.session.view.now, Time{});
}

TEST(TimelinePanel, ShiftAndDragMeasure) {
  Hand hand(timeline_panel);
  const Area rows = hand.place("timeline.row.0");
  hand.drag(at_share(rows, 0.75), at_share(rows, 0.25), true);
  ASSERT_TRUE(hand.session.ruler);
  const double end = microseconds_of(hand.session.scene->playback.end());
  EXPECT_NEAR(microseconds_of(hand.session.ruler->from), 0.25 * end, 1);
  EXPECT_NEAR(microseconds_of(hand.session.ruler->to), 0.75 * end, 1);
  EXPECT_EQ(hand.session.view.now, Time{});
  EXPECT_TRUE(
      std::ranges::any_of(hand.canvas.texts, [](const auto& t) { return t.words.ends_with("GB/s"); }));
  hand.drag(at_share(rows, 0.5), at_share(rows, 0.5), true);
  EXPECT_FALSE(hand.session.ruler) << "an empty stretch measures nothing";
}

TEST(TimelinePanel, TheWheelZoomsAboutThePointerAndDoubleClickZoomsToABar) {
  Hand hand(timeline_panel);
  View& view = hand.session.view;
  const PicturePoint p = at_share(hand.place("timeline.ruler"), 0.25);
  hand.frame({.at = p, .wheel = 4});
  EXPECT_LT(view.to - view.from, 0.5);
  EXPECT_NEAR(view.from + 0.25 * (view.to - view.from), 0.25, 1e-6);
  zoom_to(view, 0, 1);
  hand.frame({});
  const PicturePoint bar = hand.place("timeline.bar.8").center();
  hand.frame({.at = bar, .pressed = true, .down = true, .double_clicked = true, .pressed_at = bar});
  EXPECT_EQ(view.selected.transfer, 8);
  EXPECT_LT(view.to - view.from, 0.3);
}

TEST(TimelinePanel, TheMinimapMovesTheWindow) {
  Hand hand(timeline_panel);
  View& view = hand.session.view;
  zoom_to(view, 0, 0.2);
  hand.frame({});
  const Area map = hand.place("timeline.minimap");
  hand.drag(at_share(map, 0.1), at_share(map, 0.5));
  EXPECT_NEAR(view.from, 0.4, 1e-6);
  EXPECT_NEAR(view.to, 0.6, 1e-6);
  const Area rows = hand.place("timeline.row.0");
  hand.drag(at_share(rows, 0.5), at_share(rows, 0.0), false, true);
  EXPECT_NEAR(view.from, 0.5, 1e-6) << "dragging with ctrl pans";
}

TEST(TimelinePanel, TheCornerTurnsRanksIntoLinksAndNamesSelectThem) {
  Hand hand(timeline_panel);
  hand.click(hand.place("timeline.rows").center());
  EXPECT_EQ(hand.session.view.rows, Rows::links);
  EXPECT_EQ(hand.session.registry.find("timeline.rows")->value, "links");
  const Area row = hand.place("timeline.row.2");
  hand.click({12, row.center().y});
  EXPECT_TRUE(hand.session.view.selected.link);
}

TEST(TimelinePanel, WhatIsHoveredIsToldToTheOtherPanels) {
  Hand hand(timeline_panel);
  hand.frame({.at = hand.place("timeline.bar.3").center()});
  EXPECT_EQ(hand.session.view.hovered.transfer, 3);
}

TEST(TimelinePanel, IndicesAreMadeOnceForAScene) {
  Hand hand(timeline_panel);
  const auto* rows = hand.session.timeline.scene.index->rows.data();
  hand.frame({});
  EXPECT_EQ(hand.session.timeline.scene.index->rows.data(), rows);
  hand.session.scene = shared_scene_of("all_reduce --algorithm ring --machine ring:8,100GB/s,500ns");
  hand.frame({});
  EXPECT_EQ(hand.session.timeline.scene.index->rows.size(), 8u);
}

// Records every request for a sweep: true if it is to be measured.
void sweep_into(Hand& hand, std::vector<bool>& asked) {
  hand.tools.sweep = [&](const Experiment&, const std::vector<Bytes>& sizes, bool measured, std::stop_token,
                         const WindowTools::Report&) -> Result<std::vector<SweepPoint>> {
    asked.push_back(measured);
    std::vector<SweepPoint> points;
    for (const Bytes size : sizes) points.push_back({.size = size, .predicted = microseconds(10)});
    return points;
  };
}

TEST(PlotPanel, AQuickRunIsSweptWithoutBeingAskedAndOnce) {
  Hand hand(plot_panel, {0, 0, 400, 330});
  std::vector<bool> asked;
  sweep_into(hand, asked);
  hand.frame({});
  hand.session.finder.wait();
  follow_workers(hand.session);
  EXPECT_EQ(hand.session.sweep.points.size(), plotted_sizes().size());
  hand.session.sweep.points.clear();
  hand.frame({});
  EXPECT_FALSE(hand.session.finder.busy());
  EXPECT_EQ(asked, std::vector{false});
}

TEST(PlotPanel, ItsButtonsPredictAndMeasureAllSizes) {
  Hand hand(plot_panel, {0, 0, 400, 330});
  std::vector<bool> asked;
  sweep_into(hand, asked);
  hand.tools.perform = [](const Experiment&, std::stop_token, const WindowTools::Report&) {
    return Result<Outcome>(played("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring"));
  };
  hand.session.sweep.tried = hand.session.scene->played;  // as if the automatic sweep had failed
  for (const char* id : {"plot.predict", "plot.measure"}) {
    hand.frame({});
    hand.click(hand.place(id).center());
    hand.session.worker.wait();
    follow_workers(hand.session);
    EXPECT_FALSE(hand.session.sweep.points.empty()) << id;
    hand.session.sweep.points.clear();
  }
  EXPECT_EQ(asked, (std::vector{false, true}));
}

TEST(Sweep, TheCurveStaysWithAnotherSizeAndBecomesTheFormerOneWithAnotherAlgorithm) {
  const auto run = [](std::string_view more) {
    return played(fmt::format("all_reduce --machine ring:4,100GB/s,500ns {}", more));
  };
  const Outcome ring = run("--algorithm ring"), larger = run("--algorithm ring --size 1MiB"),
                tree = run("--algorithm recursive-doubling"), other = run("--algorithm ring --ranks 2");
  SweepState sweep;
  sweep.points.push_back({.size = KiB(1), .predicted = microseconds(1)});
  follow_run(sweep, ring, larger);
  EXPECT_EQ(sweep.points.size(), 1u);
  follow_run(sweep, larger, tree);
  EXPECT_TRUE(sweep.points.empty());
  ASSERT_TRUE(sweep.former);
  EXPECT_EQ(sweep.former->name, "ring");
  follow_run(sweep, tree, other);
  EXPECT_FALSE(sweep.former) << "runs with other numbers of ranks cannot be compared";
}

TEST(PlotPanel, TabsChooseAndTheCursorRunsAnotherSize) {
  Hand hand(plot_panel, {0, 0, 400, 330});
  hand.session.form = form_of(*parse_line("all_reduce --machine ring:4,100GB/s,500ns --size 64MiB"));
  for (int i = 0; i < 10; ++i)
    hand.session.sweep.points.push_back(
        {.size = {std::int64_t{1024} << (2 * i)}, .predicted = microseconds(10 + i)});
  std::optional<Experiment> performed;
  hand.tools.perform = [&](const Experiment& e, std::stop_token,
                           const WindowTools::Report&) -> Result<Outcome> {
    performed = e;
    return fail("asked");
  };
  hand.frame({});
  hand.click(hand.place("plot.tab.busbw").center());
  EXPECT_EQ(hand.session.sweep.kind, PlotKind::busbw);

  const PicturePoint cursor = hand.place("plot.cursor").center();
  const PicturePoint left{cursor.x - 120, cursor.y};
  hand.frame({.at = cursor, .pressed = true, .down = true, .pressed_at = cursor});
  hand.frame({.at = left, .down = true, .pressed_at = cursor});
  ASSERT_TRUE(hand.session.sweep.dragged);
  const Bytes dragged = *hand.session.sweep.dragged;
  EXPECT_LT(dragged, MiB(64));
  hand.frame({.at = left, .released = true, .pressed_at = cursor});
  hand.session.worker.wait();
  EXPECT_FALSE(hand.session.sweep.dragged);
  ASSERT_TRUE(performed);
  EXPECT_EQ(performed->size, dragged);
}

}  // namespace
}  // namespace commlab
