#include "gui/window/run/redrawn.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace commlab {
namespace {

constexpr std::size_t most_transfers = 20'000;

Link slowest_of(const Trace& trace, const Transfer& transfer) {
  Link slowest{.bandwidth = {1}};
  if (transfer.route < 0 || trace.routes[transfer.route].empty()) return slowest;
  const auto& route = trace.routes[transfer.route];
  return trace.topology.links[*std::ranges::min_element(
      route, {}, [&](LinkId link) { return trace.topology.links[link].bandwidth.bytes_per_second; })];
}

}  // namespace

bool can_be_redrawn(const Trace& trace) {
  return trace.collective.ranks > 1 && trace.collective.ranks <= most_ranks_redrawn && !trace.recorded &&
         !trace.transfers.empty() && trace.transfers.size() <= most_transfers &&
         std::ranges::all_of(trace.transfers,
                             [](const Transfer& t) { return t.group == no_group && t.from != t.to; });
}

Trace redrawn(Trace trace, Topology nodes, const std::function<DrawnEnds(const Transfer&)>& ends) {
  assert(can_be_redrawn(trace) && "a few messages between a few ranks");
  std::map<DrawnEnds, std::int32_t> route_of;
  std::vector<std::vector<LinkId>> routes;
  for (Transfer& transfer : trace.transfers) {
    const DrawnEnds pair = ends(transfer);
    const auto [known, is_new] = route_of.emplace(pair, std::ssize(routes));
    if (is_new) {
      routes.push_back({static_cast<LinkId>(nodes.links.size())});
      Link link = slowest_of(trace, transfer);
      link.from = pair.first;
      link.to = pair.second;
      link.type = LinkType::nvlink;
      link.lanes = 1;
      nodes.links.push_back(link);
    }
    transfer.route = known->second;
  }
  trace.topology = std::move(nodes);
  trace.routes = std::move(routes);
  return trace;
}

}  // namespace commlab
