#include "lessons/play/what_if.h"

#include <algorithm>
#include <cassert>
#include <set>

#include <fmt/ranges.h>

#include "core/base/numbers.h"
#include "core/machine_text/machine_families.h"
#include "core/schedule/algorithm.h"
#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

constexpr int most_ranks = 64;
constexpr std::string_view slower = " 4x slower", cut_off = " cut";
constexpr std::string_view of_ranks = "with.n", of_size = "with.size";

std::string value_in(const PlayedScene& scene, std::string_view key) {
  const auto found = std::ranges::find(scene.keys, key, &SceneKey::first);
  return found == scene.keys.end() ? "" : found->second;
}

bool has(const PlayedScene& scene, std::string_view key) {
  return std::ranges::find(scene.keys, key, &SceneKey::first) != scene.keys.end();
}

// Whether the scene's parameter n is the number of ranks: then its machine grows with n.
bool counts_ranks(const PlayedScene& scene) {
  return has(scene, of_ranks) && (value_in(scene, "machine").find("{n}") != std::string::npos ||
                                  value_in(scene, "ranks").find("{n}") != std::string::npos);
}

[[maybe_unused]] bool was_run(const PlayedScene& scene) {
  return scene.performed || scene.script_run || scene.launched;
}

bool is_script(const PlayedScene& scene) { return !scene.script.empty(); }
bool is_copy(const PlayedScene& scene) {
  return scene.performed && scene.performed->experiment.collective == CollectiveKind::p2p;
}

// 2 to 8, and then powers of two.
std::vector<std::string> counts_of_ranks(int most) {
  std::vector<std::string> all;
  for (int n = 2; n <= most; n = n < 8 ? n + 1 : 2 * n) all.push_back(std::to_string(n));
  return all;
}

std::vector<std::string> link_stops(const Topology& topology) {
  std::vector<std::string> stops{std::string(link_as_it_is)};
  std::set<std::pair<NodeId, NodeId>> seen;
  for (const Link& link : topology.links) {
    if (!seen.insert(std::minmax(link.from, link.to)).second) continue;
    const auto name = [&](NodeId node) { return topology.nodes[node].name; };
    for (const std::string_view what : {slower, cut_off})
      stops.push_back(fmt::format("{}-{}{}", name(link.from), name(link.to), what));
  }
  return stops;
}

constexpr std::string_view has_counts = "The lesson's counts say what each rank sends to each.";

WhatIfControl ranks_control(const PlayedScene& scene) {
  WhatIfControl control{.name = "ranks", .now = {}, .stops = {}};
  const std::string machine = value_in(scene, "machine");
  const bool grows = gpus_in_spec(machine).has_value();
  if (has(scene, "ring")) {
    control.why_not = "The lesson's ring names the GPUs one by one.";
  } else if (has(scene, "counts")) {
    control.why_not = has_counts;
  } else if (counts_ranks(scene)) {
    control.now = value_in(scene, of_ranks);
    control.stops = counts_of_ranks(most_ranks);
  } else if (is_copy(scene)) {
    control.why_not = "A copy goes between the GPUs that the lesson names.";
  } else if (is_script(scene)) {
    control.now = scene.script_run ? std::to_string(scene.script_run->ranks) : "";
    control.stops = counts_of_ranks(grows              ? 16
                                    : scene.script_run ? scene.script_run->trace.topology.gpus
                                                       : 8);
  } else if (scene.performed) {
    control.now = std::to_string(scene.performed->run.trace->collective.ranks);
    control.stops = counts_of_ranks(grows ? most_ranks : scene.performed->machine->topology.gpus);
  }
  return control;
}

WhatIfControl size_control(const PlayedScene& scene) {
  WhatIfControl control{.name = "size", .now = value_in(scene, "size"), .stops = {}, .typed = true};
  if (has(scene, of_size)) control.now = value_in(scene, of_size);
  if (control.now.empty() && scene.performed)
    control.now = to_human(size_of(scene.performed->run.trace->collective));
  control.stops = {"1 KiB", "64 KiB", "1 MiB", "64 MiB", "400 MB", "1 GiB"};
  if (is_script(scene) && !has(scene, of_size))
    control.why_not = "The script says itself how much each call sends.";
  if (has(scene, "counts")) control.why_not = has_counts;
  return control;
}

WhatIfControl link_control(const PlayedScene& scene) {
  WhatIfControl control{.name = std::string(what_if_link), .now = std::string(link_as_it_is), .stops = {}};
  if (scene.performed)
    control.stops = link_stops(scene.performed->machine->topology);
  else
    control.why_not = "No link of a script's machine can be slowed or cut.";
  return control;
}

