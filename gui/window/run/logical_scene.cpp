#include "gui/window/run/logical_scene.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

#include <fmt/format.h>

namespace commlab {
namespace {

constexpr int most_ranks = 16;
constexpr std::size_t most_transfers = 20'000;

using Pair = std::pair<Rank, Rank>;  // sender and receiver

bool can_be_drawn(const Trace& trace) {
  return trace.collective.ranks > 1 && trace.collective.ranks <= most_ranks && !trace.recorded &&
         !trace.transfers.empty() && trace.transfers.size() <= most_transfers &&
         std::ranges::all_of(trace.transfers,
                             [](const Transfer& t) { return t.group == no_group && t.from != t.to; });
}

// Whether each pair has a link of its own, and each link is a pair's.
bool links_are_pairs(const Trace& trace, const std::set<Pair>& pairs) {
  const auto both_ways = [](Pair pair) { return Pair(std::minmax(pair.first, pair.second)); };
  std::set<Pair> joined, wanted;
  for (const Link& link : trace.topology.links) joined.insert(both_ways({link.from, link.to}));
  for (const Pair& pair : pairs) wanted.insert(both_ways(pair));
  return joined == wanted;
}

Link slowest_of(const Trace& trace, const Transfer& transfer) {
  Link slowest{.bandwidth = {1}};
  if (transfer.route < 0 || trace.routes[transfer.route].empty()) return slowest;
  const auto& route = trace.routes[transfer.route];
  return trace.topology.links[*std::ranges::min_element(
      route, {}, [&](LinkId link) { return trace.topology.links[link].bandwidth.bytes_per_second; })];
}

Trace on_pairs(Trace trace) {
  Topology pairs;
  for (Rank rank = 0; rank < trace.collective.ranks; ++rank)
    pairs.add(fmt::format("gpu{}", rank), NodeType::gpu);
  std::map<Pair, std::int32_t> route_of;
  std::vector<std::vector<LinkId>> routes;
  for (Transfer& transfer : trace.transfers) {
    const auto [known, is_new] = route_of.emplace(Pair(transfer.from, transfer.to), std::ssize(routes));
    if (is_new) {
      routes.push_back({static_cast<LinkId>(pairs.links.size())});
      Link link = slowest_of(trace, transfer);
      link.from = transfer.from;
      link.to = transfer.to;
      link.type = LinkType::nvlink;
      link.lanes = 1;
      pairs.links.push_back(link);
    }
    transfer.route = known->second;
  }
  trace.topology = std::move(pairs);
  trace.routes = std::move(routes);
  return trace;
}

}  // namespace

bool has_logical_scene(const Scene& scene) {
  const Trace& trace = scene.trace();
  if (!scene.replay || !can_be_drawn(trace)) return false;
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
