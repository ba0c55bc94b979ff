// The text format of scripts that drive the window.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/screen/ui_script.h"

namespace commlab {
namespace {

using testing::HasSubstr;

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
              HasSubstr("/nowhere.uis cannot be read: there is no such file"));
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
  EXPECT_EQ(why("repeat 2\nend now\n"), "a.uis:2: end: expected nothing after it, found 'now'");
  for (const std::string often : {"", "some", "0", "-1", "2.5", "10001", "99999999999999999999"})
    EXPECT_EQ(why("repeat " + often + "\nwait\nend\n"),
              "a.uis:1: repeat: '" + often + "'; expected how often, 1 to 10000: repeat 10");
  EXPECT_EQ(why("repeat 10000\nrepeat 10000\nwait\nend\nend\n"),
            "a.uis:1: repeat 10000: the script would have more than 1000000 lines to do");
}

}  // namespace
}  // namespace commlab
