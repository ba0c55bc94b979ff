#pragma once
// Does scenes, once each, and answers expressions' questions about them. What was done is kept: the same
// scene, or the same what-if, is not done again.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/launch_table.h"
#include "lessons/evaluate.h"
#include "lessons/laboratory.h"
#include "lessons/scene.h"

namespace commlab {

// One of them is there.
struct SceneRun {
  std::shared_ptr<const Performed> performed{};
  std::shared_ptr<const ScriptRun> script_run{};
  std::shared_ptr<const Launched> launched{};
};

class SceneRunner {
 public:
  explicit SceneRunner(const Laboratory& laboratory) : laboratory_(laboratory) {}  // which must outlive it

  // REQUIRES: what varies is filled in.
  Result<SceneRun> run(const LessonScene&);
  // Expressions about this scene. What varies is a name in them. Keeps a reference to this runner.
  Surroundings surroundings(const LessonScene&, const Drawn&);
  const Laboratory& laboratory() const { return laboratory_; }

 private:
  Result<SceneRun> run_anew(const LessonScene&);
  Result<Value> answer(const LessonScene&, const RunQuestion&);
  Result<Value> answer_of_machine(const LessonScene&, const RunQuestion&);

  const Laboratory& laboratory_;
  std::deque<std::pair<LessonScene, Result<SceneRun>>> done_;
};

}  // namespace commlab
