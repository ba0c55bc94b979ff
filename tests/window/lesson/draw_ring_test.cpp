// A ring that is drawn on the machine's picture, GPU by GPU, with its narrowest hop; it is run when it
// closes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine/machine.h"
#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_families.h"
#include "gui/window/commands/commands.h"
#include "gui/window/lesson/asked_ring.h"
#include "gui/window/lesson/caption.h"
#include "gui/window/lesson/draw_ring.h"
#include "gui/window/lesson/play.h"
#include "gui/window/topology/placer/placer.h"
#include "gui/window/topology/ring_picture.h"
#include "lessons/format/lesson_parser.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Topology cube_mesh() { return find_machine("hcm8", COMMLAB_SOURCE_DIR "/sim/machines")->topology; }

TEST(DrawnRing, KnowsTheNarrowestHopSoFar) {
  const Topology topology = cube_mesh();
  EXPECT_EQ(narrowest_of(drawn_ring(topology, {0}, 8)), nullptr);
  const DrawnRing wide = drawn_ring(topology, {0, 1, 4}, 8);
  EXPECT_FALSE(wide.closed());
  EXPECT_EQ(wide.hops.size(), 2u);
  EXPECT_EQ(to_text(narrowest_of(wide)->width), "93.32GB/s");
  const DrawnRing narrow = drawn_ring(topology, {0, 1, 4, 3, 2}, 8);
  EXPECT_EQ(narrowest_of(narrow)->from, 4);
  EXPECT_EQ(narrowest_of(narrow)->to, 3);
}

TEST(DrawnRing, IsClosedByTheLastGpu) {
  const Topology topology = cube_mesh();
  const DrawnRing ring = drawn_ring(topology, {0, 1, 4, 5, 2, 3, 6, 7}, 8);
  EXPECT_TRUE(ring.closed());
  EXPECT_EQ(ring.hops.back().from, 7);
  EXPECT_EQ(ring.hops.back().to, 0);
  EXPECT_TRUE(is_on(ring, topology));
  EXPECT_FALSE(is_on(ring, machine_from_spec("ring:8,1GB/s,0")->topology));
  EXPECT_TRUE(drawn_ring(machine_from_spec("ring:2,1GB/s,0")->topology, {1, 0}, 2).closed());
  EXPECT_FALSE(drawn_ring(machine_from_spec("ring:1,1GB/s,0")->topology, {0}, 1).closed());
}

TEST(DrawnRing, HasNoWidthWhereNoWayLeads) {
  Topology apart;
  apart.add("gpu0", NodeType::gpu);
  apart.add("gpu1", NodeType::gpu);
  const DrawnRing ring = drawn_ring(apart, {0, 1}, 3);
  ASSERT_EQ(ring.hops.size(), 1u);
  EXPECT_TRUE(ring.hops.front().way.empty());
  EXPECT_EQ(ring.hops.front().width, Bandwidth{});
}

constexpr std::string_view ring_lesson = R"(# A ring

```lesson
id = "a-ring"
title = "A ring"
goal = "Draw it."
minutes = 3
```

## Draw

```scene
run = "all_reduce"
machine = "hcm8"
algorithm = "ring"
ring = "0,1,2,3,4,5,6,7"
size = "64 MiB"
```

```check
ask = "Draw it."
kind = "build"
allow = ["ring"]
expect = ring[2] == 4 and time(run) > 0 us
why = "So."
```

```solution
ring = "0,1,4,5,2,3,6,7"
```

## No ring

Nothing is drawn here.
)";

struct RingStage {
  WindowTools tools{};
  Session session{.tools = tools, .theme = theme_named("dark").value()};

  RingStage() {
    tools.laboratory = {
        .perform = [](const Experiment& experiment) -> Result<Outcome> {
          Run run = run_of(to_line(experiment));
          return Outcome{.experiment = experiment,
                         .machine = Machine{.topology = run.trace->topology},
                         .programs = played(to_line(experiment)).programs,
                         .run = std::move(run)};
        },
        .run_script = {},
        .machine =
            [](const std::string& name) { return find_machine(name, COMMLAB_SOURCE_DIR "/sim/machines"); },
        .measure = {},
        .data = {}};
    tools.lesson = [](const std::string&) { return parse_lesson(ring_lesson, "ring.lesson.md"); };
    show_scene(session, shared_scene_of("all_reduce --machine ring:4,25GB/s,2us --algorithm ring"));
    const Status started = start_lesson(session, "ring");
    EXPECT_TRUE(started) << started.error().message;
    EXPECT_EQ(session.lesson_shown->page.trouble, "");
  }
  void wait() {
    while (session.tutor.busy()) {
      session.tutor.wait();
      session.tutor.poll(session);
    }
  }
  // As a click does: the GPU is selected, and a frame follows.
  void click(UnseenWindow& window, Rank rank) {
    session.view.selected = {.rank = rank};
    window.frame();
    wait();
  }
  const DrawnRing& drawn() const { return session.lesson.drawn; }
};

