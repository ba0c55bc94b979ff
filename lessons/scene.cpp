#include "lessons/scene.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/nearest.h"
#include "lessons/lesson_text.h"

namespace commlab {
namespace {

using SceneKind = LessonScene::Kind;

constexpr std::array script_keys = {"machine", "ranks", "flavour", "seed", "script"};
constexpr std::array launch_keys = {"nodes", "gpus", "processes", "rank_rule"};
constexpr std::string_view visible = "visible.";
constexpr std::string_view with = "with.";
constexpr int most_nodes = 64;
constexpr std::size_t longest_name = 80;        // of what varies, with its braces
constexpr std::size_t longest_drawn = 1 << 20;  // of a text with what varies in it
// A lesson predicts on the model, wherever it is played.
constexpr std::array not_for_lessons = {"on", "copy", "loop"};

// "in_place" is the option in-place: in expressions a dash is a minus.
std::string option_name(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '_', '-');
  return name;
}

const ExperimentOption* option_of(std::string_view key) {
  const std::string name = option_name(key);
  if (std::ranges::find(not_for_lessons, name) != not_for_lessons.end()) return nullptr;
  const auto options = experiment_options();
  const auto found = std::ranges::find(options, name, &ExperimentOption::name);
  return found == options.end() ? nullptr : &*found;
}

template <class T>
std::optional<T> whole(std::string_view text) {
  T number{};
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && rest == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<int> visible_node(std::string_view key) {
  if (!key.starts_with(visible)) return std::nullopt;
  const auto node = whole<int>(key.substr(visible.size()));
  return node && *node >= 0 && *node < most_nodes ? node : std::nullopt;
}

bool is_parameter(std::string_view key) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return key.starts_with(with) && key.size() > with.size() &&
         std::ranges::all_of(key.substr(with.size()), letter);
}

bool has_key(SceneKind kind, std::string_view key) {
  if (is_parameter(key)) return true;
  switch (kind) {
    case SceneKind::none: return false;
    case SceneKind::experiment: return key == "run" || option_of(key) != nullptr;
    case SceneKind::script: return std::ranges::find(script_keys, key) != script_keys.end();
    case SceneKind::launch:
      return std::ranges::find(launch_keys, key) != launch_keys.end() || visible_node(key);
  }
  return false;
}

std::string_view name_of(SceneKind kind) {
  switch (kind) {
    case SceneKind::none: return "a scene of no kind";
    case SceneKind::experiment: return "an experiment";
    case SceneKind::script: return "a script";
    case SceneKind::launch: return "a launch";
  }
  return {};
}

// The kind that a block makes its scene; none: that of the one before.
SceneKind kind_of(const SceneBlock& block) {
  if (block.script) return SceneKind::script;
  for (const auto& [key, value] : block.keys) {
    if (key == "run") return SceneKind::experiment;
    const bool of_launch_alone = has_key(SceneKind::launch, key) && !option_of(key) && !is_parameter(key);
    if (of_launch_alone) return SceneKind::launch;
  }
  return SceneKind::none;
}

void set_key(SceneKeys& keys, const std::string& key, const std::string& value) {
  const auto found = std::ranges::find(keys, key, &SceneKeys::value_type::first);
  if (value == "default") {
    if (found != keys.end()) keys.erase(found);
  } else if (found != keys.end()) {
    found->second = value;
  } else {
    keys.emplace_back(key, value);
  }
}

LessonScene continued(LessonScene scene, const SceneBlock& block) {
  const SceneKind kind = kind_of(block);
  if (kind != SceneKind::none && kind != scene.kind) scene = {.kind = kind, .keys = {}};
  scene.line = block.line;
  if (block.script) scene.script = *block.script;
  return changed(std::move(scene), block.keys);
}

std::string no_such_key(const LessonScene& scene, const std::string& key) {
  std::vector<std::string> names;
  if (scene.kind == SceneKind::script) names.assign(script_keys.begin(), script_keys.end());
  if (scene.kind == SceneKind::launch) names.assign(launch_keys.begin(), launch_keys.end());
  const std::string there = names.empty() ? "" : fmt::format("; it has {}", fmt::join(names, ", "));
  return fmt::format("{} has no key '{}'{}", name_of(scene.kind), key, there);
}

Status check_scene(const Lesson& lesson, const LessonScene& scene, const SceneBlock& block) {
  if (scene.kind == SceneKind::none)
    return fail_in_lesson(
        lesson.file, block.line,
        "nothing is run: a scene says run = \"...\" (a collective), nodes = ..., or has a script block");
  for (const auto& [key, value] : block.keys)
    if (!has_key(scene.kind, key)) return fail_in_lesson(lesson.file, block.line, no_such_key(scene, key));
  return {};
}

Status check_changes(const Lesson& lesson, const LessonScene& scene, const Question& question) {
  for (const std::string& key : question.allow)
    if (!has_key(scene.kind, key))
      return fail_in_lesson(lesson.file, question.line, fmt::format("allow: {}", no_such_key(scene, key)));
  return {};
}

Status read_option(Experiment& experiment, const std::string& key, std::string value) {
  const ExperimentOption* const option = option_of(key);
  if (!option) return fail("an experiment has no key '{}'", key);
  const bool flag = option->takes.empty();
  if (flag && (value == "false" || value == "no")) return {};
  if (flag && (value == "true" || value == "yes")) value.clear();
  if (key != "machine") std::erase(value, ' ');  // "400 MB", "1, 2, 4"
  if (key == "size" && value.ends_with("kB")) value.replace(value.size() - 2, 2, "KB");
  return option->read(experiment, value);
}

}  // namespace

