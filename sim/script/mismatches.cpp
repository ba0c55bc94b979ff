// Calls that met and do not fit together: what the library makes of them, as far as anybody knows.
//
//   other operations     nobody answers what the others ask: all wait
//   other sizes          gloo: who gets more than it expects dies, and the others lose their connection
//                        Open MPI: likewise, by an error of truncation
//                        NCCL: undefined; here, all wait
//   other roots          NCCL: undefined; here, the call returns and the next one waits (pytorch #39706)
//                        others: all wait
//   other types or ops   nobody notices: what comes out is nothing to rely on

#include <algorithm>

#include "core/base/index.h"
#include "sim/script/engine.h"

namespace commlab {
namespace {

// The first member that says something else than most do, and one that says what most do. `said`: by member.
template <class Said>
std::optional<std::pair<std::size_t, std::size_t>> odd_one_out(const std::vector<Said>& said) {
  std::size_t most = 0;
  for (std::size_t m = 0; m < said.size(); ++m)
    if (std::ranges::count(said, said[m]) > std::ranges::count(said, said[most])) most = m;
  for (std::size_t m = 0; m < said.size(); ++m)
    if (said[m] != said[most]) return std::pair(m, most);
  return std::nullopt;
}

// What each member's step says.
template <class Say>
auto said_by(const std::vector<const ScriptStep*>& steps, Say say) {
  std::vector<decltype(say(*steps[0]))> said;
  for (const ScriptStep* step : steps) said.push_back(say(*step));
  return said;
}

// For each member, the first that says the same.
template <class Said>
std::vector<std::size_t> sides_of(const std::vector<Said>& said) {
  std::vector<std::size_t> sides;
  for (const Said& each : said) sides.push_back(index(std::ranges::find(said, each) - said.begin()));
  return sides;
}

}  // namespace

const ScriptStep& ScriptEngine::step_of(std::int32_t call, std::size_t member) const {
  return *state_.task(state_.calls[index(call)].tasks[member]).step;
}

void ScriptEngine::mismatched(Rank culprit, int line, std::string why) {
  is_mismatch_ = true;
  if (!run_.culprit) run_.culprit = {.rank = culprit, .line = line, .why = std::move(why)};
}

void ScriptEngine::undefined(std::string_view what) {
  if (!run_.caveat.empty() || !flavour_.undefined_mismatch) return;
  run_.caveat =
      fmt::format("one possible outcome: what {} does with {} is undefined", flavour_.library, what);
}

ScriptEngine::Steps ScriptEngine::steps_of(std::int32_t call) const {
  Steps steps;
  for (std::size_t m = 0; m < state_.calls[index(call)].members.size(); ++m)
    steps.push_back(&step_of(call, m));
  return steps;
}

void ScriptEngine::blame(std::int32_t call, std::size_t odd, std::size_t usual, std::string_view unlike) {
  const ScriptMeetingState& meeting = state_.calls[index(call)];
  const ScriptStep& a = step_of(call, odd);
  const ScriptStep& b = step_of(call, usual);
  mismatched(
      meeting.members[odd], a.line,
      fmt::format("in call {} of group {}, rank {} does {} in line {}, and rank {} {} in line {}: {}",
                  meeting.sequence + 1, program_.groups[index(meeting.group)].name, meeting.members[odd],
                  a.what, a.line, meeting.members[usual], b.what, b.line, unlike));
}

std::optional<ScriptEngine::Fit> ScriptEngine::other_operations(std::int32_t call, const Steps& steps) {
  const auto operations = said_by(steps, [](const ScriptStep& s) { return s.operation; });
  const auto found = odd_one_out(operations);
  if (!found) return std::nullopt;
  state_.calls[index(call)].sides = sides_of(operations);
  blame(call, found->first, found->second, "their operations differ");
  undefined("different operations in one call");
  return Fit::never;
}

std::optional<ScriptEngine::Fit> ScriptEngine::other_roots(std::int32_t call, const Steps& steps) {
  const auto roots = said_by(steps, [](const ScriptStep& s) { return s.peer; });
  const auto found = odd_one_out(roots);
  if (!found) return std::nullopt;
  ScriptMeetingState& meeting = state_.calls[index(call)];
  meeting.sides = sides_of(roots);
  blame(call, found->first, found->second, "their roots differ");
  undefined("different roots in one call");
  if (flavour_.on_host) return Fit::never;
  broken_since_[index(meeting.group)] = call;
  return Fit::unknown_values;
}

std::optional<ScriptEngine::Fit> ScriptEngine::other_sizes(std::int32_t call, const Steps& steps) {
  const auto sizes = said_by(steps, [](const ScriptStep& s) { return s.payload.bytes(); });
  const auto found = odd_one_out(sizes);
  if (!found) return std::nullopt;
  state_.calls[index(call)].sides = sides_of(sizes);
  blame(call, found->first, found->second,
        fmt::format("they are of {} and {} bytes", sizes[found->first].count, sizes[found->second].count));
  undefined("different sizes in one call");
  if (flavour_.on_host) {
    const auto least = std::ranges::min_element(sizes) - sizes.begin();
    die_of_sizes(call, index(least), std::ranges::max(sizes), sizes[index(least)]);
  }
  return Fit::never;
}

std::optional<ScriptEngine::Fit> ScriptEngine::other_types(std::int32_t call, const Steps& steps) {
  const auto types = odd_one_out(said_by(steps, [](const ScriptStep& s) { return s.payload.dtype; }));
  const auto reductions = odd_one_out(said_by(steps, [](const ScriptStep& s) { return s.reduction; }));
  if (!types && !reductions) return std::nullopt;
  const auto [odd, usual] = types ? *types : *reductions;
  blame(call, odd, usual, types ? "their types differ" : "their reductions differ");
  if (run_.caveat.empty())
    run_.caveat =
        "one possible outcome: no library checks types and reductions of the others, and what comes "
        "out is nothing to rely on";
  return Fit::unknown_values;
}

ScriptEngine::Fit ScriptEngine::fit(std::int32_t call) {
  const Steps steps = steps_of(call);
  for (const auto differ : {&ScriptEngine::other_operations, &ScriptEngine::other_roots,
                            &ScriptEngine::other_sizes, &ScriptEngine::other_types})
    if (const std::optional<Fit> fit = (this->*differ)(call, steps)) return *fit;
  const auto with_values =
      std::ranges::count_if(steps, [](const ScriptStep* s) { return s->payload.has_values(); });
  return with_values == 0 || index(with_values) == steps.size() ? Fit::yes : Fit::unknown_values;
}

// A member gets more than it has room for.
void ScriptEngine::die_of_sizes(std::int32_t call, std::size_t victim, Bytes came, Bytes expected) {
  const ScriptMeetingState& meeting = state_.calls[index(call)];
  // A ring's messages are segments: two for every member's chunk (gloo/allreduce.cc).
  const auto message = [&](Bytes whole) {
    const auto segments = static_cast<std::int64_t>(2 * meeting.members.size());
    return meeting.is_message ? whole : Bytes{(whole.count + segments - 1) / segments};
  };
  die(meeting.members[victim], step_of(call, victim),
      overflow_text(flavour_, message(came), message(expected)));
  for (std::size_t m = 0; m < meeting.members.size(); ++m)
    if (m != victim) die(meeting.members[m], step_of(call, m), std::string(lost_text(flavour_)));
}

ScriptEngine::Fit ScriptEngine::message_fit(std::int32_t call) {
  ScriptMeetingState& meeting = state_.calls[index(call)];
  const ScriptStep& send = step_of(call, 0);
  const ScriptStep& recv = step_of(call, 1);
  const Bytes sent = send.payload.bytes();
  const Bytes room = recv.payload.bytes();
  if (sent == room || (sent < room && flavour_.on_host)) return Fit::yes;
  meeting.sides = {0, 1};
  mismatched(meeting.members[1], recv.line,
             fmt::format("rank {} sends {} bytes in line {}, {}, and rank {} has room for {} in line {}, {}",
                         meeting.members[0], sent.count, send.line, send.what, meeting.members[1], room.count,
                         recv.line, recv.what));
  undefined("a receive that is not as large as its send");
  if (flavour_.on_host) die_of_sizes(call, 1, sent, room);
  return Fit::never;
}

}  // namespace commlab
