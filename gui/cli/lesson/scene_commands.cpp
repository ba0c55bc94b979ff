#include "gui/cli/lesson/scene_commands.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/files/read_file.h"
#include "lessons/model/lesson_step.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

// The script with one line replaced. An error where it has no such line.
Result<std::string> with_line(const std::string& script, std::string_view number, std::string_view text) {
  const std::optional<int> wanted = parse_number<int>(number);
  if (!wanted)
    return fail("line '{}': the number of a line is missing, as in line 3 = rank 0: barrier()", number);
  std::string result;
  int line = 0;
  for (std::size_t at = 0; at < script.size();) {
    const std::size_t end = std::min(script.find('\n', at), script.size());
    result += ++line == *wanted ? std::string(text) : script.substr(at, end - at);
    result += "\n";
    at = end + 1;
  }
  if (*wanted < 1 || *wanted > line) return fail("line {}: the script has lines 1 to {}", *wanted, line);
  return result;
}

}  // namespace

void SceneCommands::begin_step() {
  run_is_shown_ = !has_scene(player_.lesson().steps[player_.step()]);
  script_shown_ = "";
}

void SceneCommands::show_script_once() {
  if (run_is_shown_ || !script_shown_.empty()) return;
  const PlayedScene scene = player_.scene_at_rest();
  screen_.scene_at_rest(scene);
  script_shown_ = scene.script;
}

Status SceneCommands::show_run_once() {
  if (run_is_shown_) return {};
  run_is_shown_ = true;
  if (const Status shown = show_run(false); !shown) return shown;
  return player_.content().map([this](const StepContent& content) { screen_.view(content.view); });
}

Status SceneCommands::show_run(bool whole) {
  const Result<PlayedScene> scene = player_.scene();
  if (!scene) return tl::unexpected(scene.error());
  screen_.scene(*scene, whole, scene->script != script_shown_);
  script_shown_ = "";
  return {};
}

void SceneCommands::name_busiest_link() {
  const Result<PlayedScene> scene = player_.scene();
  if (scene && !scene->asks_for_link) screen_.busiest_link(*scene);
}

Result<bool> SceneCommands::obey(const LessonOrder& order) {
  switch (order.kind) {
    case LessonOrder::Kind::help: screen_.say(orders_help()); return false;
    case LessonOrder::Kind::undo: player_.undo_changes(); return run_it();
    case LessonOrder::Kind::run: return run_it();
    case LessonOrder::Kind::set: return set(order);
    case LessonOrder::Kind::load:
      return read_file(order.value)
          .and_then([&](const std::string& text) { return change_script(text); })
          .or_else([this](const Error& error) { return told(error); });
    case LessonOrder::Kind::line: return change_line(order);
    default: return false;
  }
}

Result<bool> SceneCommands::told(const Error& error) const {
  screen_.prose(error.message, "  ");
  return false;
}

Result<bool> SceneCommands::run_it() {
  if (player_.locked(player_.step())) {
    screen_.say("  Nothing is run before the step's predictions are made.\n");
    return false;
  }
  if (const Status shown = show_run(true); !shown) return told(shown.error());
  return false;
}

// set a = 1; b = 2
Result<bool> SceneCommands::set(const LessonOrder& order) {
  SceneKeys keys;
  std::string key = order.key, rest = order.value;
  for (std::size_t end = rest.find(';'); end != std::string::npos; end = rest.find(';')) {
    keys.emplace_back(key, rest.substr(0, end));
    rest.erase(0, end + 1);
    const std::size_t equals = std::min(rest.find('='), rest.size());
    key = without_blanks(std::string_view(rest).substr(0, equals));
    rest.erase(0, equals + 1);
  }
  keys.emplace_back(key, rest);
  if (const Status done = player_.change_and_run(keys); !done) return told(done.error());
  return changed();
}

// The script is changed even where it has mistakes, because learners change it line by line.
Result<bool> SceneCommands::change_script(const std::string& text) {
  if (const Status done = player_.change("script", text); !done) return told(done.error());
  return changed();
}

Result<bool> SceneCommands::changed() {
  if (const Status saved = save_(player_.record()); !saved) return tl::unexpected(saved.error());
  if (const Status shown = show_run(false); !shown) return told(shown.error());
  return true;
}

Result<bool> SceneCommands::change_line(const LessonOrder& order) {
  if (player_.locked(player_.step())) return change_script("");
  const PlayedScene scene = player_.scene_at_rest();
  if (scene.script.empty()) return told({"there is no script in this step", Fault::input});
  const Result<std::string> script = with_line(scene.script, order.key, order.value);
  if (!script) return told(script.error());
  return change_script(*script);
}

}  // namespace commlab
