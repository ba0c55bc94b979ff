// A frame has at most 15,000 vertices for any number of ranks, so that the window stays fluent where the
// processor draws. Counted without a renderer and without a clock.
#include <gtest/gtest.h>

#include "gui/window/session/playing.h"
#include "tests/sanitized.h"
#include "tests/window/scene_of.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

constexpr int most_vertices = 15'000;

// Every layout in both kinds of themes at several moments: at rest, between two events, and while playing.
void expect_frames_within_budget(std::string_view line) {
  const auto scene = std::make_shared<const Scene>(played(line));
  const Time end = scene->trace().finish;
  for (const std::string_view theme : {"dark", "projector"}) {
    const WindowTools tools;
    const Settings settings;
    Session session{.tools = tools, .settings = settings, .theme = *theme_named(theme)};
    show_scene(session, scene);
    UnseenWindow window(session);
    for (const Arrange arrange : {Arrange::learn, Arrange::explore, Arrange::compare, Arrange::present})
      for (const Tab tab : {Tab::plot, Tab::stats, Tab::log})
        for (const int percent : {0, 7, 50, 93, 100}) {
          session.view.arrange = arrange;
          session.tab = tab;
          go_to(session, Time{end.ps * percent / 100});
          session.view.playing = percent == 7;
          window.frame();  // lists and windows settle
          EXPECT_LE(window.frame(), most_vertices)
              << line << ": " << theme << ", layout " << static_cast<int>(arrange) + 1 << ", tab "
              << static_cast<int>(tab) << ", at " << percent << " %";
        }
  }
}

TEST(Budget, HoldsForEightRanks) {
  expect_frames_within_budget("all_reduce --machine ring:8,100GB/s,500ns --algorithm ring --size 64MiB");
  expect_frames_within_budget("all_to_all --machine switch:8,450GB/s,350ns --algorithm direct --size 64MiB");
  expect_frames_within_budget("all_reduce --machine dgx-h100 --algorithm ring --size 64MiB");
}

TEST(Budget, HoldsForSixtyFourRanks) {
  expect_frames_within_budget("all_reduce --machine switch:64,450GB/s,350ns --algorithm ring --size 64MiB");
  expect_frames_within_budget("all_reduce --machine ring:64,100GB/s,500ns --algorithm ring --size 64MiB");
  expect_frames_within_budget("all_to_all --machine switch:64,450GB/s,350ns --algorithm direct --size 64MiB");
}

TEST(Budget, HoldsForAThousandRanks) {
  if (sanitized) GTEST_SKIP() << "millions of transfers take minutes under a sanitizer";
  expect_frames_within_budget("all_reduce --machine switch:1024,450GB/s,350ns --algorithm ring --size 1GiB");
  expect_frames_within_budget("all_reduce --machine \"128x dgx-h100\" --algorithm ring --size 1GiB");
}

}  // namespace
}  // namespace commlab
