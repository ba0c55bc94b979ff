#include "gui/window/script.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/ranges.h>

#include "core/nearest.h"

namespace commlab {
namespace {

struct ScriptAction {
  std::string_view name;
  std::string_view example;  // what stands behind the name
  std::string_view what;     // it does
};

constexpr ScriptAction actions[] = {
    {"click", "play", "press and release in the middle of a widget"},
    {"right-click", "link.gpu0-gpu1", "likewise with the other button"},
    {"hover", "gpu.3", "the pointer rests on it"},
    {"drag", "time 0.25 0.75", "from one share of a widget's width to another"},
    {"wheel", "timeline 3", "so many notches over a widget"},
    {"key", "Shift+Right", "press a key, with Ctrl+, Shift+ or Alt+ before it"},
    {"type", "16MiB", "characters, into the field that has the keyboard; key Enter commits them"},
    {"command", "theme", "any command, by name; those of buttons are their ids"},
    {"frames", "30", "let so many sixtieths of a second pass"},
    {"wait", "", "until nothing is being computed"},
    {"go", "6.8us", "to a time, or a condition: rank 3 complete"},
    {"select", "rank 3", "or chunk 2, or link gpu0-gpu1"},
    {"expect", "now 6.8 us", "the widget's value is exactly this; with ~ before it: it has it in it"},
    {"expect-no", "notice", "there is no such widget"},
    {"shot", "picture.png", "write the window as it is now; shot notes FILE: the teacher's"},
    {"resize", "1920 1080", "width and height, in pixels"},
    {"dump", "", "print all widgets: id, value"},
};

std::vector<std::string> action_names() {
  std::vector<std::string> names;
  for (const ScriptAction& action : actions) names.emplace_back(action.name);
  return names;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

}  // namespace

std::string script_help() {
  std::string lines =
      "A script has one action a line; # begins a comment. Widgets are named by their ids (dump).\n\n";
  for (const ScriptAction& action : actions)
    lines += fmt::format("  {:<28}{}\n", fmt::format("{} {}", action.name, action.example), action.what);
  return lines;
}

Result<WindowScript> parse_script(std::string_view text, std::string file_name) {
  WindowScript script{.file = std::move(file_name), .lines = {}};
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string words = trimmed(line);
    if (words.empty() || words.front() == '#') continue;
    const std::size_t blank = std::min(words.find(' '), words.size());
    WindowScriptLine parsed{number, words.substr(0, blank), trimmed(words.substr(blank))};
    if (std::ranges::find(actions, parsed.action, &ScriptAction::name) == std::end(actions))
      return fail("{}:{}: unknown action '{}'{}; there are {}", script.file, number, parsed.action,
                  suggestion(parsed.action, action_names()), fmt::join(action_names(), ", "));
    script.lines.push_back(std::move(parsed));
  }
  return script;
}

Result<WindowScript> read_script(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) return fail("{}: the script cannot be read", path.string());
  return parse_script(text.str(), path.string());
}

}  // namespace commlab
