#include "core/schedule/algorithm.h"

#include <algorithm>
#include <numeric>

#include "core/base/nearest.h"
#include "core/base/words.h"

namespace commlab {
namespace {

Status check_order(const std::vector<Rank>& order, int ranks) {
  std::vector<Rank> sorted = order;
  std::ranges::sort(sorted);
  std::vector<Rank> all(static_cast<std::size_t>(ranks));
  std::iota(all.begin(), all.end(), 0);
  if (sorted == all) return {};
  return fail("ring order {} does not name each of the ranks 0..{} once", fmt::join(order, ","), ranks - 1);
}

// On one rank every collective is a copy of input to output, or in place nothing at all.
void write_alone(Schedule& s) {
  s.next_step();
  s.every(s.everyone(), {.to = at(0), .from = Buffer::input});
}

}  // namespace

std::vector<const Algorithm*> algorithms_for(CollectiveKind kind) {
  std::vector<const Algorithm*> found;
  for (const Algorithm* a : algorithms())
    if (a->collective == kind) found.push_back(a);
  return found;
}

Result<const Algorithm*> find_algorithm(CollectiveKind kind, std::string_view name) {
  const std::string_view whole = name.substr(0, name.find(':'));
  std::vector<std::string> known;
  for (const Algorithm* a : algorithms_for(kind)) {
    if (a->name == whole) return a;
    known.emplace_back(a->name);
  }
  return fail("unknown algorithm '{}'{}; {} has {}", name, suggestion(whole, known), name_of(kind),
              fmt::join(known, ", "));
}

std::vector<std::string> parts_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == name.npos) return {};
  const std::vector<std::string_view> parts = split_at(name.substr(colon + 1), ',');
  return {parts.begin(), parts.end()};
}

Schedule schedule_for(const Algorithm& algorithm, const Collective& collective, const Layout& layout) {
  Schedule schedule(collective, layout);
  if (collective.ranks == 1)
    write_alone(schedule);
  else
    algorithm.write(schedule);
  return schedule;
}

Schedule schedule_for(const Algorithm& algorithm, const Schedule& outer) {
  Collective inner = outer.collective();
  inner.kind = algorithm.collective;
  if (has_blocks(inner.kind) && !has_blocks(outer.collective().kind)) inner.count /= inner.ranks;
  return schedule_for(algorithm, inner, outer.layout());
}

Result<Programs> programs_for(const Algorithm& algorithm, const Collective& collective,
                              const Lowering& lowering, const Layout& layout) {
  if (Status ok = check(collective); !ok) return tl::unexpected(ok.error());
  if (!layout.order.empty())
    if (Status ok = check_order(layout.order, collective.ranks); !ok) return tl::unexpected(ok.error());
  if (!algorithm.supports(collective))
    return fail("{} {} does not support {} ranks{}{}", name_of(collective.kind), algorithm.name,
                collective.ranks, algorithm.needs.empty() ? "" : "; it needs ", algorithm.needs);
  if (!layout.parts.empty() && !algorithm.check_parts)
    return fail("{} is not made of other algorithms: leave out ':{}'", algorithm.name,
                fmt::join(layout.parts, ","));
  if (algorithm.check_parts)
    if (Status ok = algorithm.check_parts(collective, layout); !ok) return tl::unexpected(ok.error());
  Result<Programs> programs = lower(schedule_for(algorithm, collective, layout), lowering);
  if (programs) {
    programs->algorithm = algorithm.name;
    if (!layout.parts.empty()) programs->algorithm += fmt::format(":{}", fmt::join(layout.parts, ","));
  }
  return programs;
}

}  // namespace commlab
