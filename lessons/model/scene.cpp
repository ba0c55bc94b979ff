#include "lessons/model/scene.h"

#include <algorithm>
#include <cassert>

#include "core/script/numbers.h"
#include "lessons/model/scene_keys.h"
#include "lessons/text/folded_terms.h"

namespace commlab {
namespace {

using SceneKind = LessonScene::Kind;

constexpr std::size_t longest_name = 80;  // with its braces
constexpr std::size_t longest_filled_text = 1 << 20;
// The kind of scene that a block makes; none: the kind of the scene before.
SceneKind kind_of(const SceneBlock& block) {
  if (block.script) return SceneKind::script;
  for (const auto& [key, value] : block.keys) {
    if (key == script_file_key) return SceneKind::script;
    if (key == "run") return SceneKind::experiment;
    const bool of_launch_alone = has_key(SceneKind::launch, key) && !has_key(SceneKind::experiment, key);
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

// Writes the scene's machine, ranks, flavour and numbers into the script, so that it says what it is run
// with.
void set_openings(LessonScene& scene, const VariantValues& numbers) {
  for (const char* word : {"machine", "ranks", "flavour"})
    if (const std::string* const value = find_key(scene, word))
      scene.script = with_opening(scene.script, word, *value);
  for (const auto& [name, value] : numbers)
    if (std::optional<std::string> set = with_number(scene.script, name, value))
      scene.script = *std::move(set);
}

}  // namespace

LessonScene continued(LessonScene scene, const SceneBlock& block) {
  const SceneKind kind = kind_of(block);
  if (kind != SceneKind::none && kind != scene.kind) scene = {.kind = kind, .keys = {}};
  scene.line = block.line;
  if (block.script) scene.script = *block.script;
  return changed(std::move(scene), block.keys);
}

LessonScene scene_of(const Lesson& lesson, int step) {
  assert(step >= 0 && step < std::ssize(lesson.steps) && "the lesson has this step");
  LessonScene scene;
  for (int i = 0; i <= step; ++i)
    for (const LessonStep::Item& item : lesson.steps[i].items)
      if (const auto* block = std::get_if<SceneBlock>(&item)) scene = continued(std::move(scene), *block);
  scene.holdout = Holdout(lesson, step);
  return scene;
}

LessonScene changed(LessonScene scene, const SceneKeys& changes) {
  std::erase_if(scene.keys, [&](const SceneKey& old) {
    return std::ranges::any_of(changes, [&](const SceneKey& change) { return contradict(change, old); });
  });
  for (const auto& [key, value] : changes) {
    const std::string parameter = fmt::format("{}{}", with_name, key);
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
  for (const std::string& name : {key, fmt::format("{}{}", with_name, key)}) {
    const auto found = std::ranges::find(scene.keys, name, &SceneKeys::value_type::first);
    if (found != scene.keys.end()) return &found->second;
  }
  return nullptr;
}

// In one pass: the values are not searched for names again, so that the text cannot grow without end.
std::string with_values(const std::string& text, const VariantValues& values) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size() && result.size() < longest_filled_text) {
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

LessonScene with_values(LessonScene scene, const VariantValues& values) {
  for (auto& [key, value] : scene.keys) value = with_values(value, values);
  scene.script = with_values(scene.script, values);
  return scene;
}

VariantValues words_of(const LessonScene& scene, const VariantValues& varying) {
  VariantValues words = varying;
  for (const auto& [key, value] : scene.keys)
    if (is_parameter(key)) words.try_emplace(key.substr(with_name.size()), value);
  return words;
}

LessonScene with_parameters(LessonScene scene) {
  std::erase_if(scene.keys,
                [](const auto& key) { return is_named_expression(key.first) || key.first == assume_key; });
  VariantValues parameters;
  for (const auto& [key, value] : scene.keys)
    if (is_parameter(key)) parameters[key.substr(with_name.size())] = value;
  std::erase_if(scene.keys, [](const auto& key) { return is_parameter(key.first); });
  if (!parameters.empty()) scene = with_values(std::move(scene), parameters);
  if (scene.kind == SceneKind::script) {
    set_openings(scene, parameters);
    scene.script = with_folded_terms(std::move(scene.script));
  }
  return scene;
}

std::uint64_t combinations_of(const Lesson& lesson) {
  constexpr std::uint64_t enough = 1 << 20;
  std::uint64_t all = 1;
  for (const Variation& variation : lesson.vary) all = std::min(enough, all * variation.values.size());
  return all;
}

VariantValues values_of_variant(const Lesson& lesson, std::uint64_t variant) {
  VariantValues drawn;
  for (const Variation& variation : lesson.vary) {
    drawn[variation.name] = variation.values[variant % variation.values.size()];
    variant /= variation.values.size();
  }
  return drawn;
}

}  // namespace commlab
