#pragma once
// Runs scenes and answers queries of expressions about them. Results are kept: the same scene, or the same
// what-if, is not run again.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "lessons/expression/data_table.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/laboratory.h"
#include "lessons/model/scene.h"
#include "lessons/run/launch_table.h"
#include "lessons/run/scene_limits.h"

namespace commlab {

// The run of a scene. One of the three is set.
struct SceneRun {
  std::shared_ptr<const Outcome> performed{};
  std::shared_ptr<const ScriptRun> script_run{};
  std::shared_ptr<const Launched> launched{};
};

// The value of a key, from its text: "1 KiB" is a size, "1,2,4" a list, "ring" a text.
Value key_value(const std::string& text);

class SceneRunner {
 public:
  // The laboratory must outlive the runner. Beyond the limits, running a scene whose result is not kept is an
  // error.
  explicit SceneRunner(const Laboratory& laboratory, SceneLimits limits = limits_of_a_step)
      : laboratory_(laboratory), limits_(limits) {}
  void count_anew() { used_ = {}; }  // starts the limits again

  // `outcomes_of`: the run of a script also finds all values that this element can end with. REQUIRES: the
  // variant's values are filled in.
  Result<SceneRun> run(const LessonScene&, const std::optional<ScriptElement>& outcomes_of = {});
  // The scene's machine. An error: the scene is a launch, which has none. REQUIRES: the variant's values are
  // filled in.
  Result<Machine> machine(const LessonScene&) const;
  // The context of expressions about this scene, with the variant's values as names. Keeps a reference to
  // this runner.
  EvaluationContext context(const LessonScene&, const VariantValues&);
  // The table of measured data whose file's name begins with `data`.
  Result<DataTable> table(const std::string& data) const;
  const Laboratory& laboratory() const { return laboratory_; }

 private:
  Result<SceneRun> run_anew(const LessonScene&, const std::optional<ScriptElement>& outcomes_of);
  Result<Value> ask(const LessonScene&, const RunQuery&);
  Result<Value> ask_machine(const LessonScene&, const RunQuery&);

  Status within_limits() const;

  const Laboratory& laboratory_;
  SceneLimits limits_;
  SceneLimits used_{};  // how much of limits_ was used
  struct Done {
    LessonScene scene;
    std::optional<ScriptElement> outcomes_of;
    Result<SceneRun> run;
  };
  std::deque<Done> done_;
};

}  // namespace commlab
