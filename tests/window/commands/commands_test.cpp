// The table of commands, and the keys that lead to them.

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

TEST(Commands, EachHasANameAKeyOfItsOwnAndATitle) {
  std::set<std::string_view> names;
  std::map<std::pair<std::string, KeyPlace>, std::string_view> keys;
  for (const WindowCommand& command : window_commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name << " is in the table twice";
    EXPECT_FALSE(command.title.empty()) << command.name;
    const Result<KeyStroke> key = parse_key(command.key);
    ASSERT_TRUE(key) << command.name << ": " << key.error().message;
    const auto [other, is_new] = keys.emplace(std::pair(to_text(*key), command.place), command.name);
    EXPECT_TRUE(is_new) << command.key << " is the key of " << other->second << " and of " << command.name;
    EXPECT_EQ(command_of(*key, {}, command.place), &command);
  }
}

TEST(Commands, AnUnknownNameOffersTheNearest) {
  EXPECT_EQ(find_command("stepforward").error().message,
            "unknown command 'stepforward' (did you mean step-forward?)");
}

TEST(Commands, AnotherKeyCanBeChosen) {
  const Settings settings{.keys = {{"play", "Ctrl+1"}}};

  EXPECT_TRUE(check_keys(settings));
  EXPECT_EQ(command_of({.key = "1", .ctrl = true}, settings)->name, "play");
  EXPECT_EQ(command_of({.key = "Space"}, settings), nullptr);
}

TEST(Commands, KeysThatNobodyHasOrTwoWantAreErrors) {
  EXPECT_EQ(check_keys({.keys = {{"plya", "P"}}}).error().message,
            "keys: unknown command 'plya' (did you mean play?)");
  EXPECT_EQ(check_keys({.keys = {{"labels", "Space"}}}).error().message,
            "keys: Space cannot be the key of labels, because it is the key of play");
  EXPECT_TRUE(check_keys({.keys = {{"play", "Hyper+Q"}}})
                  .error()
                  .message.starts_with("keys: play: key 'Hyper+Q': 'Hyper' is none of Ctrl, Shift, Alt"));
}

// Guards against a fixed bug: without a limit, about 55 presses of W made the visible stretch empty, and the
// ruler divided by its width.
TEST(Zoom, StopsBeforeTheStretchIsEmptyAndComesBack) {
  const WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = theme_named("dark").value()};
  show_scene(session, shared_scene_of("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring"));
  const auto press = [&](std::string_view key) {
    command_of(parse_key(key).value(), session.settings)->act(session);
  };
  const View& view = session.view;

  for (const int percent : {0, 37, 100}) {
    go_to(session, Time{session.scene->playback.end().ps * percent / 100});
    for (int i = 0; i < 100; ++i) {
      press("W");
      ASSERT_GT(view.to - view.from, 0.99e-7) << percent << " %, press " << i;
      ASSERT_GE(view.from, 0) << percent << " %";
      ASSERT_LE(view.to, 1) << percent << " %";
    }
    EXPECT_LT(view.to - view.from, 2e-7);
    for (int i = 0; i < 100; ++i) press("S");
    EXPECT_EQ(view.from, 0);
    EXPECT_EQ(view.to, 1);
  }
}

TEST(Keys, AreWrittenAsTheyAreRead) {
  for (const char* text : {"Space", "Ctrl+Shift+C", "Alt+Right", ".", "F11", "Ctrl+Plus", "Shift+/"})
    EXPECT_EQ(to_text(parse_key(text).value()), text);
  EXPECT_EQ(to_text(parse_key("ctrl+shift+c").value()), "Ctrl+Shift+C");
  EXPECT_EQ(to_text(parse_key("?").value()), "Shift+/");
  EXPECT_EQ(parse_key("Return").value(), parse_key("Enter").value());
  EXPECT_FALSE(parse_key(""));
  EXPECT_FALSE(parse_key("Ctrl+"));
}

}  // namespace
}  // namespace commlab
