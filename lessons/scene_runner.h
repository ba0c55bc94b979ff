#pragma once
// Does scenes, once each, and answers expressions' questions about them. What was done is kept: the same
// scene, or the same what-if, is not done again.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "lessons/data_table.h"
#include "lessons/evaluate.h"
#include "lessons/laboratory.h"
#include "lessons/launch_table.h"
#include "lessons/scene.h"
#include "lessons/scene_limits.h"

namespace commlab {

// One of them is there.
struct SceneRun {
  std::shared_ptr<const Performed> performed{};
  std::shared_ptr<const ScriptRun> script_run{};
  std::shared_ptr<const Launched> launched{};
};

// What a key is set to, as a value: "1 KiB" is a size, "1,2,4" a list, "ring" a text.
Value key_value(const std::string& text);

class SceneRunner {
 public:
  // The laboratory must outlive it. Beyond the limits, every scene that is not known already is an error.
  explicit SceneRunner(const Laboratory& laboratory, SceneLimits limits = limits_of_a_step)
      : laboratory_(laboratory), limits_(limits) {}
  void count_anew() { used_ = {}; }  // the limits are whole again

  // REQUIRES: what varies is filled in.
  // A script may be run for all that an element can end with.
  Result<SceneRun> run(const LessonScene&, const std::optional<ScriptElement>& outcomes_of = {});
  // On which it is done; an error of a launch, which has none. REQUIRES: as run().
  Result<Machine> machine(const LessonScene&) const;
  // Expressions about this scene. What varies is a name in them. Keeps a reference to this runner.
  Surroundings surroundings(const LessonScene&, const Drawn&);
  // Measured data, by the beginning of their file's name.
  Result<DataTable> table(const std::string& data) const;
  const Laboratory& laboratory() const { return laboratory_; }

 private:
  Result<SceneRun> run_anew(const LessonScene&, const std::optional<ScriptElement>& outcomes_of);
  Result<Value> answer(const LessonScene&, const RunQuestion&);
  Result<Value> answer_of_machine(const LessonScene&, const RunQuestion&);

  Status within_limits() const;

  const Laboratory& laboratory_;
  SceneLimits limits_;
  SceneLimits used_{};  // of them
  struct Done {
    LessonScene scene;
    std::optional<ScriptElement> outcomes_of;
    Result<SceneRun> run;
  };
  std::deque<Done> done_;
};

}  // namespace commlab
