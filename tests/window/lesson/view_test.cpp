// The window follows a lesson's view: which panels there are, what is highlighted on the machine, where the
// slider stands, how fast the run plays, what the caption and the counters say, which lanes there are.

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/frame/layout_of_window.h"
#include "gui/window/frame/window_layout.h"
#include "gui/window/lesson/caption.h"
#include "gui/window/lesson/play.h"
#include "gui/window/lesson/scene.h"
#include "gui/window/script/lanes_layout.h"
#include "gui/window/topology/placer/placer.h"
#include "gui/window/topology/wires.h"
#include "lessons/format/lesson_parser.h"
#include "tests/window/lesson/lesson_stage.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"
#include "tests/window/script_by_hand.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view lesson_head = R"(# A view

```lesson
id = "a-view"
title = "A view"
goal = "See it."
minutes = 3
```

## One

A ring.

```scene
run = "all_reduce"
machine = "ring:4,25GB/s,2us"
algorithm = "ring"
size = "1 MiB"
```
)";

constexpr std::string_view script_step = R"(
## Two

```script
ranks 2
rank 0: send(1, 16 B)
rank 1: recv(0, 16 B)
```
)";

// A step that is not locked, with a view; and a step with a script, with another view.
struct ViewStage {
  LessonRecord kept{};
  WindowTools tools = tools_by_hand(kept);
  std::string text;
  Session session{.tools = tools, .theme = theme_named("dark").value()};

