#include "core/algorithms/parts/multi_ring.h"

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

constexpr std::ptrdiff_t ranks_shown = 16;

// "0-1-4-5-2-3-6-7"; for long rings, the beginning.
std::string ring_text(const std::vector<Rank>& ring) {
  if (std::ssize(ring) <= ranks_shown) return fmt::format("{}", fmt::join(ring, "-"));
  return fmt::format("{}-...", fmt::join(ring.begin(), ring.begin() + ranks_shown, "-"));
}

}  // namespace

std::vector<std::vector<Rank>> split_over_rings(Schedule& s) {
  std::vector<std::vector<Rank>> rings = s.layout().rings;
  if (rings.empty()) {
    s.note("no rings of direct links between GPUs are known here: one ring, in rank order");
    return {s.layout().order};
  }
  s.split_into(static_cast<int>(rings.size()));
  std::vector<std::string> orders;
  for (const auto& ring : rings) orders.push_back(ring_text(ring));
  s.note(fmt::format("{}: {}", rings.size() == 1 ? "1 ring" : fmt::format("{} rings", rings.size()),
                     fmt::join(orders, ", ")));
  return rings;
}

void on_every_ring(Schedule& s, const Algorithm& ring, const std::vector<std::vector<Rank>>& rings,
                   BuffersIn in) {
  Collective c = schedule_for(ring, s).collective();
  std::vector<Inner> all;
  for (std::size_t i = 0; i < rings.size(); ++i)
    all.push_back({.schedule = schedule_for(ring, c, Layout{.order = rings[i]}),
                   .in = in,
                   .share = rings.size() == 1 ? every_share : static_cast<int>(i)});
  side_by_side(s, all);
}

}  // namespace commlab
