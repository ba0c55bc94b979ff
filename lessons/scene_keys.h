#pragma once
// The keys that scenes of each kind have, and which of them exclude each other.

#include <optional>
#include <string>
#include <string_view>

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_options.h"
#include "lessons/scene.h"

namespace commlab {

inline constexpr std::string_view with_name = "with.";  // before the names that a scene has of its own
inline constexpr std::string_view let_name = "let.";    // before those of its expressions

bool has_key(LessonScene::Kind, std::string_view key);
// A key of its kind, or one of its own names, with "with." or without.
bool can_set(const LessonScene&, const std::string& key);
bool is_parameter(std::string_view key);         // with.NAME
bool is_named_expression(std::string_view key);  // let.NAME

inline constexpr std::string_view script_file_key = "file";
std::string spoken_key_of(const std::string& key);  // with.n is n

// Which option of an experiment a key is; null: none that lessons have.
const ExperimentOption* option_of(std::string_view key);
// Of visible.3; nothing of other keys.
std::optional<int> visible_node(std::string_view key);

// "a script has no key 'size'; it has ..."
std::string no_such_key(const LessonScene&, const std::string& key);

}  // namespace commlab
