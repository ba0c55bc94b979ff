#pragma once
// What a step's scene is, all inherited: an experiment, a script, or a launch of processes. Its keys say
// which:
//
//   run = "p2p"      an experiment: every other key is an option of `commlab run` (core/experiment/experiment.h)
//   ```script        a script: machine, ranks, flavour, seed
//   file = "ring"    likewise, of lessons/scripts/ring.script
//   nodes = 2        a launch: nodes, gpus, processes, rank_rule, visible.0, visible.1, ...
// Any of them may have parameters, with.NAME = value: where {NAME} stands in the script or in another key's
// value, the value is filled in. Expressions call it with.NAME, or NAME. A script's own `number NAME = ...`
// is set to it, too.
//
// Expressions may have names, too, let.NAME = EXPRESSION: in other expressions of the scene, let.NAME is
// asked anew of the scene as it is there, and let.NAME(run(key = value)) of the changed one.
//
// A scene goes on from the one before it, key by key; one of another kind begins anew. `default` takes a key
// back.

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "lessons/held_rows.h"
#include "lessons/laboratory.h"
#include "lessons/launch_table.h"
#include "lessons/lesson.h"

namespace commlab {

struct LessonScene {
  enum class Kind : std::uint8_t { none, experiment, script, launch };
  Kind kind = Kind::none;
  SceneKeys keys;
  std::string script{};
  int line = 0;     // of the last block that said something of it
  HeldRows held{};  // what its step may ask of measured data
  bool operator==(const LessonScene& o) const {
    return kind == o.kind && keys == o.keys && script == o.script;
  }
};

// Whether a scene of any kind has this key; an error offers the nearest. `block`: where it stands.
Status check_scene_key(std::string_view key, std::string_view block);
// Every scene is of one kind, and has keys of that kind alone. Values are not looked at.
Status check_scenes(const Lesson&);

// The scene before, and what a block says of the next.
LessonScene continued(LessonScene before, const SceneBlock&);
// As the file has it; what varies is not filled in. REQUIRES: check_scenes(lesson).
LessonScene scene_of(const Lesson&, int step);
// Whether a scene cannot have both, so that the one takes the place of the other: size and count; an
// algorithm and a route over GPUs that relay.
bool contradict(const SceneKey&, const SceneKey& other);
// On top of what is there, in place of what contradicts it; "script" is the script's text; NAME is with.NAME
// where the scene has such a parameter.
LessonScene changed(LessonScene, const SceneKeys&);
// What varies, filled in wherever it stands in braces.
using Drawn = std::map<std::string, std::string>;
LessonScene drawn(LessonScene, const Drawn&);
// Parameters filled in, and gone, as the names of expressions are. What varies is filled in before.
LessonScene with_parameters(LessonScene);
// What {NAME} stands for in texts that are read: what varies, and the scene's own names (with.NAME).
Drawn words_of(const LessonScene&, const Drawn& varying);
// What a key is set to, or else the parameter of this name; null: neither.
const std::string* find_key(const LessonScene&, const std::string& key);
std::string drawn(const std::string& text, const Drawn&);
// One value of each variation: combinations of all values, counted through. Equal for equal variants.
Drawn draw(const Lesson&, std::uint64_t variant);
std::uint64_t combinations_of(const Lesson&);  // 1: nothing varies

// An error names the key. REQUIRES: of that kind, with_parameters().
Result<Experiment> experiment_of(const LessonScene&);
Result<ScriptScene> script_scene_of(const LessonScene&);
Result<LaunchTable> launch_table_of(const LessonScene&);

}  // namespace commlab
