// Two runs beside each other on one clock.

#include <set>

#include <gtest/gtest.h>

#include "gui/window/commands/commands.h"
#include "gui/window/session/beside.h"
#include "gui/window/session/clock.h"
#include "gui/window/session/named_in_run.h"
#include "gui/window/session/playing.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

constexpr const char* ring = "all_reduce --machine switch:8,100GB/s,1us --algorithm ring --size 1MiB";
constexpr const char* doubling =
    "all_reduce --machine switch:8,100GB/s,1us --algorithm recursive-doubling --size 1MiB";

struct TwoRuns {
  TwoRuns(const char* own, const char* other) {
    session.view.reduced_motion = true;
    show_scene(session, shared_scene_of(own));
    show_beside(session, shared_scene_of(other), "other");
  }
  void command(const char* name) { (*find_command(name))->act(session); }
  Time own_end() const { return session.scene->playback.end(); }
  Time other_end() const { return session.beside.scene->playback.end(); }

  WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = theme_named("dark").value()};
};

TEST(Clock, EndsWithTheLongerRunWhicheverItIs) {
  for (const bool swapped : {false, true}) {
    TwoRuns two(swapped ? doubling : ring, swapped ? ring : doubling);
    ASSERT_NE(two.own_end(), two.other_end());
    const Time end = std::max(two.own_end(), two.other_end());
    EXPECT_EQ(clock_end(two.session), end);
    two.command("end");
    EXPECT_EQ(two.session.view.now, end);
    two.command("start");
    two.command("play");
    for (int i = 0; i < 1000 && two.session.view.playing; ++i) play_for(two.session, 0.1);
    EXPECT_EQ(two.session.view.now, end);
    EXPECT_EQ(time_of(two.session, "100%").value(), end);
    const Time later = {std::min(two.own_end(), two.other_end()).ps + 1};
    EXPECT_EQ(time_of(two.session, to_text(later)).value(), later);
  }
}

TEST(Clock, AStepIsTheNextOfEitherRun) {
  for (const StepUnit unit : {StepUnit::event, StepUnit::step, StepUnit::phase}) {
    TwoRuns two(ring, doubling);
    std::set<Time> wanted, seen;
    for (const Scene* scene : {two.session.scene.get(), two.session.beside.scene.get()})
      for (Time t; t < scene->playback.end();) wanted.insert(t = scene->playback.next(unit, t));
    while (two.session.view.now < clock_end(two.session)) {
      const Time before = two.session.view.now;
      step(two.session, unit, 1);
      ASSERT_GT(two.session.view.now, before);
      seen.insert(two.session.view.now);
    }
    EXPECT_EQ(seen, wanted);
    step(two.session, unit, 1);
    EXPECT_EQ(two.session.view.now, clock_end(two.session)) << "a step at the end stays there";
    for (auto back = std::next(wanted.rbegin()); back != wanted.rend(); ++back) {
      step(two.session, unit, -1);
      EXPECT_EQ(two.session.view.now, *back);
    }
    step(two.session, unit, -1);
    EXPECT_EQ(two.session.view.now, Time{});
  }
}

TEST(Clock, EscapeLeavesTheRunBesideAndTheTimeIsOfTheOther) {
  TwoRuns two(doubling, ring);
  two.command("end");
  two.session.view.selected.rank = 2;
  two.command("escape");
  EXPECT_TRUE(two.session.beside.scene) << "the selection went first";
  two.command("escape");
  EXPECT_FALSE(two.session.beside.scene);
  EXPECT_EQ(two.session.view.now, two.own_end());
}

TEST(Clock, AnotherRunPlaysAlone) {
  TwoRuns two(ring, doubling);
  show_scene(two.session, shared_scene_of(doubling));
  EXPECT_FALSE(two.session.beside.scene);
  EXPECT_EQ(clock_end(two.session), two.own_end());
}

TEST(Beside, NamesTellTheRunsApart) {
  const auto names = [](const char* own, const char* other) {
    const TwoRuns two(own, other);
    const BesideNames found = beside_names(two.session);
    return found.own + " | " + found.other;
  };
  EXPECT_EQ(names(ring, doubling), "ring | recursive-doubling");
  EXPECT_EQ(names(ring, "all_reduce --machine ring:8,100GB/s,1us --algorithm ring --size 1MiB"),
            "ring, on switch:8,100GB/s,1us | ring, on ring:8,100GB/s,1us");
  EXPECT_EQ(names(ring, "all_reduce --machine switch:8,100GB/s,1us --algorithm ring --size 2MiB"),
            "ring, 1 MiB | ring, 2 MiB");
  EXPECT_EQ(names(ring, "broadcast --machine switch:8,100GB/s,1us --algorithm binomial --size 1MiB"),
            "all_reduce ring | broadcast binomial");
  EXPECT_EQ(names(ring, "all_reduce --machine switch:8,200GB/s,1us --algorithm tree --size 1MiB"),
            "ring, on switch:8,100GB/s,1us | tree, on switch:8,200GB/s,1us");
}

TEST(Beside, OnlyAlgorithmsThatCanRunAreOffered) {
  for (const int ranks : {6, 8}) {
    const ScenePointer scene = shared_scene_of(
        fmt::format("all_reduce --machine switch:{},100GB/s,1us --algorithm ring --size 1MiB", ranks));
    const std::vector<std::string> names = algorithms_beside(*scene);
    EXPECT_FALSE(names.empty());
    for (const std::string& name : names) {
      EXPECT_NE(name, "ring");
      EXPECT_NO_THROW(shared_scene_of(
          fmt::format("all_reduce --machine switch:{},100GB/s,1us --algorithm {} --size 1MiB", ranks, name)));
    }
  }
}

}  // namespace
}  // namespace commlab
