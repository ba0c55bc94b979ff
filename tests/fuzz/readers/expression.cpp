// Expressions of lessons, about a copy to three GPUs.

#include "lessons/expression/evaluate.h"
#include "lessons/expression/fill.h"
#include "lessons/model/scene.h"
#include "lessons/run/scene_runner.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

const LessonScene scene{
    .kind = LessonScene::Kind::experiment,
    .keys = {{"run", "p2p"}, {"machine", "hcm8"}, {"from", "0"}, {"to", "1,2,4"}, {"size", "400 MB"}}};

std::vector<std::string> shown() {
  std::vector<std::string> all = {"busbw ~ 235 GB/s within 5%", "sweep(size, [1 KiB, 1 MiB], time(run))",
                                  "all(each(r, range(0, n - 1), contains(tensor(rank r), 4)))"};
  for (const char* key : {"answer = ", "at = ", "expect = ", "values = "})
    for (std::string& text : lines_after(key)) all.push_back(std::move(text));
  return all;
}

// A runner that knows the scene's own run, which most expressions ask about.
SceneRunner runner_that_ran() {
  static const SceneRunner ran = [] {
    SceneRunner runner(small_laboratory(), few_runs);
    runner.run(scene);
    return runner;
  }();
  return ran;
}

void use(std::string_view input) {
  const Result<FormattedExpression> parsed = parse_formatted(input);
  if (!parsed) return;
  SceneRunner runner = runner_that_ran();
  if (const Result<Value> value = evaluate(parsed->expression, runner.context(scene, {{"n", "4"}})))
    written(*value, parsed->format);
}

}  // namespace

extern const FuzzedReader expression{.name = "expression", .longest = 256, .examples = shown, .use = use};

}  // namespace commlab::fuzzed
