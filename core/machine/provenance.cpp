#include "core/machine/provenance.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/base/words.h"

namespace commlab {
namespace {

constexpr std::string_view before_word = " before", after_word = " after";

std::string quantity(double value, const std::string& unit) {
  return unit.empty() ? fmt::format("{:.6g}", value) : fmt::format("{:.6g} {}", value, unit);
}

std::string value_of(const Provenance::State& state) {
  return fmt::format("{}{}, {}{}", quantity(state.before, state.unit), before_word,
                     quantity(state.after, state.unit), after_word);
}

struct Quantity {
  double value;
  std::string unit;
};
std::optional<Quantity> parse_quantity(std::string_view text) {
  const std::size_t blank = std::min(text.find(' '), text.size());
  const std::optional<double> value = parse_number<double>(text.substr(0, blank));
  if (!value) return std::nullopt;
  return Quantity{*value, std::string(trimmed(text.substr(blank)))};
}

std::optional<Provenance::State> parse_state(std::string_view name, std::string_view value) {
  const std::size_t comma = value.find(", ");
  if (comma == value.npos || !value.ends_with(after_word)) return std::nullopt;
  std::string_view first = value.substr(0, comma), last = value.substr(comma + 2);
  if (!first.ends_with(before_word)) return std::nullopt;
  first.remove_suffix(before_word.size());
  last.remove_suffix(after_word.size());
  const std::optional<Quantity> before = parse_quantity(first), after = parse_quantity(last);
  if (!before || !after || before->unit != after->unit) return std::nullopt;
  return Provenance::State{
      .name = std::string(name), .unit = before->unit, .before = before->value, .after = after->value};
}

// Clocks by ratio; numbers without a unit, such as the load, by difference.
bool differ(double a, double b, const std::string& unit) {
  if (unit.empty()) return std::abs(a - b) > 1;
  return std::max(a, b) > 1.1 * std::min(a, b);
}

// The load after a measurement is that of the measurement itself.
double state_of(const Provenance::State& state) {
  return state.unit.empty() ? state.before : (state.before + state.after) / 2;
}

template <class Named>
const Named* named(const std::vector<Named>& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &Named::name);
  return found == all.end() ? nullptr : &*found;
}

constexpr const char* not_there = "not there";

std::string value_in(const std::vector<Provenance::Fact>& facts, const std::string& name) {
  const Provenance::Fact* const fact = named(facts, name);
  return fact == nullptr ? not_there : fact->value;
}

bool differ(const Provenance::State& here, const Provenance::State& there) {
  return differ(here.before, there.before, here.unit) || differ(here.after, there.after, here.unit);
}

// What differs there, under names that say where.
Provenance what_differs(const Provenance& here, const ComputersFound::Other& there) {
  Provenance differing;
  const auto add_fact = [&](const std::string& name, std::string value) {
    differing.facts.push_back({fmt::format("{} of {}", name, there.name), std::move(value)});
  };
  for (const Provenance::Fact& fact : there.found.facts)
    if (value_in(here.facts, fact.name) != fact.value) add_fact(fact.name, fact.value);
  for (const Provenance::Fact& fact : here.facts)
    if (named(there.found.facts, fact.name) == nullptr) add_fact(fact.name, not_there);
  for (Provenance::State state : there.found.states) {
    const Provenance::State* const ours = named(here.states, state.name);
    if (ours != nullptr && !differ(*ours, state)) continue;
    state.name = fmt::format("{} of {}", state.name, there.name);
    differing.states.push_back(std::move(state));
  }
  return differing;
}

}  // namespace

std::vector<std::string> lines_of(const Provenance& provenance) {
  std::vector<std::string> lines;
  for (const Provenance::Fact& fact : provenance.facts)
    lines.push_back(fmt::format("{}: {}", fact.name, fact.value));
  for (const Provenance::State& state : provenance.states)
    lines.push_back(fmt::format("{}: {}", state.name, value_of(state)));
  return lines;
}

bool add_line(Provenance& provenance, std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == line.npos || colon == 0) return false;
  const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 2));
  if (const auto state = parse_state(name, value))
    provenance.states.push_back(*state);
  else
    provenance.facts.push_back({std::string(name), std::string(value)});
  return true;
}

Provenance after(Provenance before, const Provenance& now) {
  for (Provenance::State& state : before.states)
    if (const Provenance::State* const found = named(now.states, state.name)) state.after = found->after;
  for (Provenance::Fact& fact : before.facts)
    if (const Provenance::Fact* const found = named(now.facts, fact.name);
        found && found->value != fact.value)
      fact.value = fmt::format("{}{}, {}{}", fact.value, before_word, found->value, after_word);
  return before;
}

Provenance after(ComputersFound before, const ComputersFound& now) {
  Provenance all = after(std::move(before.here), now.here);
  const Provenance here = all;
  for (ComputersFound::Other& other : before.others) {
    const ComputersFound::Other* const again = named(now.others, other.name);
    if (again != nullptr) other.found = after(std::move(other.found), again->found);
    const Provenance differing = what_differs(here, other);
    all.facts.insert(all.facts.end(), differing.facts.begin(), differing.facts.end());
    all.states.insert(all.states.end(), differing.states.begin(), differing.states.end());
  }
  return all;
}

std::vector<std::string> differences(const Provenance& earlier, const Provenance& later,
                                     std::string_view then, std::string_view now) {
  std::vector<std::string> found;
  if (!earlier.known() || !later.known()) return found;
  const auto add = [&](const std::string& name, const std::string& before, const std::string& after) {
    found.push_back(fmt::format("{}: {} {}, {} {}", name, before, then, after, now));
  };
  for (const Provenance::Fact& fact : earlier.facts)
    if (const std::string value = value_in(later.facts, fact.name); value != fact.value)
      add(fact.name, fact.value, value);
  for (const Provenance::Fact& fact : later.facts)
    if (named(earlier.facts, fact.name) == nullptr) add(fact.name, "not there", fact.value);
  for (const Provenance::State& state : earlier.states) {
    const Provenance::State* const other = named(later.states, state.name);
    if (other != nullptr && differ(state_of(state), state_of(*other), state.unit))
      add(state.name, quantity(state_of(state), state.unit), quantity(state_of(*other), state.unit));
  }
  return found;
}

std::vector<std::string> changes(const Provenance& provenance) {
  std::vector<std::string> found;
  for (const Provenance::State& state : provenance.states)
    if (!state.unit.empty() && differ(state.before, state.after, state.unit))
      found.push_back(fmt::format("{}: {}", state.name, value_of(state)));
  return found;
}

}  // namespace commlab
