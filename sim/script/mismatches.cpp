#include "sim/script/mismatches.h"

#include <algorithm>
#include <utility>

#include "core/base/index.h"

namespace commlab {
namespace {

// The first member whose value differs from the most frequent value, and a member with the most frequent
// value. `said`: the members' values. Nullopt if all values are the same.
template <class Said>
std::optional<std::pair<std::size_t, std::size_t>> odd_one_out(const std::vector<Said>& said) {
  if (std::ranges::count(said, said.front()) == std::ssize(said)) return std::nullopt;
  std::size_t most = 0;
  for (std::size_t m = 0; m < said.size(); ++m)
    if (std::ranges::count(said, said[m]) > std::ranges::count(said, said[most])) most = m;
  for (std::size_t m = 0; m < said.size(); ++m)
    if (said[m] != said[most]) return std::pair(m, most);
  return std::nullopt;
}

// The value that `say` gives for each member's step.
template <class Say>
auto said_by(const std::vector<const ScriptStep*>& steps, Say say) {
  std::vector<decltype(say(*steps[0]))> said;
  for (const ScriptStep* step : steps) said.push_back(say(*step));
  return said;
}

// For each member, the first member with the same value.
template <class Said>
std::vector<std::size_t> sides_of(const std::vector<Said>& said) {
  std::vector<std::size_t> sides;
  for (const Said& each : said) sides.push_back(index(std::ranges::find(said, each) - said.begin()));
  return sides;
}

}  // namespace

ScriptMismatches::ScriptMismatches(ScriptWorld& world, ScriptTasks& tasks)
    : world_(world), tasks_(tasks), broken_(world.program.groups.size()) {}

void ScriptMismatches::undefined(std::string_view what) {
  if (!world_.flavour.undefined_mismatch) return;
  world_.recorder.caveat(
      fmt::format("one possible outcome: what {} does with {} is undefined", world_.flavour.library, what));
}

void ScriptMismatches::blame(const ScriptMeetingState& meeting, const Steps& steps, std::size_t odd,
                             std::size_t usual, std::string_view unlike) {
  const ScriptStep& a = *steps[odd];
  const ScriptStep& b = *steps[usual];
  world_.recorder.mismatch(
      {.rank = meeting.members[odd],
       .line = a.line,
       .why =
           fmt::format("in call {} of group {}, rank {} does {} in line {}, and rank {} {} in line {}: {}",
                       meeting.sequence + 1, world_.program.groups[meeting.group].name, meeting.members[odd],
                       a.what, a.line, meeting.members[usual], b.what, b.line, unlike)});
}

std::optional<ScriptMismatches::Fit> ScriptMismatches::other_operations(ScriptMeetingState& meeting,
                                                                        const Steps& steps) {
  const auto operations = said_by(steps, [](const ScriptStep& s) { return s.operation; });
  const auto found = odd_one_out(operations);
  if (!found) return std::nullopt;
  meeting.sides = sides_of(operations);
  blame(meeting, steps, found->first, found->second, "their operations differ");
  undefined("different operations in one call");
  return Fit::never;
}

std::optional<ScriptMismatches::Fit> ScriptMismatches::other_roots(std::int32_t call,
                                                                   ScriptMeetingState& meeting,
                                                                   const Steps& steps) {
  const auto roots = said_by(steps, [](const ScriptStep& s) { return s.peer; });
  const auto found = odd_one_out(roots);
  if (!found) return std::nullopt;
  meeting.sides = sides_of(roots);
  blame(meeting, steps, found->first, found->second, "their roots differ");
  undefined("different roots in one call");
  if (world_.flavour.on_host) return Fit::never;
  broken_[meeting.group] = Broken{.call = call, .sides = meeting.sides};
  return Fit::unknown_values;
}

std::optional<ScriptMismatches::Fit> ScriptMismatches::other_sizes(ScriptMeetingState& meeting,
                                                                   const Steps& steps) {
  const auto sizes = said_by(steps, [](const ScriptStep& s) { return s.payload.bytes(); });
  const auto found = odd_one_out(sizes);
  if (!found) return std::nullopt;
  meeting.sides = sides_of(sizes);
  blame(
      meeting, steps, found->first, found->second,
      fmt::format("their sizes are {} and {} bytes", sizes[found->first].count, sizes[found->second].count));
  undefined("different sizes in one call");
  if (world_.flavour.on_host) {
    const auto least = std::ranges::min_element(sizes) - sizes.begin();
    die_of_sizes(meeting, steps, index(least), std::ranges::max(sizes), sizes[index(least)]);
  }
  return Fit::never;
}

std::optional<ScriptMismatches::Fit> ScriptMismatches::other_types(ScriptMeetingState& meeting,
                                                                   const Steps& steps) {
  const auto types = odd_one_out(said_by(steps, [](const ScriptStep& s) { return s.payload.dtype; }));
  const auto reductions = odd_one_out(said_by(steps, [](const ScriptStep& s) { return s.reduction; }));
  if (!types && !reductions) return std::nullopt;
  const auto [odd, usual] = types ? *types : *reductions;
  blame(meeting, steps, odd, usual, types ? "their types differ" : "their reductions differ");
  world_.recorder.caveat(
      "one possible outcome: no library compares the types and reductions of the ranks, so nobody can rely "
      "on the result");
  return Fit::unknown_values;
}

ScriptMismatches::Fit ScriptMismatches::of_collective(std::int32_t call, ScriptMeetingState& meeting,
                                                      const Steps& steps) {
  if (const std::optional<Broken>& broken = broken_[meeting.group]) {
    meeting.broken_since = broken->call;
    meeting.sides = broken->sides;
    return Fit::never;
  }
  if (const auto fit = other_operations(meeting, steps)) return *fit;
  if (const auto fit = other_roots(call, meeting, steps)) return *fit;
  if (const auto fit = other_sizes(meeting, steps)) return *fit;
  if (const auto fit = other_types(meeting, steps)) return *fit;
  const auto with_values =
      std::ranges::count_if(steps, [](const ScriptStep* s) { return s->payload.has_values(); });
  return with_values == 0 || index(with_values) == steps.size() ? Fit::yes : Fit::unknown_values;
}

// Ends the victim, which gets more data than it has room for, and then the other ranks.
void ScriptMismatches::die_of_sizes(const ScriptMeetingState& meeting, const Steps& steps, std::size_t victim,
                                    Bytes came, Bytes expected) {
  // A ring's messages are segments: two for every member's chunk (gloo/allreduce.cc).
  const auto message = [&](Bytes whole) {
    const auto segments = static_cast<std::int64_t>(2 * meeting.members.size());
    return meeting.is_message ? whole : Bytes{(whole.count + segments - 1) / segments};
  };
  tasks_.die(meeting.members[victim], *steps[victim],
             overflow_text(world_.flavour, message(came), message(expected)));
  for (std::size_t m = 0; m < meeting.members.size(); ++m)
    if (m != victim) tasks_.die(meeting.members[m], *steps[m], std::string(lost_text(world_.flavour)));
}

ScriptMismatches::Fit ScriptMismatches::of_message(ScriptMeetingState& meeting, const Steps& steps) {
  const ScriptStep& send = *steps[0];
  const ScriptStep& recv = *steps[1];
  const Bytes sent = send.payload.bytes();
  const Bytes room = recv.payload.bytes();
  if (sent == room || (sent < room && world_.flavour.on_host)) return Fit::yes;
  meeting.sides = {0, 1};
  world_.recorder.mismatch(
      {.rank = meeting.members[1],
       .line = recv.line,
       .why = fmt::format("rank {} sends {} bytes in line {}, {}, and rank {} has room for {} in line {}, {}",
                          meeting.members[0], sent.count, send.line, send.what, meeting.members[1],
                          room.count, recv.line, recv.what)});
  undefined("a receive that is not as large as its send");
  if (world_.flavour.on_host) die_of_sizes(meeting, steps, 1, sent, room);
  return Fit::never;
}

}  // namespace commlab