WhatIfControl algorithm_control(const PlayedScene& scene) {
  WhatIfControl control{.name = "algorithm", .now = value_in(scene, "algorithm"), .stops = {}};
  if (is_script(scene)) {
    control.why_not = "The library of the script chooses the algorithm.";
  } else if (is_copy(scene)) {
    control.why_not = "A copy has no algorithm.";
  } else if (scene.performed) {
    for (const Algorithm* algorithm : algorithms_for(scene.performed->experiment.collective))
      control.stops.emplace_back(algorithm->name);
    if (control.now.empty()) control.now = scene.performed->run.trace->algorithm;
  }
  return control;
}

// The scene's parameters (with.NAME), and the library of a script.
void add_own(std::vector<WhatIfControl>& controls, const PlayedScene& scene) {
  for (const auto& [key, value] : scene.keys)
    if (is_parameter(key) && !(key == of_ranks && counts_ranks(scene)) && key != of_size)
      controls.push_back({.name = spoken_key_of(key), .now = value, .stops = {}, .typed = true});
  if (is_script(scene))
    controls.push_back({.name = "flavour",
                        .now = scene.script_run ? scene.script_run->flavour : "",
                        .stops = {"gloo", "nccl", "mpi"}});
}

// The value behind those that the key has already.
SceneKey joined(const PlayedScene& scene, const std::string& key, const std::string& value) {
  const std::string before = value_in(scene, key);
  return {key, before.empty() ? value : before + "," + value};
}

Result<SceneKey> link_key(const PlayedScene& scene, const std::string& value) {
  if (value.ends_with(slower))
    return joined(scene, "slow", value.substr(0, value.size() - slower.size()) + ":4x");
  if (value.ends_with(cut_off)) return joined(scene, "cut", value.substr(0, value.size() - cut_off.size()));
  return fail("A link can be 4x slower, or cut, as in gpu0-gpu1 cut; not '{}'.", value);
}

// "4 KiB" as "4KiB".
bool is_size(std::string text) {
  std::erase(text, ' ');
  return parse_bytes(text).has_value();
}

void add_ranks(SceneKeys& keys, const PlayedScene& scene, const std::string& value) {
  if (counts_ranks(scene)) {
    keys.emplace_back(of_ranks, value);
    return;
  }
  const std::string machine = value_in(scene, "machine");
  if (const auto ranks = parse_number<int>(value); ranks && gpus_in_spec(machine))
    keys.emplace_back("machine", with_gpus(machine, *ranks));
  keys.emplace_back("ranks", value);
}

std::string time_text(const PlayedScene& scene) {
  if (scene.performed) return to_human(scene.performed->run.trace->finish);
  if (!scene.script_run) return "nothing";
  switch (scene.script_run->outcome) {
    case ScriptOutcome::done: return to_human(scene.script_run->finish);
    case ScriptOutcome::deadlock: return "it hangs";
    case ScriptOutcome::mismatch: return "the calls do not fit";
    case ScriptOutcome::error: return "it stops with an error";
  }
  return "";
}

}  // namespace

std::vector<WhatIfControl> what_if_controls(const PlayedScene& scene) {
  assert(was_run(scene) && "the scene was run");
  std::vector<WhatIfControl> controls = {ranks_control(scene), size_control(scene), link_control(scene),
                                         algorithm_control(scene)};
  if (scene.launched)
    for (WhatIfControl& control : controls)
      control = {.name = control.name, .now = {}, .stops = {}, .why_not = "Nothing is sent in a launch."};
  add_own(controls, scene);
  return controls;
}

Result<SceneKeys> what_if_keys(const PlayedScene& scene, const WhatIfChanges& changes) {
  const std::vector<WhatIfControl> controls = what_if_controls(scene);
  SceneKeys keys;
  for (const auto& [name, value] : changes) {
    const auto control = std::ranges::find(controls, name, &WhatIfControl::name);
    if (control == controls.end()) return fail("this scene has no '{}'", name);
    if (!control->why_not.empty()) return fail("{}", control->why_not);
    if (name == "ranks") {
      add_ranks(keys, scene, value);
    } else if (name == "size") {
      if (!is_size(value))
        return fail("'{}' is no size. Write a number and its unit, as in 64 KiB or 400 MB.", value);
      keys.emplace_back(has(scene, of_size) ? of_size : "size", value);
    } else if (name == what_if_link) {
      if (value == link_as_it_is) continue;
      const Result<SceneKey> key = link_key(scene, value);
      if (!key) return tl::unexpected(key.error());
      keys.push_back(*key);
    } else if (has(scene, fmt::format("{}{}", with_name, name))) {
      keys.emplace_back(fmt::format("{}{}", with_name, name), value);
    } else {
      keys.emplace_back(name, value);
    }
  }
  return keys;
}

std::string what_if_sentence(const PlayedScene& lesson, const PlayedScene& changed) {
  assert(was_run(lesson) && was_run(changed) && "both scenes were run");
  return fmt::format("lesson {}, what if {}", time_text(lesson), time_text(changed));
}

}  // namespace commlab
