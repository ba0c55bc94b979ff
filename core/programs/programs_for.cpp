#include "core/programs/programs_for.h"

#include <algorithm>
#include <numeric>

#include "core/base/index.h"

namespace commlab {
namespace {

Status check_order(const std::vector<Rank>& order, int ranks) {
  std::vector<Rank> sorted = order;
  std::ranges::sort(sorted);
  std::vector<Rank> all(index(ranks));
  std::iota(all.begin(), all.end(), 0);
  if (sorted == all) return {};
  return fail("ring order {} does not name each of the ranks 0..{} once", fmt::join(order, ","), ranks - 1);
}

// All that every rank does, or what a tile does where that is enough.
Schedule schedule_to_lower(const Algorithm& algorithm, const Collective& collective, const Lowering& lowering,
                           const Layout& layout) {
  if (lowering.one_tile) {
    Schedule tile = schedule_of_a_tile(algorithm, collective, layout);
    if (!tile.has_only_first_tile() || can_lower_a_tile(tile, lowering)) return tile;
  }
  return schedule_for(algorithm, collective, layout);
}

Status check_asked(const Algorithm& algorithm, const Collective& collective, const Layout& layout) {
  if (Status ok = check(collective); !ok) return tl::unexpected(ok.error());
  if (!layout.order.empty())
    if (Status ok = check_order(layout.order, collective.ranks); !ok) return tl::unexpected(ok.error());
  if (!algorithm.supports(collective))
    return fail("{} {} does not support {} ranks{}{}{}", name_of(collective.kind), algorithm.name,
                collective.ranks, is_uneven(collective) ? " with uneven counts" : "",
                algorithm.needs.empty() ? "" : "; it needs ", algorithm.needs);
  if (!layout.parts.empty() && !algorithm.check_parts)
    return fail("{} is not made of other algorithms: leave out ':{}'", algorithm.name,
                fmt::join(layout.parts, ","));
  if (algorithm.check_parts)
    if (Status ok = algorithm.check_parts(collective, layout); !ok) return tl::unexpected(ok.error());
  return {};
}

}  // namespace

Result<Schedule> checked_schedule(const Algorithm& algorithm, const Collective& collective,
                                  const Lowering& lowering, const Layout& layout) {
  return check_asked(algorithm, collective, layout).map([&] {
    return schedule_to_lower(algorithm, collective, lowering, layout);
  });
}

Result<Programs> programs_of_schedule(const Algorithm& algorithm, const Schedule& schedule,
                                      const Lowering& lowering, const Budget& budget) {
  if (Status ok = check_programs_fit(schedule, lowering, budget); !ok) return tl::unexpected(ok.error());
  Result<Programs> programs = lower(schedule, lowering);
  if (programs) {
    const std::vector<std::string>& parts = schedule.layout().parts;
    programs->algorithm = algorithm.name;
    if (!parts.empty()) programs->algorithm += fmt::format(":{}", fmt::join(parts, ","));
  }
  return programs;
}

Result<Programs> programs_for(const Algorithm& algorithm, const Collective& collective,
                              const Lowering& lowering, const Layout& layout, const Budget& budget) {
  return checked_schedule(algorithm, collective, lowering, layout).and_then([&](const Schedule& schedule) {
    return programs_of_schedule(algorithm, schedule, lowering, budget);
  });
}

}  // namespace commlab
