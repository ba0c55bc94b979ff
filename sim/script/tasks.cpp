#include "sim/script/tasks.h"

#include <algorithm>
#include <utility>

namespace commlab {

std::int32_t ScriptTasks::append(ScriptTask task) {
  ++world_.state.of(task.rank).open_tasks;
  world_.state.tasks.push_back(std::move(task));
  return static_cast<std::int32_t>(world_.state.tasks.size()) - 1;
}

std::int32_t ScriptTasks::add_wait(Rank rank, const ScriptStep& step) {
  return append({.rank = rank, .step = &step, .only_waits = true});
}

bool ScriptTasks::refused(Rank rank, const ScriptStep& step) {
  const auto members = world_.program.groups[step.group].members.size();
  const std::string text = refusal(world_.flavour, step, rank, static_cast<int>(members));
  if (text.empty()) return false;
  world_.recorder.refusal({.rank = rank,
                           .line = step.line,
                           .why = fmt::format("{} refuses what rank {} asks for in line {}, {}: {}",
                                              world_.flavour.library, rank, step.line, step.what, text)});
  die(rank, step, text);
  return true;
}

std::int32_t ScriptTasks::add(Rank rank, const ScriptStep& step) {
  if (is_call(step) && refused(rank, step)) return none;
  for (const ScriptStep& part : step.parts)
    if (refused(rank, part)) return none;
  const std::int32_t task = append({.rank = rank, .step = &step});
  for (const ScriptStep& part : step.parts) {
    const std::int32_t added = append({.rank = rank, .step = &part, .batch = task});
    world_.state.task(task).parts.push_back(added);
  }
  world_.state.task(task).parts_left = static_cast<int>(step.parts.size());
  return task;
}

void ScriptTasks::finish(std::int32_t t) {
  ScriptTask& task = world_.state.task(t);
  if (task.done) return;
  task.done = true;
  task.ends = world_.now();
  --world_.state.of(task.rank).open_tasks;
  world_.to_advance.add(task.rank);
  if (!task.only_waits && !is_call(*task.step)) world_.tensors.work(task.rank, *task.step);
  if (task.batch >= 0 && --world_.state.task(task.batch).parts_left == 0) finish(task.batch);
}

bool ScriptTasks::all_done(const std::vector<std::int32_t>& tasks) const {
  return std::ranges::all_of(tasks, [&](std::int32_t task) { return world_.state.task(task).done; });
}

std::vector<std::int32_t> ScriptTasks::moments_of(const std::vector<std::int32_t>& tasks) const {
  std::vector<std::int32_t> moments;
  for (const std::int32_t task : tasks) moments.push_back(world_.state.task(task).moment);
  return moments;
}

void ScriptTasks::place_after(std::int32_t task, int lane, const std::vector<std::int32_t>& tasks) {
  place(task, lane, moments_of(tasks));
}

void ScriptTasks::place(std::int32_t t, int lane, const std::vector<std::int32_t>& after_moments) {
  const ScriptTask& task = world_.state.task(t);
  std::vector<std::int32_t> before = after_moments;
  if (!task.parts.empty()) {
    // All parts come after the lane's earlier work. The moment `opening` stands for this work.
    const std::int32_t opening = world_.races.moment(task.rank, lane, after_moments);
    for (const std::int32_t part : task.parts) place(part, ScriptRaces::on_no_lane, {opening});
    before = moments_of(task.parts);
  }
  world_.state.task(t).moment = world_.races.moment(task.rank, lane, before);
  if (!task.only_waits) world_.races.access(task.rank, task.moment, *task.step);
}

void ScriptTasks::die(Rank rank, const ScriptStep& step, const std::string& text) {
  ScriptHostState& host = world_.state.of(rank).host;
  if (host.dead) return;
  host.dead = true;
  host.died = world_.now();
  world_.recorder.print(rank, step.line, text, true);
}

}  // namespace commlab
