#pragma once
// The keys of each kind of scene, and which of them exclude each other.

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_options.h"
#include "lessons/model/scene.h"

namespace commlab {

inline constexpr std::string_view with_name = "with.";  // begins the keys of parameters
inline constexpr std::string_view let_name = "let.";    // begins the keys of named expressions
// What the model assumes in this scene: a sentence with {{ }}, said beside the answers about its run.
inline constexpr std::string_view assume_key = "assume";

bool has_key(LessonScene::Kind, std::string_view key);
// Whether the key belongs to the scene's kind, or names one of its parameters, with "with." or without.
bool can_set(const LessonScene&, const std::string& key);
bool is_parameter(std::string_view key);         // with.NAME
bool is_named_expression(std::string_view key);  // let.NAME

inline constexpr std::string_view script_file_key = "file";
std::string spoken_key_of(const std::string& key);  // n for with.n

// The option of an experiment that this key sets; null: lessons may set no such option.
const ExperimentOption* option_of(std::string_view key);
// 3 for visible.3; nothing for other keys.
std::optional<int> visible_node(std::string_view key);

// "a script has no key 'size'; it has ..."
std::string no_such_key(const LessonScene&, const std::string& key);

// Whether some kind of scene has this key. An error offers the nearest key. `block`: the name of the block
// that has the key.
Status check_scene_key(std::string_view key, std::string_view block);
// Whether a scene cannot have both keys, so that one replaces the other: size and count; or an algorithm, and
// a route over GPUs that relay.
bool contradict(const SceneKey&, const SceneKey& other);

}  // namespace commlab
