#include "lessons/scene_runner.h"

#include <algorithm>

#include "lessons/data_table.h"
#include "lessons/expression_node.h"
#include "lessons/questions.h"
#include "lessons/vocabulary.h"

namespace commlab {
namespace {

using SceneKind = LessonScene::Kind;

constexpr std::string_view usual_machine = "hcm8";
constexpr std::size_t most_kept = 400;  // a sweep's runs, and those of the steps around

template <class T>
std::shared_ptr<const T> shared(T value) {
  return std::make_shared<const T>(std::move(value));
}

// A route, "0-7-2", is no difference.
bool has_dash(const ExpressionNode& node) {
  return node.is_call("-") || std::ranges::any_of(node.children, has_dash);
}

}  // namespace

Value key_value(const std::string& text) {
  const Surroundings nothing{.ask = [](const RunQuestion&) -> Result<Value> { return fail("no run"); },
                             .measured = {}};
  const bool list = text.find(',') != std::string::npos;
  const Result<Expression> expression = parse_expression(list ? fmt::format("[{}]", text) : text);
  if (!expression || asks_something(*expression) || has_dash(*expression->root)) return text_value(text);
  return evaluate(*expression, nothing).value_or(text_value(text));
}

Result<SceneRun> SceneRunner::run(const LessonScene& as_told) {
  const LessonScene scene = with_parameters(as_told);
  const auto found = std::ranges::find(done_, scene, &decltype(done_)::value_type::first);
  if (found != done_.end()) return found->second;
  if (const Status enough = within_limits(); !enough) return tl::unexpected(enough.error());
  const auto begin = std::chrono::steady_clock::now();
  Result<SceneRun> run = run_anew(scene);
  used_.scenes += 1;
  used_.time += std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  if (done_.size() == most_kept) done_.pop_front();
  done_.emplace_back(scene, run);
  return run;
}

Status SceneRunner::within_limits() const {
  if (used_.scenes >= limits_.scenes)
    return fail(Fault::runtime, "{} scenes were run for this: a lesson asks for no more at a time",
                used_.scenes);
  if (used_.time >= limits_.time)
    return fail(Fault::runtime, "the scenes of this took {} s: a lesson asks for no more at a time",
                std::chrono::ceil<std::chrono::seconds>(used_.time).count());
  return {};
}

Result<SceneRun> SceneRunner::run_anew(const LessonScene& scene) {
  switch (scene.kind) {
    case SceneKind::none: return fail("there is no scene in this step or before it");
    case SceneKind::experiment:
      return experiment_of(scene).and_then(laboratory_.perform).map([](Performed done) {
        return SceneRun{.performed = shared(std::move(done))};
      });
    case SceneKind::script:
      if (!laboratory_.run_script) return fail(Fault::runtime, "scripts cannot be run here");
      return script_scene_of(scene).and_then(laboratory_.run_script).map([](ScriptRun done) {
        return SceneRun{.script_run = shared(std::move(done))};
      });
    case SceneKind::launch:
      return launch_table_of(scene).and_then(launch_of).map(
          [](Launched done) { return SceneRun{.launched = shared(std::move(done))}; });
  }
  return fail("there is no scene");
}

Surroundings SceneRunner::surroundings(const LessonScene& scene, const Drawn& varying) {
  std::map<std::string, Value> names;
  for (const auto& [name, text] : varying) names[name] = key_value(text);
  return {.ask = [this,
                  scene = std::move(scene)](const RunQuestion& question) { return answer(scene, question); },
          .measured = [this](const std::string& data, const std::string& row,
                             const std::string& column) -> Result<Value> {
            if (!laboratory_.data) return fail("no measured data are here");
            return laboratory_.data(data).and_then([&](const std::string& text) {
              return parse_data_table(text, data).and_then([&](const DataTable& table) {
                return cell_of(table, row, column);
              });
            });
          },
          .key = [scene](const std::string& key, const SceneKeys& changes) -> std::optional<Value> {
            const LessonScene asked = changed(scene, changes);
            const std::string* const set = find_key(asked, key);
            return set ? std::optional(key_value(*set)) : std::nullopt;
          },
          .names = std::move(names)};
}

Result<Value> SceneRunner::answer(const LessonScene& scene, const RunQuestion& question) {
  const LessonScene asked = with_parameters(changed(scene, question.changes));
  if (find_lesson_word(question.name)->kind == LessonWord::Kind::machine)
    return answer_of_machine(asked, question);
  return run(asked).and_then([&](const SceneRun& run) {
    if (run.performed) return answer_about(*run.performed, question);
    if (run.script_run) return answer_about(*run.script_run, question);
    return answer_about(*run.launched, question);
  });
}

Result<Machine> SceneRunner::machine(const LessonScene& as_told) const {
  const LessonScene scene = with_parameters(as_told);
  switch (scene.kind) {
    case SceneKind::none: return fail("there is no scene in this step or before it");
    case SceneKind::launch: return fail("a launch has no machine");
    case SceneKind::script:
      return script_scene_of(scene).and_then(
          [&](const ScriptScene& s) { return laboratory_.machine(s.machine); });
    case SceneKind::experiment:
      return experiment_of(scene).and_then([&](const Experiment& experiment) {
        return laboratory_.machine(experiment.machine.empty() ? std::string(usual_machine)
                                                              : experiment.machine);
      });
  }
  return fail("there is no scene");
}

Result<Value> SceneRunner::answer_of_machine(const LessonScene& scene, const RunQuestion& question) {
  if (scene.kind == SceneKind::launch) return fail("'{}' is not asked of a launch", question.name);
  if (scene.kind == SceneKind::script && question.name == "n")
    return run(scene).map([](const SceneRun& run) { return value_of(run.script_run->ranks); });
  const Result<Machine> on = machine(scene);
  if (!on) return tl::unexpected(on.error());
  if (scene.kind == SceneKind::script) return answer_about(*on, nullptr, question);
  return experiment_of(scene).and_then(
      [&](const Experiment& experiment) { return answer_about(*on, &experiment, question); });
}

}  // namespace commlab
