#include "sim/script/diagnosis.h"

#include <algorithm>
#include <cassert>

#include "core/base/index.h"
#include "core/collective/contributions.h"

namespace commlab {
namespace {

// Half of many ranks may wait for the other half: each then names only the first of those it waits for.
constexpr int most_waits = 1 << 17;

std::size_t member_of(const ScriptMeetingState& meeting, Rank rank) {
  return index(std::ranges::find(meeting.members, rank) - meeting.members.begin());
}

}  // namespace

ScriptDiagnosis::ScriptDiagnosis(const ScriptProgram& program, const Flavour& flavour,
                                 const ScriptState& state, const std::vector<ScriptMeetingState>& meetings)
    : program_(program), flavour_(flavour), state_(state), meetings_(meetings) {
  std::vector<std::vector<std::int32_t>> tasks_of(index(program.ranks));
  for (std::size_t t = 0; t < state.tasks.size(); ++t)
    if (state.tasks[t].batch < 0)
      tasks_of[index(state.tasks[t].rank)].push_back(static_cast<std::int32_t>(t));
  for (Rank rank = 0; rank < program.ranks; ++rank)
    blockers_.push_back(blockers(rank, tasks_of[index(rank)]));
  for (Rank rank = 0; rank < program.ranks; ++rank)
    for (const std::int32_t task : blockers_[index(rank)]) add_waits(task);
}

// The tasks whose calls hold a rank: those for which its host waits, or if there are none, those for which
// its streams wait.
std::vector<std::int32_t> ScriptDiagnosis::blockers(Rank rank,
                                                    const std::vector<std::int32_t>& its_tasks) const {
  std::vector<std::int32_t> leaves;
  const ScriptHostState& host = state_.of(rank).host;
  if (is_through(rank) || host.dead) return leaves;
  for (const std::int32_t task : host.awaited) add_leaves(task, leaves);
  if (!leaves.empty()) return leaves;
  for (const std::int32_t task : its_tasks) add_leaves(task, leaves);
  return leaves;
}

void ScriptDiagnosis::add_leaves(std::int32_t t, std::vector<std::int32_t>& leaves) const {
  const ScriptTask& task = state_.task(t);
  if (task.done || !task.begun) return;
  if (task.call >= 0) leaves.push_back(t);
  for (const std::int32_t part : task.parts) add_leaves(part, leaves);
}

// The ranks for which the call waits, or the first of very many: the ranks that have not come; if all have
// come but their steps do not fit together, the ranks whose steps do not fit this rank's step.
std::vector<Rank> ScriptDiagnosis::awaited_by(std::int32_t t) const {
  const ScriptMeetingState& meeting = meetings_[index(state_.task(t).call)];
  const std::size_t self = member_of(meeting, state_.task(t).rank);
  std::vector<Rank> awaited;
  const int most = std::max(1, most_waits / program_.ranks);
  for (std::size_t m = 0; m < meeting.members.size() && std::ssize(awaited) < most; ++m)
    if (m != self && (meeting.broken ? meeting.sides[m] != meeting.sides[self] : meeting.tasks[m] < 0))
      awaited.push_back(meeting.members[m]);
  return awaited;
}

void ScriptDiagnosis::add_waits(std::int32_t t) {
  const ScriptTask& task = state_.task(t);
  for (const Rank on : awaited_by(t)) {
    waits_.push_back({.rank = task.rank,
                      .line = task.step->line,
                      .what = task.step->what,
                      .on = on,
                      .on_line = line_of(on),
                      .why = why(t, on)});
    graph_.add({.waiter = task.rank, .on = on, .why = waits_.back().why});
    task_of_wait_.push_back(t);
  }
}

// The line at which the rank stands; 0: the rank has ended.
int ScriptDiagnosis::line_of(Rank rank) const {
  if (is_through(rank)) return 0;
  if (!blockers_[index(rank)].empty()) return state_.task(blockers_[index(rank)].front()).step->line;
  return last_line(rank);
}

// The line of the last statement that the rank's host began; 0: it began none.
int ScriptDiagnosis::last_line(Rank rank) const {
  const std::size_t next = state_.of(rank).host.next;
  return next == 0 ? 0 : program_.of_rank[index(rank)].steps[next - 1].line;
}

std::string ScriptDiagnosis::where(Rank rank) const {
  if (is_through(rank)) {
    const int line = last_line(rank);
    return line == 0 ? std::string("has no statements") : fmt::format("has ended after line {}", line);
  }
  if (state_.of(rank).host.dead) return fmt::format("died in line {}", last_line(rank));
  if (blockers_[index(rank)].empty()) return fmt::format("stands in line {}", last_line(rank));
  const ScriptStep& step = *state_.task(blockers_[index(rank)].front()).step;
  return fmt::format("is held in line {}, {}", step.line, step.what);
}

std::string ScriptDiagnosis::why(std::int32_t t, Rank on) const {
  const ScriptTask& task = state_.task(t);
  const ScriptMeetingState& meeting = meetings_[index(task.call)];
  const std::string here =
      fmt::format("rank {} waits in line {}, {}", task.rank, task.step->line, task.step->what);
  if (meeting.broken) {
    const bool before = meeting.broken_since >= 0;
    const ScriptMeetingState& parted = before ? meetings_[index(meeting.broken_since)] : meeting;
    const ScriptStep& other = *state_.task(parted.tasks[member_of(parted, on)]).step;
    return fmt::format("{}, for rank {}, whose {} in line {} {} not fit", here, on, other.what, other.line,
                       before ? "did" : "does");
  }
  if (meeting.connects)
    return fmt::format("{}, the first such call, to connect with rank {}, which {}", here, on, where(on));
  if (!meeting.is_message)
    return fmt::format("{}, for rank {}, which has not come and {}", here, on, where(on));
  const bool sends = sends_message(task.step->operation);
  return sends ? fmt::format("{}, until rank {} receives, which {}", here, on, where(on))
               : fmt::format("{}, for a message of rank {}, which {}", here, on, where(on));
}

std::string ScriptDiagnosis::circle_text(const std::vector<std::int32_t>& circle) const {
  std::vector<std::string> ranks;
  bool all_send = true;
  bool all_receive = true;
  bool messages = true;
  bool connects = false;
  for (const std::int32_t w : circle) {
    const ScriptTask& task = state_.task(task_of_wait_[index(w)]);
    const ScriptOperation operation = task.step->operation;
    connects |= meetings_[index(task.call)].connects;
    ranks.push_back(fmt::format("{}", waits_[index(w)].rank));
    messages &= is_message(operation);
    all_send &= sends_message(operation);
    all_receive &= is_message(operation) && !sends_message(operation);
  }
  ranks.push_back(ranks.front());
  const std::string_view cure =
      connects && messages ? "one of them must take its calls in another order, or each must start its "
                             "own as one group"
      : all_send           ? "one of them must receive before it sends, or all must start "
                             "both before they wait for either"
      : all_receive        ? "one of them must send before it receives"
      : messages           ? "one of them must take its statements in another order"
                           : "all must call in the same order";
  return fmt::format("the ranks wait for one another in a circle, {}: {}", fmt::join(ranks, " -> "), cure);
}

std::vector<Rank> ScriptDiagnosis::ranks_of(const std::vector<std::int32_t>& circle) const {
  std::vector<Rank> ranks;
  for (const std::int32_t w : circle) ranks.push_back(waits_[index(w)].rank);
  std::ranges::sort(ranks);
  return ranks;
}

// Whether all ranks send, or all receive. Then any one rank could free the others by doing the opposite
// first.
bool ScriptDiagnosis::all_do_the_same(const std::vector<std::int32_t>& circle) const {
  const auto operation = [&](std::int32_t w) { return state_.task(task_of_wait_[index(w)]).step->operation; };
  return circle.size() > 1 && is_message(operation(circle.front())) &&
         std::ranges::all_of(circle, [&](std::int32_t w) {
           return is_message(operation(w)) &&
                  sends_message(operation(w)) == sends_message(operation(circle.front()));
         });
}

ScriptCulprit ScriptDiagnosis::culprit() const {
  assert(!waits_.empty() && "a rank waits");
  for (const ScriptWait& wait : waits_)
    if (is_through(wait.on)) {
      const int line = last_line(wait.on);
      return {
          .rank = wait.on,
          .line = line,
          .why = fmt::format("rank {} {}, so it never does its part of what rank {} waits for in line {}, {}",
                             wait.on, where(wait.on), wait.rank, wait.line, wait.what)};
    }
  const std::vector<std::int32_t> circle = cycle();
  const ScriptWait& first = waits_[circle.empty() ? 0 : index(circle.front())];
  return {.rank = first.rank,
          .line = first.line,
          .why = circle.empty() ? first.why : circle_text(circle),
          .alike = all_do_the_same(circle) ? ranks_of(circle) : std::vector<Rank>{}};
}

// When the first rank died among the ranks for which the call waits. On streams, the other ranks do not learn
// of it.
std::optional<Time> ScriptDiagnosis::connection_lost(std::int32_t task) const {
  std::optional<Time> first;
  if (!flavour_.on_host) return first;
  for (const Rank on : awaited_by(task)) {
    const ScriptHostState& host = state_.of(on).host;
    if (host.dead && (!first || host.died < *first)) first = host.died;
  }
  return first;
}

std::vector<ScriptPrint> ScriptDiagnosis::last_words() const {
  std::vector<ScriptPrint> prints;
  for (Rank rank = 0; rank < program_.ranks; ++rank) {
    if (blockers_[index(rank)].empty()) continue;
    const ScriptTask& task = state_.task(blockers_[index(rank)].front());
    const ScriptMeetingState& meeting = meetings_[index(task.call)];
    const std::optional<Time> lost = connection_lost(blockers_[index(rank)].front());
    if (!lost && (!flavour_.timeout || meeting.connects)) continue;
    prints.push_back({.at = lost ? std::max(task.begins, *lost) : task.begins + *flavour_.timeout,
                      .rank = rank,
                      .line = 0,
                      .text = lost ? std::string(lost_text(flavour_))
                                   : timeout_text(flavour_, *task.step, rank, meeting.sequence),
                      .is_error = true});
  }
  return prints;
}

}  // namespace commlab
