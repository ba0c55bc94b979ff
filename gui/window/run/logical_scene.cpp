#include "gui/window/run/logical_scene.h"

#include <algorithm>
#include <cassert>
#include <set>

#include <fmt/format.h>

#include "gui/window/run/redrawn.h"

namespace commlab {
namespace {

using Pair = std::pair<Rank, Rank>;  // sender and receiver

// Whether each pair has a link of its own, and each link is a pair's.
bool links_are_pairs(const Trace& trace, const std::set<Pair>& pairs) {
  const auto both_ways = [](Pair pair) { return Pair(std::minmax(pair.first, pair.second)); };
  std::set<Pair> joined, wanted;
  for (const Link& link : trace.topology.links) joined.insert(both_ways({link.from, link.to}));
  for (const Pair& pair : pairs) wanted.insert(both_ways(pair));
  return joined == wanted;
}

Trace on_pairs(Trace trace) {
  Topology ranks;
  for (Rank rank = 0; rank < trace.collective.ranks; ++rank)
    ranks.add(fmt::format("gpu{}", rank), NodeType::gpu);
  return redrawn(std::move(trace), std::move(ranks),
                 [](const Transfer& transfer) { return DrawnEnds(transfer.from, transfer.to); });
}

}  // namespace

bool has_logical_scene(const Scene& scene) {
  const Trace& trace = scene.trace();
  if (!scene.replay || !can_be_redrawn(trace)) return false;
  std::set<Pair> pairs;
  for (const Transfer& transfer : trace.transfers) pairs.emplace(transfer.from, transfer.to);
  return !links_are_pairs(trace, pairs);
}

ScenePointer logical_scene(const Scene& scene) {
  assert(has_logical_scene(scene) && "the pairs say more than the machine");
  Outcome run = scene.run;
  *run.run.trace = on_pairs(std::move(*run.run.trace));
  return std::make_shared<const Scene>(std::move(run));
}

}  // namespace commlab