  explicit ViewStage(std::string_view view, std::string_view view_of_script = "") {
    text = fmt::format("{}\n```view\n{}\n```\n{}\n", lesson_head, view, script_step);
    if (!view_of_script.empty()) text += fmt::format("\n```view\n{}\n```\n", view_of_script);
    tools.laboratory.run_script = [](const ScriptScene&) -> Result<ScriptRun> {
      return overlapped_by_hand();
    };
    tools.lesson = [this](const std::string&) { return parse_lesson(text, "view.lesson.md"); };
    show_scene(session, shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring"));
    const Status started = start_lesson(session, "view");
    EXPECT_TRUE(started) << started.error().message;
    EXPECT_EQ(session.lesson_shown->page.trouble, "");
  }

  void next_step() {
    turn_page(session, 1);
    while (session.tutor.busy()) {
      session.tutor.wait();
      session.tutor.poll(session);
    }
    EXPECT_EQ(session.lesson_shown->page.step, 1);
  }
  std::set<std::string> panels() {
    UnseenWindow window(session);
    window.frame();
    window.frame();
    std::set<std::string> there;
    for (const char* id : {"topology", "matrix", "timeline", "listing", "lanes", "tensors", "outcome"})
      if (session.registry.find(id)) there.insert(id);
    return there;
  }
};

TEST(LessonViewed, AnotherAlgorithmPlaysBesideTheRunInThisStepAlone) {
  ViewStage stage("beside = \"recursive-doubling\"\npicture = \"stages\"");
  ASSERT_TRUE(stage.session.beside.scene);
  EXPECT_EQ(stage.session.beside.wish, "recursive-doubling");
  EXPECT_EQ(stage.session.view.picture, MachinePicture::stages);
  stage.next_step();
  EXPECT_FALSE(stage.session.beside.scene);
}

TEST(LessonViewed, ThePanelsItNamesAreThereAlone) {
  EXPECT_THAT(ViewStage("layout = \"usual\"").panels(), ElementsAre("matrix", "timeline", "topology"));
  EXPECT_THAT(ViewStage("panels = [\"topology\", \"timeline\"]").panels(),
              ElementsAre("timeline", "topology"));
  ViewStage script("panels = [\"matrix\"]", "panels = [\"listing\", \"outcome\"]");
  EXPECT_THAT(script.panels(), ElementsAre("matrix"));
  script.next_step();
  EXPECT_THAT(script.panels(), ElementsAre("listing", "outcome"));
}

TEST(LessonViewed, PanelsOfAnotherKindOfSceneLeaveItAsUsual) {
  ViewStage stage("panels = [\"matrix\"]");
  stage.next_step();
  const std::set<std::string> panels = stage.panels();
  EXPECT_TRUE(panels.contains("lanes"));
}

TEST(LessonViewed, ChosenPanelsNeverOverlapNorLeaveTheWindow) {
  using enum PanelKind;
  for (const std::string_view name : theme_names())
    for (const WindowContent content :
         {WindowContent::experiment, WindowContent::script, WindowContent::script_at_rest})
      for (unsigned chosen = 1; chosen < 128; ++chosen)
        for (const bool counters : {false, true}) {
          LessonArrangement arrangement{.first = PanelKind::topology, .counters = counters};
          for (unsigned panel = 0; panel < 7; ++panel)
            if (chosen & (1u << panel)) arrangement.panels.push_back(static_cast<PanelKind>(panel));
          const WindowLayout l = layout_of_window(1280, 800, theme_named(name).value(), {}, Arrange::lesson,
                                                  0, true, 1, content, arrangement);
          std::vector<Area> areas;
          for (const Area& area : {l.topology, l.matrix, l.timeline, l.listing, l.lanes, l.tensors, l.outcome,
                                   l.counters, l.lesson, l.caption})
            if (area.width > 0 && area.height > 0) areas.push_back(area);
          for (std::size_t i = 0; i < areas.size(); ++i) {
            EXPECT_LE(areas[i].right(), 1280.001);
            EXPECT_LE(areas[i].bottom(), 800);
            for (std::size_t j = 0; j < i; ++j)
              EXPECT_FALSE(areas[i].inset(0.01).overlaps(areas[j])) << chosen;
          }
          EXPECT_EQ(l.counters.height > 0, counters);
        }
}

TEST(LessonViewed, TheSliderStandsWhereItSaysAndElseItPlaysAtItsSpeed) {
  ViewStage standing("at = step 3");
  const StepEnd& before = standing.session.scene->playback.step_end(1);
  const StepEnd& third = standing.session.scene->playback.step_end(2);
  EXPECT_FALSE(standing.session.view.playing);
  EXPECT_GT(standing.session.view.now, before.end);
  EXPECT_LT(standing.session.view.now, third.end);

  ViewStage playing("speed = 0.25");
  EXPECT_TRUE(playing.session.view.playing);
  EXPECT_EQ(playing.session.view.speed, 0.25);
  playing.next_step();
  EXPECT_EQ(playing.session.view.speed, 1) << "the next step has its own speed";
}

TEST(LessonViewed, ItsCaptionAndCountersAreShownWithTheirNumbers) {
  ViewStage stage("caption = \"In {{ steps }} steps.\"\ncounter.time = time(run), \"the whole\"");
  EXPECT_EQ(caption_of(stage.session), "In 6 steps.");
  stage.panels();
  EXPECT_THAT(stage.session.registry.find("counter.0")->value, HasSubstr("the whole: "));
  stage.next_step();
  EXPECT_EQ(caption_of(stage.session), script_sentence(stage.session.script_shown()));
}

TEST(LessonViewed, OnlyTheLanesItNamesAreShown) {
  ViewStage stage("speed = 1", "lanes = [\"communication\", \"host\"]");
  stage.next_step();
  RecordedCanvas canvas;
  const LanesLayout beside = lay_out_lanes(canvas, {0, 0, 900, 500}, stage.session.script_shown());
  EXPECT_THAT(beside.lanes, ElementsAre(ScriptLane::host, ScriptLane::communication));
  stage.session.view.arrange = Arrange::explore;
  const LanesLayout alone = lay_out_lanes(canvas, {0, 0, 900, 500}, stage.session.script_shown());
  EXPECT_EQ(alone.lanes.size(), 3u) << "without the lesson, all lanes are shown";
}

TEST(LessonViewed, WhatItNamesStandsOutBesideTheLessonAlone) {
  ViewStage stage("highlight = [\"gpu 0\", \"link gpu0->gpu1\"]");
  const Shown shown = stage.session.shown();
  ASSERT_NE(shown.emphasis, nullptr);
  EXPECT_TRUE(shown.emphasis->has_node(0));
  EXPECT_FALSE(shown.emphasis->has_node(1));
  EXPECT_FALSE(shown.emphasis->is_cut) << "without this link the ring still joins all GPUs";
  const Topology& topology = shown.scene.trace().topology;
  for (LinkId link = 0; link < static_cast<LinkId>(topology.links.size()); ++link)
    EXPECT_EQ(shown.emphasis->has_link(link), topology.link_name(link) == "gpu0 -> gpu1");
  // After an answer the page is a new one, but the picture still belongs to the old one.
  stage.session.lesson_shown = make_shown(stage.session.lesson.player, stage.tools.laboratory);
  EXPECT_NE(stage.session.shown().emphasis, nullptr);
  stage.session.view.arrange = Arrange::explore;
  EXPECT_EQ(stage.session.shown().emphasis, nullptr);
}

TEST(LessonViewed, LinksThatSeparateWhatTheyJoinAreACut) {
  ViewStage stage("highlight = cut(gpu0, gpu2)");
  ASSERT_NE(stage.session.shown().emphasis, nullptr);
  EXPECT_TRUE(stage.session.shown().emphasis->is_cut);
}

// Remembers the colours of paths and lines.
class ColoredCanvas final : public Canvas {
 public:
  std::vector<Line> lines;

