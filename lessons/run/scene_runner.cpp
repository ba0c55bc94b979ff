#include "lessons/run/scene_runner.h"

#include <algorithm>

#include "lessons/expression/expression_node.h"
#include "lessons/expression/vocabulary.h"
#include "lessons/run/experiment_queries.h"
#include "lessons/run/launch_queries.h"
#include "lessons/run/machine_queries.h"
#include "lessons/run/scene_values.h"
#include "lessons/run/script_queries.h"

namespace commlab {
namespace {

using SceneKind = LessonScene::Kind;

constexpr std::size_t most_kept = 400;  // enough for the runs of a sweep and of the steps around it

template <class T>
std::shared_ptr<const T> shared(T value) {
  return std::make_shared<const T>(std::move(value));
}

// A route such as "0-7-2" is a text, not a subtraction.
bool has_dash(const ExpressionNode& node) {
  return node.is_call("-") || std::ranges::any_of(node.children, has_dash);
}

Result<Value> rows_of(const DataTable& table, const std::string& which, const FitRows* fit) {
  std::vector<std::string> all;
  for (const DataTable::Row& row : table.rows) all.push_back(row.name);
  if (which == "rows") return named_rows(all);
  if (!fit)
    return fail("{}({}): there is no check with fit.{} here or before", which, table.name, table.name);
  return named_rows(which == "fit" ? fit->fit : held_out(*fit, all));
}

}  // namespace

Value key_value(const std::string& text) {
  const EvaluationContext nothing{.ask = [](const RunQuery&) -> Result<Value> { return fail("no run"); },
                                  .measured = {}};
  const bool list = text.find(',') != std::string::npos;
  const Result<Expression> expression = parse_expression(list ? fmt::format("[{}]", text) : text);
  if (!expression || asks_something(*expression) || has_dash(*expression->root)) return text_value(text);
  return evaluate(*expression, nothing).value_or(text_value(text));
}

Result<SceneRun> SceneRunner::run(const LessonScene& as_told,
                                  const std::optional<ScriptElement>& outcomes_of) {
  const LessonScene scene = with_parameters(as_told);
  const auto found = std::ranges::find_if(
      done_, [&](const Done& done) { return done.outcomes_of == outcomes_of && done.scene == scene; });
  if (found != done_.end()) return found->run;
  if (const Status enough = within_limits(); !enough) return tl::unexpected(enough.error());
  const auto begin = std::chrono::steady_clock::now();
  Result<SceneRun> run = run_anew(scene, outcomes_of);
  used_.scenes += 1;
  used_.time += std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  if (done_.size() == most_kept) done_.pop_front();
  done_.push_back({scene, outcomes_of, run});
  return run;
}

Status SceneRunner::within_limits() const {
  if (used_.scenes >= limits_.scenes)
    return fail(Fault::runtime, "{} scenes were run for this; a lesson may run no more at a time",
                used_.scenes);
  if (used_.time >= limits_.time)
    return fail(Fault::runtime, "its scenes took {} s; a lesson may take no longer at a time",
                std::chrono::ceil<std::chrono::seconds>(used_.time).count());
  return {};
}

Result<SceneRun> SceneRunner::run_anew(const LessonScene& scene,
                                       const std::optional<ScriptElement>& outcomes_of) {
  switch (scene.kind) {
    case SceneKind::none: return fail("there is no scene in this step or before it");
    case SceneKind::experiment:
      return experiment_of(scene).and_then(laboratory_.perform).map([](Outcome done) {
        return SceneRun{.performed = shared(std::move(done))};
      });
    case SceneKind::script:
      if (!laboratory_.run_script) return fail(Fault::runtime, "scripts cannot be run here");
      return script_scene_of(scene)
          .and_then([&](ScriptScene script) {
            script.outcomes_of = outcomes_of;
            return laboratory_.run_script(script);
          })
          .map([](ScriptRun done) { return SceneRun{.script_run = shared(std::move(done))}; });
    case SceneKind::launch:
      return launch_table_of(scene).and_then(launch_of).map(
          [](Launched done) { return SceneRun{.launched = shared(std::move(done))}; });
  }
  return fail("there is no scene");
}

Result<DataTable> SceneRunner::table(const std::string& data) const {
  if (!laboratory_.data) return fail("no measured data are here");
  return laboratory_.data(data).and_then(
      [&](const std::string& text) { return parse_data_table(text, data); });
}

EvaluationContext SceneRunner::context(const LessonScene& scene, const VariantValues& varying) {
  std::map<std::string, Value> names;
  for (const auto& [name, text] : varying) names[name] = key_value(text);
  return {.ask = [this, scene = std::move(scene)](const RunQuery& query) { return ask(scene, query); },
          .measured = [this, holdout = scene.holdout](const std::string& data, const std::string& row,
                                                      const std::string& column) -> Result<Value> {
            if (const Status free = holdout.may_ask(data, row); !free) return tl::unexpected(free.error());
            return table(data).and_then([&](const DataTable& table) { return cell_of(table, row, column); });
          },
          .rows =
              [this, holdout = scene.holdout](const std::string& which, const std::string& data) {
                return table(data).and_then(
                    [&](const DataTable& table) { return rows_of(table, which, holdout.fit_of(data)); });
              },
          .key = [scene](const std::string& key, const SceneKeys& changes) -> std::optional<Value> {
            const LessonScene asked = changed(scene, changes);
            const std::string* const set = find_key(asked, key);
            return set ? std::optional(key_value(*set)) : std::nullopt;
          },
          .named = [scene](const std::string& name) -> std::optional<std::string> {
            const auto found = std::ranges::find(scene.keys, name, &SceneKey::first);
            return found == scene.keys.end() ? std::nullopt : std::optional(found->second);
          },
          .names = std::move(names)};
}

Result<Value> SceneRunner::ask(const LessonScene& scene, const RunQuery& query) {
  const LessonScene asked = with_parameters(changed(scene, query.changes));
  if (find_lesson_word(query.name)->kind == LessonWord::Kind::machine) return ask_machine(asked, query);
  const Result<std::optional<ScriptElement>> element = outcomes_asked(query);
  if (!element) return tl::unexpected(element.error());
  return run(asked, *element).and_then([&](const SceneRun& run) -> Result<Value> {
    if (*element && !run.script_run) return fail("'outcomes' can be asked of scripts only");
    if (run.performed) return query_result(*run.performed, query);
    if (run.script_run) return query_result(*run.script_run, query);
    return query_result(*run.launched, query);
  });
}

Result<Machine> SceneRunner::machine(const LessonScene& as_told) const {
  const LessonScene scene = with_parameters(as_told);
  if (!laboratory_.machine) return fail("there are no machines here");
  switch (scene.kind) {
    case SceneKind::none: return fail("there is no scene in this step or before it");
    case SceneKind::launch: return fail("a launch has no machine");
    case SceneKind::script:
      return script_scene_of(scene).and_then(
          [&](const ScriptScene& s) { return laboratory_.machine(s.machine); });
    case SceneKind::experiment:
      return experiment_of(scene).and_then([&](const Experiment& experiment) {
        return laboratory_.machine(experiment.machine.empty() ? std::string(default_machine)
                                                              : experiment.machine);
      });
  }
  return fail("there is no scene");
}

Result<Value> SceneRunner::ask_machine(const LessonScene& scene, const RunQuery& query) {
  if (scene.kind == SceneKind::launch) return fail("'{}' is not asked of a launch", query.name);
  if (scene.kind == SceneKind::script && query.name == "n")
    return run(scene).map([](const SceneRun& run) { return value_of(run.script_run->ranks); });
  const Result<Machine> on = machine(scene);
  if (!on) return tl::unexpected(on.error());
  if (scene.kind == SceneKind::script) return query_result(*on, nullptr, query);
  return experiment_of(scene).and_then(
      [&](const Experiment& experiment) { return query_result(*on, &experiment, query); });
}

}  // namespace commlab