Status check_scene_key(std::string_view key, std::string_view block) {
  for (const SceneKind kind : {SceneKind::experiment, SceneKind::script, SceneKind::launch})
    if (has_key(kind, key)) return {};
  if (std::ranges::find(not_for_lessons, key) != not_for_lessons.end())
    return fail("'{}' is nothing a lesson can say: it predicts on the model, wherever it is played", key);
  std::vector<std::string> names = {"run", "visible.0", "visible.1", "with.NAME"};
  names.insert(names.end(), script_keys.begin(), script_keys.end());
  names.insert(names.end(), launch_keys.begin(), launch_keys.end());
  for (const ExperimentOption& option : experiment_options()) names.emplace_back(option.name);
  const std::string meant = nearest(option_name(key), names);
  return fail("unknown key '{}' in {}{}", key, block,
              meant.empty() ? "; it has run, nodes, and the options of commlab run"
                            : fmt::format("; did you mean {}?", meant));
}

Status check_scenes(const Lesson& lesson) {
  LessonScene scene;
  for (const LessonStep& step : lesson.steps) {
    for (const LessonStep::Item& item : step.items) {
      const auto* block = std::get_if<SceneBlock>(&item);
      if (!block) continue;
      scene = continued(std::move(scene), *block);
      if (const Status fine = check_scene(lesson, scene, *block); !fine) return fine;
    }
    for (const LessonStep::Item& item : step.items)
      if (const auto* question = std::get_if<Question>(&item))
        if (const Status fine = check_changes(lesson, scene, *question); !fine) return fine;
  }
  return {};
}

LessonScene scene_of(const Lesson& lesson, int step) {
  LessonScene scene;
  for (int i = 0; i <= step; ++i)
    for (const LessonStep::Item& item : lesson.steps[static_cast<std::size_t>(i)].items)
      if (const auto* block = std::get_if<SceneBlock>(&item)) scene = continued(std::move(scene), *block);
  return scene;
}

LessonScene changed(LessonScene scene, const SceneKeys& changes) {
  for (const auto& [key, value] : changes) {
    const std::string parameter = fmt::format("{}{}", with, key);
    const bool of_parameter =
        std::ranges::find(scene.keys, parameter, &SceneKeys::value_type::first) != scene.keys.end();
    if (key == "script")
      scene.script = value;
    else
      set_key(scene.keys, of_parameter ? parameter : key, value);
  }
  return scene;
}

const std::string* find_key(const LessonScene& scene, const std::string& key) {
  for (const std::string& name : {key, fmt::format("{}{}", with, key)}) {
    const auto found = std::ranges::find(scene.keys, name, &SceneKeys::value_type::first);
    if (found != scene.keys.end()) return &found->second;
  }
  return nullptr;
}

