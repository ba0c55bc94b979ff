// The parts of the window that need no screen: layout, form, settings, scripts.

#include <fstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/draw/label_steps.h"
#include "gui/window/frame/layout_of_window.h"
#include "gui/window/screen/ui_script.h"
#include "gui/window/session/form.h"
#include "gui/window/session/settings.h"

namespace commlab {
namespace {

using testing::HasSubstr;

std::vector<Area> shown(const WindowLayout& l) {
  std::vector<Area> areas;
  for (const Area& area : {l.transport, l.scenario, l.topology, l.matrix, l.tabs, l.inspector, l.timeline,
                           l.caption, l.headline})
    if (area.width > 0 && area.height > 0) areas.push_back(area);
  return areas;
}

TEST(WindowLayout, PartsNeverOverlapNorLeaveTheWindow) {
  struct Size {
    double width, height;
  };
  for (const std::string_view name : theme_names())
    for (const double scale : {0.75, 1.0, 2.0})
      for (const Arrange arrange : {Arrange::learn, Arrange::explore, Arrange::compare, Arrange::present})
        for (const auto [width, height] :
             {Size{640, 400}, Size{1280, 720}, Size{1280, 800}, Size{1920, 1080}, Size{3840, 2160}})
          for (const int rows : {0, 1, 3}) {
            const WindowLayout layout =
                layout_of_window(width, height, theme_named(name, scale).value(), {}, arrange, rows);
            const std::vector<Area> areas = shown(layout);
            for (std::size_t i = 0; i < areas.size(); ++i) {
              EXPECT_GE(areas[i].x, 0);
              EXPECT_GE(areas[i].y, 0);
              EXPECT_LE(areas[i].right(), width);
              EXPECT_LE(areas[i].bottom(), height);
              for (std::size_t j = i + 1; j < areas.size(); ++j)
                EXPECT_FALSE(areas[i].overlaps(areas[j]))
                    << name << " " << width << "x" << height << " " << i << " " << j;
            }
          }
}

// Five panels in a small window were five that could not be read.
TEST(WindowLayout, ASmallWindowHasFewerPanelsAndEachIsOfUse) {
  struct Size {
    double width, height;
  };
  for (const std::string_view name : theme_names())
    for (const Arrange arrange : {Arrange::learn, Arrange::explore, Arrange::compare, Arrange::present})
      for (const auto [width, height] : {Size{640, 400}, Size{800, 600}}) {
        const Theme theme = theme_named(name).value();
        const WindowLayout l = layout_of_window(width, height, theme, {}, arrange, 0);
        const double line = theme.font;
        for (const Area& panel : {l.topology, l.matrix, l.tabs, l.inspector, l.timeline})
          if (panel.width > 0) {
            EXPECT_GE(panel.width, 10 * line) << name << " " << width << "x" << height;
            EXPECT_GE(panel.height, 4.5 * line) << name << " " << width << "x" << height;
          }
        EXPECT_TRUE(l.topology.width > 0 || l.timeline.width > 0);
        const WindowLayout bare = layout_of_window(width, height, theme, {}, arrange, 0, false);
        EXPECT_EQ(bare.transport.height, 0);
        EXPECT_LT(shown(bare).front().y, shown(l).at(1).y);
      }
}

TEST(Form, SaysTheExperimentAndReadsItBack) {
  for (const char* line : {"all_reduce", "all_reduce --machine hcm8 --algorithm ring --ranks 8 --size 64MiB",
                           "broadcast --root 2 --machine switch:8,450GB/s,350ns --pieces 8",
                           "all_reduce --slow gpu3:2x --late gpu0-gpu1:10us --data ranks --in-place --fused",
                           "p2p --from 0 --to 1,2,4 --size 400MB"}) {
    const Experiment experiment = parse_line(line).value();
    EXPECT_EQ(experiment_of(form_of(experiment)).value(), experiment) << line;
  }
}

TEST(Form, ARingGrowsWithTheRanksThatAreAskedFor) {
  Form form = form_of(parse_line("all_reduce --machine ring:4,25GB/s,2us").value());
  form.ranks = "16";
  EXPECT_EQ(experiment_of(form)->machine, "ring:16,25GB/s,2us");
  form.ranks = "3";
  EXPECT_EQ(experiment_of(form)->machine, "ring:4,25GB/s,2us");
  form.machine = "hcm8";
  form.ranks = "16";
  EXPECT_EQ(experiment_of(form)->machine, "hcm8");
}

TEST(Form, AWrongFieldIsAnErrorOfOneSentence) {
  Form form = form_of(parse_line("all_reduce").value());
  form.ranks = "many";
  EXPECT_EQ(experiment_of(form).error().message, "--ranks: 'many' is not a whole number");
  form.ranks = "4";
  form.more = "--slwo gpu3:2x";
  EXPECT_THAT(experiment_of(form).error().message, HasSubstr("--slow"));
}

struct Folder {
  std::filesystem::path path = std::filesystem::path(testing::TempDir()) /
                               testing::UnitTest::GetInstance()->current_test_info()->name();
  Folder() { std::filesystem::remove_all(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(Settings, AreReadAsTheyWereWritten) {
  const Folder folder;
  const Settings settings{.theme = "light",
                          .scale = 1.25,
                          .reduced_motion = true,
                          .labels = false,
                          .columns = 0.3,
                          .timeline = 0.5,
                          .keys = {{"play", "P"}}};

  ASSERT_TRUE(write_settings(settings, folder.path / "new"));

  EXPECT_EQ(read_settings(folder.path / "new").value(), settings);
  EXPECT_EQ(read_settings(folder.path / "none").value(), Settings{});
  EXPECT_EQ(read_settings({}).value(), Settings{});
}

TEST(Settings, AFileThatSaysNonsenseIsNamedWithItsLine) {
  const Folder folder;
  std::filesystem::create_directories(folder.path);
  const auto read = [&](const char* text) {
    std::ofstream(folder.path / "window.toml") << text;
    return read_settings(folder.path).error().message;
  };
  EXPECT_THAT(read("theme = 3\n"), HasSubstr("window.toml: line 1: theme is expected to be a name"));
  EXPECT_THAT(read("theme = \"dark\"\nkeys = 3\n"), HasSubstr("line 2: keys is expected to be a table"));
  EXPECT_THAT(read("[keys]\nplay = 1\n"), HasSubstr("line 2: the key of play is expected in quotes"));
  EXPECT_THAT(read("theme = \n"), HasSubstr("window.toml: line 1: "));
}

TEST(Settings, AFolderThatCannotBeMadeIsTold) {
  const Status written = write_settings({}, "/proc/nowhere");
  EXPECT_EQ(written.error().message,
            "/proc/nowhere/window.toml cannot be written: settings are not remembered");
}

TEST(UiScript, IsALineForEachAction) {
  const UiScript script = parse_ui_script("# a comment\n\nclick play\n  expect now ~ us \n", "a.uis").value();
  ASSERT_EQ(script.lines.size(), 2u);
  EXPECT_EQ(script.lines[0].number, 3);
  EXPECT_EQ(script.lines[1].action, "expect");
  EXPECT_EQ(script.lines[1].rest, "now ~ us");
}

TEST(UiScript, AnUnknownActionIsNamedWithItsLineAndTheNearest) {
  EXPECT_THAT(ui_script_help(), HasSubstr("key Enter commits"));
  EXPECT_THAT(parse_ui_script("click play\nclik play\n", "a.uis").error().message,
              HasSubstr("a.uis:2: unknown action 'clik' (did you mean click?)"));
  EXPECT_THAT(read_ui_script("/nowhere.uis").error().message,
              HasSubstr("/nowhere.uis: the script cannot be read"));
}

TEST(UiScript, RepeatedLinesAreDoneSoOftenAndKeepTheirNumbers) {
  const UiScript script = parse_ui_script(R"(wait
repeat 2
  key Right
  repeat 3
    frames 1
  end
end
go 60%
)",
                                          "a.uis")
                              .value();
  std::string done;
  for (const UiScriptLine& line : script.lines) done += fmt::format("{}:{} ", line.number, line.action);
  EXPECT_EQ(done, "1:wait 3:key 5:frames 5:frames 5:frames 3:key 5:frames 5:frames 5:frames 8:go ");
}

TEST(UiScript, ARepeatSaysWhatItLacks) {
  const auto why = [](std::string_view text) { return parse_ui_script(text, "a.uis").error().message; };
  EXPECT_EQ(why("repeat 2\nrepeat 3\nend\n"),
            "a.uis:1: 'repeat' without an end; put 'end' behind the lines that it repeats");
  EXPECT_EQ(why("wait\nend\n"), "a.uis:2: 'end' without a 'repeat' before it");
  EXPECT_EQ(why("repeat 2\nend now\n"), "a.uis:2: end: nothing stands behind it, found 'now'");
  for (const std::string often : {"", "some", "0", "-1", "2.5", "10001", "99999999999999999999"})
    EXPECT_EQ(why("repeat " + often + "\nwait\nend\n"),
              "a.uis:1: repeat: '" + often + "'; expected how often, 1 to 10000: repeat 10");
  EXPECT_EQ(why("repeat 10000\nrepeat 10000\nwait\nend\nend\n"),
            "a.uis:1: repeat 10000: the script would have more than 1000000 lines to do");
}

// Of 64 rows every second one was named, but never the last: how many there were was not to be seen.
TEST(Labelled, AlwaysNamesTheLastAndLaysNoTwoOnEachOther) {
  using testing::ElementsAre;
  EXPECT_THAT(label_steps(4, 20, 13), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(label_steps(8, 7, 13), ElementsAre(0, 2, 4, 7));
  EXPECT_THAT(label_steps(1, 5, 13), ElementsAre(0));
  EXPECT_THAT(label_steps(2, 5, 13), ElementsAre(0));
  for (const int n : {8, 63, 64, 1000, 1024})
    for (const double each : {0.4, 3.0, 6.5, 12.0}) {
      const std::vector<int> named = label_steps(n, each, 13);
      if (n * each < 26) continue;
      EXPECT_EQ(named.front(), 0);
      EXPECT_EQ(named.back(), n - 1) << each;
      EXPECT_GE(n * each - 13, named[named.size() - 2] * each + 13 - 1e-9) << n << " " << each;
    }
}

}  // namespace
}  // namespace commlab