  void line(PicturePoint, PicturePoint, const Line& line) override { lines.push_back(line); }
  void path(std::span<const PicturePoint>, const Line& line) override { lines.push_back(line); }
  void fill(const Area&, Color, double) override {}
  void frame(const Area&, const Line&, double) override {}
  void disc(PicturePoint, double, Color) override {}
  void circle(PicturePoint, double, const Line&) override {}
  void sector(PicturePoint, double, double, double, double, Color) override {}
  void polygon(std::span<const PicturePoint>, Color) override {}
  void text(PicturePoint, std::string_view, const Words&) override {}
  double width_of(std::string_view text, double size) const override {
    return 0.6 * size * static_cast<double>(text.size());
  }
  void image(const Area&, const Raster&) override {}
  void clip(const Area&) override {}
  void unclip() override {}
};

TEST(Emphasis, ALinkThatStandsOutIsAccentedAndTheOthersAreFainterThanUsual) {
  const ScenePointer scene = shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring");
  const Theme theme = theme_named("dark").value();
  const View view;
  const Emphasis one = emphasis_of(scene->trace().topology, {"link gpu0->gpu1", "no-such-thing"});
  const Shown shown{
      .scene = *scene, .ghost = nullptr, .measured = nullptr, .view = view, .theme = theme, .emphasis = &one};
  const TopologyLayout layout = lay_out(scene->trace(), {0, 0, 600, 500}, theme.small(), theme.line);
  ColoredCanvas canvas;
  draw_wires(canvas, layout, index_topology(scene->run), shown);
  const auto of_color = [&](Color color) {
    return std::ranges::count_if(canvas.lines, [&](const Line& line) { return line.color == color; });
  };
  EXPECT_EQ(of_color(theme.accent), 1);
  EXPECT_EQ(of_color(theme.idle_link), 0);
  EXPECT_EQ(of_color(theme.bad), 0) << "one link of a ring is no cut";

  const Emphasis cut = emphasis_of(scene->trace().topology, {"link gpu0->gpu1", "link gpu0->gpu3"});
  EXPECT_TRUE(cut.is_cut);
  canvas.lines.clear();
  draw_wires(canvas, layout, index_topology(scene->run),
             {.scene = *scene,
              .ghost = nullptr,
              .measured = nullptr,
              .view = view,
              .theme = theme,
              .emphasis = &cut});
  EXPECT_EQ(of_color(theme.bad), 2);
  EXPECT_TRUE(emphasis_of(scene->trace().topology, {"no-such-thing"}).empty());

  const Emphasis gpus = emphasis_of(scene->trace().topology, {"gpu0", "gpu1"});
  canvas.lines.clear();
  draw_wires(canvas, layout, index_topology(scene->run),
             {.scene = *scene,
              .ghost = nullptr,
              .measured = nullptr,
              .view = view,
              .theme = theme,
              .emphasis = &gpus});
  EXPECT_EQ(of_color(theme.edge), 1) << "the link between both is easy to see";
}

}  // namespace
}  // namespace commlab
