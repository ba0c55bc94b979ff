#include "tests/lessons/tried_out.h"

#include "gui/experiments/laboratory.h"
#include "lessons/check/checker.h"
#include "lessons/expression/evaluate.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/run/scene_runner.h"
#include "sim/critical_path.h"
#include "sim/script/run_script.h"
#include "sim/simulate_experiment.h"

namespace commlab {
namespace {

Tools simulating_tools() {
  return {.critical_path =
              [](const Trace& trace) {
                const CriticalPath path = critical_path(trace);
                return Chain{path.transfers, path.split};
              },
          .backends =
              {{.name = BackendName::sim, .title = "a model", .models = true, .run = simulate_experiment}},
          .run_script = run_script,
          .machine_folder = COMMLAB_SOURCE_DIR "/sim/machines",
          .lesson_folder = COMMLAB_SOURCE_DIR "/lessons"};
}

constexpr std::string_view measured_table = R"(# source: nobody
# date: 2025-01-01
# machine: a machine
# caveat: made up for tests
way,time [us],rate [GB/s],note
ring,2.5,93.27,good
tree,,46.7,
)";

Laboratory laboratory_with_data() {
  static const Tools tools = simulating_tools();
  Laboratory lab = laboratory(tools);
  lab.data = [shipped = lab.data](std::string_view name) -> Result<std::string> {
    return name == "T1" ? std::string(measured_table) : shipped(name);
  };
  lab.measure = [](const Experiment& experiment) -> Result<Measurement> {
    if (experiment.ranks.value_or(2) > 8) return fail("there are not so many threads here");
    return Measurement{.size = *experiment.size, .median = microseconds(5), .min = {}, .max = {}};
  };
  lab.clock = {};
  lab.next_lesson = {};
  return lab;
}

}  // namespace

const Laboratory& simulating_laboratory() {
  static const Laboratory lab = laboratory_with_data();
  return lab;
}

std::string worth(std::string_view expression, const SceneKeys& keys) {
  const auto parsed = parse_expression(expression);
  if (!parsed) return "! " + parsed.error().message;
  const bool launch = !keys.empty() && keys.front().first == "nodes";
  const LessonScene scene{.kind = keys.empty() ? LessonScene::Kind::none
                                  : launch     ? LessonScene::Kind::launch
                                               : LessonScene::Kind::experiment,
                          .keys = keys};
  SceneRunner runner(simulating_laboratory());
  const Result<Value> value = evaluate(*parsed, runner.context(scene, {}));
  return value ? written(*value) : "! " + value.error().message;
}

std::string one_step(std::string_view blocks) {
  return fmt::format(R"(```lesson
id = "one"
title = "One step"
minutes = 1
```
## Step
```scene
run = "p2p"
machine = "hcm8"
to = "1, 2, 4"
size = 400 MB
```
{})",
                     blocks);
}

std::string problems_of(std::string_view text) {
  const Result<Lesson> lesson = parse_lesson(text, "a.md");
  if (!lesson) return lesson.error().message;
  return fmt::format("{}", fmt::join(check_lesson(*lesson, simulating_laboratory()).problems, "\n"));
}

}  // namespace commlab
