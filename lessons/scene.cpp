#include "lessons/scene.h"

#include <algorithm>

#include "core/script/numbers.h"
#include "lessons/folded_terms.h"
#include "lessons/scene_keys.h"

namespace commlab {
namespace {

using SceneKind = LessonScene::Kind;

constexpr std::size_t longest_name = 80;        // of what varies, with its braces
constexpr std::size_t longest_drawn = 1 << 20;  // of a text with what varies in it
// The kind that a block makes its scene; none: that of the one before.
SceneKind kind_of(const SceneBlock& block) {
  if (block.script) return SceneKind::script;
  for (const auto& [key, value] : block.keys) {
    if (key == script_file_key) return SceneKind::script;
    if (key == "run") return SceneKind::experiment;
    const bool of_launch_alone =
        has_key(SceneKind::launch, key) && !option_of(key) && !is_parameter(key) && !is_named_expression(key);
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

// What the script says of itself is what it is run with.
void set_openings(LessonScene& scene, const Drawn& numbers) {
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
  LessonScene scene;
  for (int i = 0; i <= step; ++i)
    for (const LessonStep::Item& item : lesson.steps[static_cast<std::size_t>(i)].items)
      if (const auto* block = std::get_if<SceneBlock>(&item)) scene = continued(std::move(scene), *block);
  scene.held = HeldRows(lesson, step);
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

Drawn words_of(const LessonScene& scene, const Drawn& varying) {
  Drawn words = varying;
  for (const auto& [key, value] : scene.keys)
    if (is_parameter(key)) words.try_emplace(key.substr(with_name.size()), value);
  return words;
}

LessonScene with_parameters(LessonScene scene) {
  std::erase_if(scene.keys, [](const auto& key) { return is_named_expression(key.first); });
  Drawn parameters;
  for (const auto& [key, value] : scene.keys)
    if (is_parameter(key)) parameters[key.substr(with_name.size())] = value;
  std::erase_if(scene.keys, [](const auto& key) { return is_parameter(key.first); });
  if (!parameters.empty()) scene = drawn(std::move(scene), parameters);
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

Drawn draw(const Lesson& lesson, std::uint64_t variant) {
  Drawn drawn;
  for (const Variation& variation : lesson.vary) {
    drawn[variation.name] = variation.values[variant % variation.values.size()];
    variant /= variation.values.size();
  }
  return drawn;
}

}  // namespace commlab
