// The keys in gui/README.md are those of the window.

#include <algorithm>
#include <fstream>
#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/session/settings.h"

namespace commlab {
namespace {

TEST(PageOfKeys, HasTheKeysAndTitlesOfTheWindow) {
  std::ifstream page(COMMLAB_SOURCE_DIR "/gui/README.md");
  const std::regex row("\\| `([^`]+)` \\| (.*) \\|");
  bool in_table = false;
  int rows = 0;

  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| key |")) in_table = true;
    if (line.empty()) in_table = false;
    std::smatch match;
    if (!in_table || !std::regex_match(line, match, row)) continue;
    const auto commands = window_commands();
    const auto command = std::ranges::find_if(
        commands, [&](const WindowCommand& each) { return each.title == match[2].str(); });
    ASSERT_NE(command, commands.end()) << "no command is called " << match[2];
    EXPECT_EQ(key_of(*command, Settings{}), match[1].str()) << command->title;
    ++rows;
  }

  EXPECT_GT(rows, 10);
}

}  // namespace
}  // namespace commlab
