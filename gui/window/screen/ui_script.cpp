#include "gui/window/screen/ui_script.h"

#include <algorithm>
#include <sstream>

#include <fmt/ranges.h>

#include "core/base/index.h"
#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/files/read_file.h"
#include "core/script/parser.h"

namespace commlab {
namespace {

struct ScriptAction {
  std::string_view name;
  std::string_view example;  // of what follows the name
  std::string_view what;     // what it does
};

constexpr ScriptAction actions[] = {
    {"click", "play", "press and release in the middle of a widget"},
    {"right-click", "link.gpu0-gpu1", "the same with the other button"},
    {"hover", "gpu.3", "the pointer rests on it"},
    {"drag", "time 0.25 0.75", "from one share of a widget's width to another"},
    {"wheel", "timeline 3", "turn the wheel by this many notches over a widget"},
    {"key", "Shift+Right", "press a key, with Ctrl+, Shift+ or Alt+ before it"},
    {"type", "16MiB", "characters, into the field that has the keyboard; key Enter commits them"},
    {"command", "theme", "any command, by name; those of buttons are their ids"},
    {"frames", "30", "let this many sixtieths of a second pass"},
    {"wait", "", "until nothing is being computed"},
    {"go", "6.8us", "to a time, or a condition: rank 3 complete"},
    {"select", "rank 3", "or chunk 2, or link gpu0-gpu1"},
    {"vote", "12 b", "so many more phones give this answer to the question, where a class votes"},
    {"expect", "now 6.8 us", "the widget's value is exactly this; with ~ before it: contains this"},
    {"expect-no", "notice", "there is no such widget"},
    {"shot", "picture.png", "write the window as it is now; shot notes FILE: the teacher's"},
    {"resize", "1920 1080", "width and height, in pixels"},
    {"dump", "", "print all widgets: id, value"},
    {"repeat", "10", "do the lines up to the matching end this many times; repeats may be nested"},
    {"end", "", "end the lines of a repeat"},
};

constexpr int most_repeats = 10'000;
constexpr std::size_t most_lines = 1'000'000;  // with all repeats written out

std::vector<std::string> action_names() {
  std::vector<std::string> names;
  for (const ScriptAction& action : actions) names.emplace_back(action.name);
  return names;
}

// Writes the lines of a script in order; lines of a repeat are written as often as they are to be done.
class ScriptWriter {
 public:
  explicit ScriptWriter(std::string file) : script_{.file = std::move(file), .lines = {}} {}

  Status add(UiScriptLine line) {
    if (line.action == "repeat") return begin_repeat(line);
    if (line.action == "end") return end_repeat(line);
    if (std::ranges::find(actions, line.action, &ScriptAction::name) == std::end(actions))
      return fail("{}:{}: unknown action '{}'{}; there are {}", script_.file, line.number, line.action,
                  suggestion(line.action, action_names()), fmt::join(action_names(), ", "));
    script_.lines.push_back(std::move(line));
    return {};
  }

  Result<UiScript> script() && {
    if (!open_.empty())
      return fail("{}:{}: 'repeat' without an end; put 'end' behind the lines that it repeats", script_.file,
                  open_.back().number);
    return std::move(script_);
  }

 private:
  struct Repeat {
    int number;  // of the line with `repeat`
    int times;
    std::size_t first;  // line that is repeated
  };

  Status begin_repeat(const UiScriptLine& line) {
    const std::optional<int> times = parse_number<int>(line.rest);
    if (!times || *times < 1 || *times > most_repeats)
      return fail("{}:{}: repeat: '{}'; expected how often, 1 to {}: repeat 10", script_.file, line.number,
                  line.rest, most_repeats);
    open_.push_back({line.number, *times, script_.lines.size()});
    return {};
  }

  Status end_repeat(const UiScriptLine& line) {
    if (open_.empty()) return fail("{}:{}: 'end' without a 'repeat' before it", script_.file, line.number);
    if (!line.rest.empty())
      return fail("{}:{}: end: expected nothing after it, found '{}'", script_.file, line.number, line.rest);
    const auto [number, times, first] = open_.back();
    open_.pop_back();
    const std::vector<UiScriptLine> once(script_.lines.begin() + static_cast<std::ptrdiff_t>(first),
                                         script_.lines.end());
    if (first + once.size() * index(times) > most_lines)
      return fail("{}:{}: repeat {}: the script would have more than {} lines to do", script_.file, number,
                  times, most_lines);
    for (int again = 1; again < times; ++again)
      script_.lines.insert(script_.lines.end(), once.begin(), once.end());
    return {};
  }

  UiScript script_;
  std::vector<Repeat> open_;  // the outermost first
};

}  // namespace

std::string ui_script_help() {
  std::string lines =
      "A script has one action a line; # begins a comment. Widgets are named by their ids (dump).\n\n";
  for (const ScriptAction& action : actions)
    lines += fmt::format("  {:<28}{}\n", fmt::format("{} {}", action.name, action.example), action.what);
  return lines;
}

Result<UiScript> parse_ui_script(std::string_view text, std::string file_name) {
  ScriptWriter writer(std::move(file_name));
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string_view words = trimmed(line);
    if (words.empty() || words.front() == '#') continue;
    const std::size_t blank = std::min(words.find(' '), words.size());
    const Status added =
        writer.add({number, std::string(words.substr(0, blank)), std::string(trimmed(words.substr(blank)))});
    if (!added) return tl::unexpected(added.error());
  }
  return std::move(writer).script();
}

Result<UiScript> read_ui_script(const std::filesystem::path& path) {
  return read_file(path).and_then(
      [&](const std::string& text) { return parse_ui_script(text, path.string()); });
}

}  // namespace commlab
