#pragma once
// A step's scene with everything that it inherits: an experiment, a script, or a launch of processes. Its
// keys decide which:
//
//   run = "p2p"      an experiment: every other key is an option of `commlab run`
//                    (core/experiment/experiment.h)
//   ```script        a script: machine, ranks, flavour, seed
//   file = "ring"    the script lessons/scripts/ring.script, with the same keys
//   nodes = 2        a launch: nodes, gpus, processes, rank_rule, visible.0, visible.1, ...
// Each kind may have parameters, with.NAME = value: the value replaces {NAME} in the script and in the values
// of other keys. Expressions use the parameter as with.NAME, or NAME. The parameter also sets a script's own
// `number NAME = ...`.
//
// A scene may name expressions: let.NAME = EXPRESSION. In other expressions of the scene, let.NAME is
// computed for the scene as it is there, and let.NAME(run(key = value)) for the changed scene.
//
// assume = "TEXT" is what the model assumes in the scene. It is said beside the answers about its run.
//
// A scene inherits the keys of the scene before it; a scene of another kind inherits nothing. The value
// `default` removes a key.

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "lessons/model/holdout.h"
#include "lessons/model/lesson.h"

namespace commlab {

struct LessonScene {
  enum class Kind : std::uint8_t { none, experiment, script, launch };
  Kind kind = Kind::none;
  SceneKeys keys;
  std::string script{};
  int line = 0;       // line of the last block that changed it
  Holdout holdout{};  // which measured data its step may ask for
  bool operator==(const LessonScene& o) const {
    return kind == o.kind && keys == o.keys && script == o.script;
  }
};

// The scene `before` with the changes of the block.
LessonScene continued(LessonScene before, const SceneBlock&);
// The scene as it stands in the file, without the variant's values. REQUIRES: check_scenes(lesson).
LessonScene scene_of(const Lesson&, int step);
// The scene with these keys set, and without keys that contradict them. "script" is the script's text; NAME
// means with.NAME if the scene has that parameter.
LessonScene changed(LessonScene, const SceneKeys&);
// The values of names. They replace the names in braces.
using VariantValues = std::map<std::string, std::string>;
LessonScene with_values(LessonScene, const VariantValues&);
// The scene with its parameters filled in; parameters, named expressions and the assumption are then removed.
// The variant's values must be filled in before.
LessonScene with_parameters(LessonScene);
// The values of {NAME} in texts that people read: the variant's values, and the scene's parameters
// (with.NAME).
VariantValues words_of(const LessonScene&, const VariantValues& varying);
// The value of a key, or else of the parameter with this name; null: there is neither.
const std::string* find_key(const LessonScene&, const std::string& key);
std::string with_values(const std::string& text, const VariantValues&);
// One value of each variation. The variants' numbers count through all combinations of values.
VariantValues values_of_variant(const Lesson&, std::uint64_t variant);
std::uint64_t combinations_of(const Lesson&);  // 1: nothing varies

}  // namespace commlab
