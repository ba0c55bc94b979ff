// A moment looks the same, whether a viewer played, stepped, scrubbed or went back to it.

#include <gtest/gtest.h>

#include "gui/window/commands/commands.h"
#include "gui/window/session/named_in_run.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"
#include "tests/state_hash.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

constexpr const char* lines[] = {
    "all_reduce --machine ring:4,25GB/s,2us --algorithm ring --size 1MiB",
    "all_reduce --machine switch:8,450GB/s,350ns --algorithm ring --size 1MiB --slow gpu3:3x",
    "broadcast --machine switch:6,450GB/s,350ns --algorithm chain --size 8MiB --pieces 4",
    "all_to_all --machine hcm8 --algorithm direct --size 8MiB"};

struct Watching {
  explicit Watching(const char* line) {
    session.view.reduced_motion = true;  // no gliding from step to step
    show_scene(session, shared_scene_of(line));
  }
  std::uint64_t state() const {
    return state_hash(*session.scene->replay, session.scene->trace(), session.view.now);
  }
  void command(const char* name) { (*find_command(name))->act(session); }

  WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = theme_named("dark").value()};
};

TEST(Playing, SteppingScrubbingAndGoingBackShowTheSame) {
  for (const char* line : lines) {
    Watching stepped(line), scrubbed(line), back(line);
    back.command("end");
    std::vector<std::pair<Time, std::uint64_t>> seen;
    while (stepped.session.view.now < stepped.session.scene->playback.end()) {
      seen.emplace_back(stepped.session.view.now, stepped.state());
      stepped.command("event-forward");
    }
    for (auto at = seen.rbegin(); at != seen.rend(); ++at) {
      back.command("event-back");
      EXPECT_EQ(back.session.view.now, at->first) << line;
      EXPECT_EQ(back.state(), at->second) << line;
      go_to(scrubbed.session, at->first);
      EXPECT_EQ(scrubbed.state(), at->second) << line;
    }
  }
}

// Cutting a link changes the numbers of all links after it.
TEST(Playing, AfterAnEditTheSameLinkIsSelected) {
  constexpr const char* whole = "all_reduce --machine hcm8 --size 1MiB --algorithm ring";
  constexpr const char* edited = "all_reduce --machine hcm8 --size 1MiB --algorithm ring --cut gpu0-gpu5";
  Watching watching(whole);
  Session& session = watching.session;
  const auto name = [&] { return session.scene->trace().topology.link_name(*session.view.selected.link); };
  ASSERT_TRUE(select_named(session, "link gpu6-gpu7"));
  const LinkId before = *session.view.selected.link;
  show_scene(session, shared_scene_of(edited), true);
  ASSERT_TRUE(session.view.selected.link);
  EXPECT_NE(*session.view.selected.link, before);
  EXPECT_EQ(name(), "gpu6 -> gpu7");

  show_scene(session, shared_scene_of(whole));
  ASSERT_TRUE(select_named(session, "link gpu0-gpu5"));
  show_scene(session, shared_scene_of(edited), true);
  EXPECT_TRUE(session.view.selected.empty());
}

TEST(Playing, PlaysToTheEndOnEveryAxisAndStopsThere) {
  for (const char* line : lines)
    for (const TimeAxis axis : {TimeAxis::linear, TimeAxis::logical, TimeAxis::stretched}) {
      Watching watching(line);
      View& view = watching.session.view;
      view.axis = axis;
      watching.command("play");
      Time before{};
      for (int frame = 0; frame < 30 * 21 && view.playing; ++frame) {
        play_for(watching.session, 1.0 / 30);
        EXPECT_GE(view.now, before);
        before = view.now;
      }
      EXPECT_FALSE(view.playing) << line;
      EXPECT_EQ(view.now, watching.session.scene->playback.end()) << line;
    }
}

TEST(Playing, AStepGlidesToWhereAJumpLands) {
  Watching jumping(lines[0]), gliding(lines[0]);
  gliding.session.view.reduced_motion = false;
  for (int i = 0; i < 4; ++i) {
    jumping.command("step-forward");
    gliding.command("step-forward");
    for (int frame = 0; gliding.session.glide; ++frame) {
      ASSERT_LT(frame, 60) << "a glide must take less than two seconds";
      play_for(gliding.session, 1.0 / 30);
    }
    EXPECT_EQ(gliding.session.view.now, jumping.session.view.now);
  }
}

TEST(Playing, AShareOfTheRunIsAMoment) {
  const Watching watching(lines[0]);
  const Session& session = watching.session;
  EXPECT_EQ(time_of(session, "0%").value(), Time{});
  EXPECT_EQ(time_of(session, "100%").value(), session.scene->playback.end());
  EXPECT_EQ(time_of(session, "12.5%").value(), Time{session.scene->playback.end().ps / 8});
  for (const char* wrong : {"%", "101%", "-1%", "x%", "nan%"})
    EXPECT_EQ(time_of(session, wrong).error().message,
              fmt::format("'{}': expected a share of the run, 0% to 100%", wrong));
}

TEST(Playing, SaysHowMuchSlowerThanRealItIs) {
  Watching watching(lines[0]);
  const double real_seconds = seconds_of(watching.session.scene->playback.end());
  EXPECT_DOUBLE_EQ(slowdown(watching.session), 20 / real_seconds);
  watching.command("faster");
  EXPECT_DOUBLE_EQ(slowdown(watching.session), 10 / real_seconds);
}

}  // namespace
}  // namespace commlab
