#include "lessons/run/scene_values.h"

#include <algorithm>
#include <cassert>

#include "core/base/numbers.h"
#include "core/experiment/experiment_options.h"
#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

Status read_key(Experiment& experiment, const std::string& key, std::string value) {
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

Result<Experiment> experiment_of(const LessonScene& scene) {
  assert(scene.kind == LessonScene::Kind::experiment && "the scene is of this kind");
  Experiment experiment;
  for (const auto& [key, value] : scene.keys) {
    if (key == "run") {
      const Result<CollectiveKind> kind = parse_collective(value);
      if (!kind) return fail("run: {}", kind.error().message);
      experiment.collective = *kind;
    } else if (const Status read = read_key(experiment, key, value); !read) {
      return fail(read.error().fault, "{}: {}", key, read.error().message);
    }
  }
  return experiment;
}

Result<ScriptScene> script_scene_of(const LessonScene& scene) {
  assert(scene.kind == LessonScene::Kind::script && "the scene is of this kind");
  ScriptScene result{.text = scene.script, .machine = std::string(default_machine)};
  for (const auto& [key, value] : scene.keys) {
    if (key == "machine") {
      result.machine = value;
    } else if (key == "flavour") {
      result.flavour = value;
    } else if (key == "ranks") {
      result.ranks = parse_number<int>(value);
      if (!result.ranks) return fail("ranks: '{}' is no whole number", value);
    } else if (key == "seed") {
      const auto seed = parse_number<std::uint64_t>(value);
      if (!seed) return fail("seed: '{}' is no whole number", value);
      result.seed = *seed;
    } else if (key == script_file_key) {
      return fail("there is no script '{}' here", value);
    } else {
      return fail("a script has no key '{}'", key);
    }
  }
  return result;
}

Result<LaunchTable> launch_table_of(const LessonScene& scene) {
  assert(scene.kind == LessonScene::Kind::launch && "the scene is of this kind");
  LaunchTable table;
  for (const auto& [key, value] : scene.keys) {
    if (key == "rank_rule") {
      const auto rule = parse_rank_rule(value);
      if (!rule) return fail("rank_rule: {}", rule.error().message);
      table.rule = *rule;
    } else if (const auto node = visible_node(key)) {
      const std::size_t at = *node;
      if (table.visible.size() <= at) table.visible.resize(at + 1);
      table.visible[at] = value;
      std::erase(*table.visible[at], ' ');
    } else {
      const auto number = parse_number<int>(value);
      if (!number) return fail("{}: '{}' is no whole number", key, value);
      int& into = key == "nodes" ? table.nodes : key == "gpus" ? table.gpus : table.processes;
      into = *number;
    }
  }
  return table;
}

}  // namespace commlab
