#include "gui/window/script.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/ranges.h>

#include "core/nearest.h"

namespace commlab {
namespace {

const std::vector<std::string> actions = {"click",  "right-click", "hover",  "drag",   "wheel", "key",
                                          "type",   "command",     "frames", "wait",   "go",    "select",
                                          "expect", "expect-no",   "shot",   "resize", "dump"};

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

}  // namespace

Result<WindowScript> parse_script(std::string_view text, std::string file_name) {
  WindowScript script{.file = std::move(file_name), .lines = {}};
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string words = trimmed(line);
    if (words.empty() || words.front() == '#') continue;
    const std::size_t blank = std::min(words.find(' '), words.size());
    WindowScriptLine parsed{number, words.substr(0, blank), trimmed(words.substr(blank))};
    if (std::ranges::find(actions, parsed.action) == actions.end())
      return fail("{}:{}: unknown action '{}'{}; there are {}", script.file, number, parsed.action,
                  suggestion(parsed.action, actions), fmt::join(actions, ", "));
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
