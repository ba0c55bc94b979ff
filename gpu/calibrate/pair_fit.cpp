#include "gpu/calibrate/pair_fit.h"

#include <algorithm>
#include <cassert>

namespace commlab {
namespace {

LinkType type_of(const std::string& kind) {
  if (kind.starts_with("NV")) return LinkType::nvlink;
  return kind.starts_with("SYS") ? LinkType::socket : LinkType::pcie;
}

}  // namespace

std::string pair_text(const std::string& what, const PairGroup& group, std::size_t pair) {
  if (group.kind.empty()) return what;
  const auto [a, b] = group.pairs[pair];
  return fmt::format("{} over {} ({}-{})", what, group.kind, a, b);
}

void place_ranks_on_gpus(Machine& machine, int ranks, int gpus, const std::vector<PairFit>& fits) {
  assert(!machine.work.send.points.empty() && gpus >= 1);
  Bandwidth widest{1};
  for (const RateCurve::Point& point : machine.work.send.points) widest = std::max(widest, point.rate);
  Topology& topology = machine.topology;
  for (Rank rank = 0; rank < ranks; ++rank) topology.add(fmt::format("gpu{}", rank), NodeType::gpu);
  for (int gpu = 0; gpu < std::min(gpus, ranks); ++gpu)
    topology.add(fmt::format("memory{}", gpu), NodeType::memory);
  const auto memory_of = [&](Rank rank) { return ranks + rank % gpus; };
  for (Rank rank = 0; rank < ranks; ++rank)
    topology.connect(rank, memory_of(rank), LinkType::memory, widest, {});
  for (const PairFit& fit : fits)
    for (const auto& [a, b] : fit.group.pairs)
      if (a < gpus && b < gpus)  // the first rank of each GPU stands for all of its ranks
        topology.connect(memory_of(a), memory_of(b), type_of(fit.group.kind), std::min(fit.rate, widest),
                         fit.delay);
}

}  // namespace commlab
