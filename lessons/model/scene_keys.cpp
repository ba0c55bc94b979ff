#include "lessons/model/scene_keys.h"

#include <algorithm>
#include <array>

#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "core/experiment/experiment_options.h"

namespace commlab {
namespace {

using SceneKind = LessonScene::Kind;

constexpr std::array script_keys = {"machine", "ranks", "flavour", "seed", "script", "file"};
constexpr std::array launch_keys = {"nodes", "gpus", "processes", "rank_rule"};
constexpr std::string_view visible = "visible.";
constexpr int most_nodes = 64;
// Options that lessons may not set: a lesson predicts on the model, wherever it is played.
constexpr std::array not_for_lessons = {"on", "copy", "loop"};

// The key in_place is the option in-place, because a dash is a minus in expressions.
std::string option_name(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '_', '-');
  return name;
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

// A route over GPUs ("0-7-2") is an algorithm of its own; direct and staged go with any algorithm.
bool names_relays(const std::string& route) { return route.find('-') != std::string::npos; }
bool is_choice_of_algorithm(const std::string& algorithm) {
  return algorithm != "default" && algorithm != "auto" && algorithm != "relay";
}

bool is_named(std::string_view key, std::string_view family) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return key.starts_with(family) && key.size() > family.size() &&
         std::ranges::all_of(key.substr(family.size()), letter);
}

}  // namespace

const ExperimentOption* option_of(std::string_view key) {
  const std::string name = option_name(key);
  if (std::ranges::find(not_for_lessons, name) != not_for_lessons.end()) return nullptr;
  const auto options = experiment_options();
  const auto found = std::ranges::find(options, name, &ExperimentOption::name);
  return found == options.end() ? nullptr : &*found;
}

std::optional<int> visible_node(std::string_view key) {
  if (!key.starts_with(visible)) return std::nullopt;
  const auto node = parse_number<int>(key.substr(visible.size()));
  return node && *node >= 0 && *node < most_nodes ? node : std::nullopt;
}

bool is_parameter(std::string_view key) { return is_named(key, with_name); }
bool is_named_expression(std::string_view key) { return is_named(key, let_name); }

std::string spoken_key_of(const std::string& key) {
  return is_parameter(key) ? key.substr(with_name.size()) : key;
}

bool has_key(SceneKind kind, std::string_view key) {
  if (is_parameter(key) || is_named_expression(key) || key == assume_key) return true;
  switch (kind) {
    case SceneKind::none: return false;
    case SceneKind::experiment: return key == "run" || option_of(key) != nullptr;
    case SceneKind::script: return std::ranges::find(script_keys, key) != script_keys.end();
    case SceneKind::launch:
      return std::ranges::find(launch_keys, key) != launch_keys.end() || visible_node(key);
  }
  return false;
}

bool can_set(const LessonScene& scene, const std::string& key) {
  if (is_named_expression(key) || key == assume_key) return false;
  if (!is_parameter(key) && has_key(scene.kind, key)) return true;
  const std::string parameter = is_parameter(key) ? key : fmt::format("{}{}", with_name, key);
  return std::ranges::find(scene.keys, parameter, &SceneKeys::value_type::first) != scene.keys.end();
}

std::string no_such_key(const LessonScene& scene, const std::string& key) {
  std::vector<std::string> names;
  if (scene.kind == SceneKind::script) names.assign(script_keys.begin(), script_keys.end());
  if (scene.kind == SceneKind::launch) names.assign(launch_keys.begin(), launch_keys.end());
  const std::string there = names.empty() ? "" : fmt::format("; it has {}", fmt::join(names, ", "));
  return fmt::format("{} has no key '{}'{}", name_of(scene.kind), key, there);
}

Status check_scene_key(std::string_view key, std::string_view block) {
  for (const SceneKind kind : {SceneKind::experiment, SceneKind::script, SceneKind::launch})
    if (has_key(kind, key)) return {};
  if (std::ranges::find(not_for_lessons, key) != not_for_lessons.end())
    return fail("a lesson has no key '{}': it predicts on the model, wherever it is played", key);
  std::vector<std::string> names = {"run", "visible.0", "visible.1", "with.NAME", "let.NAME", "assume"};
  names.insert(names.end(), script_keys.begin(), script_keys.end());
  names.insert(names.end(), launch_keys.begin(), launch_keys.end());
  for (const ExperimentOption& option : experiment_options()) names.emplace_back(option.name);
  const std::string meant = nearest(option_name(key), names);
  return fail("unknown key '{}' in {}{}", key, block,
              meant.empty() ? "; it has run, nodes, and the options of commlab run"
                            : fmt::format("; did you mean {}?", meant));
}

bool contradict(const SceneKey& one, const SceneKey& other) {
  const auto are = [&](std::string_view a, std::string_view b) { return one.first == a && other.first == b; };
  constexpr std::string_view amounts[] = {"size", "count", "counts"};
  const auto is_amount = [&](const SceneKey& key) { return std::ranges::count(amounts, key.first) > 0; };
  if (is_amount(one) && is_amount(other) && one.first != other.first) return one.second != "default";
  if (are("route", "algorithm")) return names_relays(one.second) && is_choice_of_algorithm(other.second);
  if (are("algorithm", "route")) return names_relays(other.second) && is_choice_of_algorithm(one.second);
  return false;
}

}  // namespace commlab