// In one pass: what is filled in is not looked at again, so that nothing can grow without end.
std::string drawn(const std::string& text, const Drawn& values) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size() && result.size() < longest_drawn) {
    const std::size_t open = std::min(text.find('{', at), text.size());
    result += text.substr(at, open - at);
    at = open;
    if (open == text.size()) break;
    const std::size_t length = std::string_view(text).substr(open, longest_name).find('}');
    const auto found =
        length == std::string::npos ? values.end() : values.find(text.substr(open + 1, length - 1));
    const bool expression = open > 0 && text[open - 1] == '{';  // {{name}} is one
    if (found != values.end() && !expression) {
      result += found->second;
      at = open + length + 1;
    } else {
      result += text[at++];
    }
  }
  return result;
}

LessonScene drawn(LessonScene scene, const Drawn& values) {
  for (auto& [key, value] : scene.keys) value = drawn(value, values);
  scene.script = drawn(scene.script, values);
  return scene;
}

LessonScene with_parameters(LessonScene scene) {
  Drawn parameters;
  for (const auto& [key, value] : scene.keys)
    if (is_parameter(key)) parameters[key.substr(with.size())] = value;
  if (parameters.empty()) return scene;
  std::erase_if(scene.keys, [](const auto& key) { return is_parameter(key.first); });
  return drawn(std::move(scene), parameters);
}

std::uint64_t combinations_of(const Lesson& lesson) {
  constexpr std::uint64_t enough = 1 << 20;
  std::uint64_t all = 1;
  for (const Variation& variation : lesson.vary) all = std::min(enough, all * variation.values.size());
  return all;
}

Drawn draw(const Lesson& lesson, std::uint64_t variant) {
  Drawn drawn;
  for (const Variation& variation : lesson.vary) {
    drawn[variation.name] = variation.values[variant % variation.values.size()];
    variant /= variation.values.size();
  }
  return drawn;
}

Result<Experiment> experiment_of(const LessonScene& scene) {
  Experiment experiment;
  for (const auto& [key, value] : scene.keys) {
    if (key == "run") {
      const Result<CollectiveKind> kind = parse_collective(value);
      if (!kind) return fail("run: {}", kind.error().message);
      experiment.collective = *kind;
    } else if (const Status read = read_option(experiment, key, value); !read) {
      return fail("{}: {}", key, read.error().message);
    }
  }
  return experiment;
}

Result<ScriptScene> script_scene_of(const LessonScene& scene) {
  ScriptScene result{.text = scene.script, .machine = "hcm8"};
  for (const auto& [key, value] : scene.keys) {
    if (key == "machine") {
      result.machine = value;
    } else if (key == "flavour") {
      result.flavour = value;
    } else if (key == "ranks") {
      result.ranks = whole<int>(value);
      if (!result.ranks) return fail("ranks: '{}' is no whole number", value);
    } else if (key == "seed") {
      const auto seed = whole<std::uint64_t>(value);
      if (!seed) return fail("seed: '{}' is no whole number", value);
      result.seed = *seed;
    } else {
      return fail("a script has no key '{}'", key);
    }
  }
  return result;
}

Result<LaunchTable> launch_table_of(const LessonScene& scene) {
  LaunchTable table;
  for (const auto& [key, value] : scene.keys) {
    if (key == "rank_rule") {
      const auto rule = parse_rank_rule(value);
      if (!rule) return fail("rank_rule: {}", rule.error().message);
      table.rule = *rule;
    } else if (const auto node = visible_node(key)) {
      const auto index = static_cast<std::size_t>(*node);
      if (table.visible.size() <= index) table.visible.resize(index + 1);
      table.visible[index] = value;
      std::erase(*table.visible[index], ' ');
    } else {
      const auto number = whole<int>(value);
      if (!number) return fail("{}: '{}' is no whole number", key, value);
      int& into = key == "nodes" ? table.nodes : key == "gpus" ? table.gpus : table.processes;
      into = *number;
    }
  }
  return table;
}

}  // namespace commlab
