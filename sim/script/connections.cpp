#include "sim/script/connections.h"

namespace commlab {

ScriptConnections::ScriptConnections(ScriptWorld& world, ScriptTasks& tasks, ScriptCalls& calls)
    : world_(world),
      tasks_(tasks),
      calls_(calls),
      at_first_call_(world.flavour.buffered &&
                     world.program.calls.communicators == ScriptCommunicators::cold) {}

std::vector<std::int32_t> ScriptConnections::join(Rank rank, const ScriptStep& step) {
  std::vector<std::int32_t> tasks;
  if (!at_first_call_) return tasks;
  if (is_message(step.operation)) join_message(rank, step, tasks);
  if (is_collective(step.operation)) join_group(rank, step, tasks);
  for (const ScriptStep& part : step.parts) {
    join_group(rank, part, tasks);
    if (is_message(part.operation)) join_message(rank, part, tasks);
  }
  return tasks;
}

void ScriptConnections::join_group(Rank rank, const ScriptStep& step, std::vector<std::int32_t>& tasks) {
  join(rank, step, {step.group, whole_group, whole_group}, world_.program.groups[step.group].members, tasks);
}

void ScriptConnections::join_message(Rank rank, const ScriptStep& step, std::vector<std::int32_t>& tasks) {
  const bool sends = sends_message(step.operation);
  const Rank from = sends ? rank : step.peer, to = sends ? step.peer : rank;
  join(rank, step, {step.group, from, to}, {from, to}, tasks);
}

void ScriptConnections::join(Rank rank, const ScriptStep& step, const Key& key,
                             const std::vector<Rank>& members, std::vector<std::int32_t>& tasks) {
  if (!joined_.emplace(key, rank).second) return;
  const auto [found, added] = meetings_.try_emplace(key);
  if (added) found->second = calls_.add_connection(step, members);
  const std::int32_t task = tasks_.add_wait(rank, step);
  tasks_.place_after(task, ScriptRaces::on_no_lane, {});
  calls_.connect(task, found->second);
  tasks.push_back(task);
}

}  // namespace commlab