TEST(DrawnRing, IsRunOnceItCloses) {
  RingStage stage;
  UnseenWindow window(stage.session);
  window.frame();
  EXPECT_THAT(words_about_ring(stage.session), HasSubstr("click the GPUs"));
  for (const Rank rank : {0, 1, 4, 5, 2, 3, 6}) stage.click(window, rank);
  EXPECT_THAT(
      caption_of(stage.session),
      HasSubstr("GPU 0 → 1 → 4 → 5 → 2 → 3 → 6: the narrowest hop so far, 0 to 1, carries 93.3 GB/s."));
  EXPECT_TRUE(stage.session.view.selected.empty());
  EXPECT_FALSE(stage.session.lesson.page->content.items.empty());

  stage.click(window, 7);

  EXPECT_TRUE(stage.drawn().closed());
  EXPECT_EQ(stage.session.notice, "");
  const auto& state = std::get<QuestionState>(stage.session.lesson.page->content.items.back());
  EXPECT_TRUE(state.solved);
  EXPECT_EQ(stage.session.scene->run.experiment.ring, (std::vector<Rank>{0, 1, 4, 5, 2, 3, 6, 7}));
}

TEST(DrawnRing, BackspaceTakesOneBackAndEscapeAll) {
  RingStage stage;
  UnseenWindow window(stage.session);
  window.frame();
  for (const Rank rank : {0, 1, 4}) stage.click(window, rank);
  EXPECT_TRUE(take_back(stage.session));
  EXPECT_THAT(stage.drawn().order, ElementsAre(0, 1));
  EXPECT_EQ(stage.session.lesson.edits.at("ring"), "0,1");
  (*find_command("escape"))->act(stage.session);
  EXPECT_TRUE(stage.drawn().empty());
  EXPECT_FALSE(stage.session.lesson.edits.contains("ring"));
  EXPECT_FALSE(take_back(stage.session));
}

TEST(DrawnRing, AGpuIsOnItOnce) {
  RingStage stage;
  UnseenWindow window(stage.session);
  window.frame();
  for (const Rank rank : {0, 1, 0}) stage.click(window, rank);
  EXPECT_THAT(stage.drawn().order, ElementsAre(0, 1));
  EXPECT_THAT(stage.session.notice, HasSubstr("GPU 0 is on the ring already"));
}

TEST(DrawnRing, AfterOneAnotherIsBegun) {
  RingStage stage;
  UnseenWindow window(stage.session);
  window.frame();
  for (const Rank rank : {0, 1, 2, 3, 4, 5, 6, 7}) stage.click(window, rank);
  EXPECT_TRUE(stage.drawn().closed());
  stage.click(window, 3);
  EXPECT_THAT(stage.drawn().order, ElementsAre(3));
}

TEST(DrawnRing, GoesWithItsStepAndIsAskedForOnlyThere) {
  RingStage stage;
  UnseenWindow window(stage.session);
  window.frame();
  stage.click(window, 0);
  turn_page(stage.session, 1);
  stage.wait();
  EXPECT_TRUE(stage.drawn().empty());
  EXPECT_FALSE(add_to_ring(stage.session, 0));
  EXPECT_EQ(words_about_ring(stage.session), "");
}

TEST(DrawnRing, ItsPictureHasAPlaceForEachGpuAndTheWidthOfTheNarrowestHop) {
  const ScenePointer scene = shared_scene_of("all_reduce --machine hcm8 --algorithm ring --size 1MiB");
  const Theme theme = theme_named("dark").value();
  const TopologyLayout layout = lay_out(scene->trace(), {0, 0, 600, 500}, theme.small());
  RecordedCanvas canvas;
  draw_ring(canvas, layout, drawn_ring(scene->trace().topology, {0, 1, 2}, 8), theme);
  std::vector<std::string> words;
  for (const auto& text : canvas.texts) words.push_back(text.words);
  EXPECT_THAT(words, ElementsAre("1.", "2.", "3.", "7.5 GB/s"));
}

}  // namespace
}  // namespace commlab
