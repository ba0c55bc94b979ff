#include "gpu/calibrate/gpu_links.h"

#include <algorithm>
#include <cassert>

#include "core/base/index.h"
#include "core/machine_text/topo_matrix.h"
#include "core/routes/router.h"

namespace commlab {
namespace {

bool reach_each_other(const Computer& computer, std::size_t a, std::size_t b) {
  return computer.reaches.empty() || (computer.reaches[a][b] && computer.reaches[b][a]);
}

std::string kind_of(const GpuLinks& links, Rank a, Rank b) {
  if (links.gpus() == 0) return {};
  const auto gpu_of = [&](Rank rank) { return index(rank % links.gpus()); };
  return gpu_of(a) == gpu_of(b) ? "one GPU" : links.kinds[gpu_of(a)][gpu_of(b)];
}

}  // namespace

GpuLinks links_of(const Computer& computer) {
  const auto wiring = wiring_of(computer);
  if (!wiring) return {};
  Router router(wiring->topology);
  const std::size_t gpus = computer.gpus.size();
  GpuLinks links{.kinds = {gpus, std::vector<std::string>(gpus)}};
  for (std::size_t a = 0; a < gpus; ++a)
    for (std::size_t b = 0; b < gpus; ++b) {
      if (a == b) continue;
      const auto route = router.route(static_cast<NodeId>(a), static_cast<NodeId>(b));
      links.kinds[a][b] = reach_text(wiring->topology, route.value_or(std::vector<LinkId>{}));
      if (!reach_each_other(computer, a, b)) links.kinds[a][b] += " staged";
    }
  return links;
}

std::vector<PairGroup> groups_of_pairs(const GpuLinks& links, int ranks) {
  assert(ranks >= 2);
  std::vector<PairGroup> groups;
  for (Rank a = 0; a < ranks; ++a)
    for (Rank b = a + 1; b < ranks; ++b) {
      const std::string kind = kind_of(links, a, b);
      auto group = std::ranges::find(groups, kind, &PairGroup::kind);
      if (group == groups.end()) group = groups.insert(group, {.kind = kind, .pairs = {}});
      group->pairs.emplace_back(a, b);
    }
  if (groups.size() == 1) groups.front().kind.clear();
  return groups;
}

}  // namespace commlab
