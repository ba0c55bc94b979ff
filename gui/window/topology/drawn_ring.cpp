#include "gui/window/topology/drawn_ring.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/routes/router.h"
#include "lessons/expression/value.h"

namespace commlab {
namespace {

RingHop hop_between(const Topology& topology, Router& router, Rank from, Rank to) {
  RingHop hop{.from = from, .to = to};
  const Result<std::vector<LinkId>> way = router.route(from, to);
  if (!way || way->empty()) return hop;
  hop.way = *way;
  hop.width = topology.links[way->front()].bandwidth;
  for (const LinkId link : *way) hop.width = std::min(hop.width, topology.links[link].bandwidth);
  return hop;
}

}  // namespace

DrawnRing drawn_ring(const Topology& topology, std::vector<Rank> order, int ranks) {
  DrawnRing drawn{.order = std::move(order)};
  Router router(topology);
  const std::size_t clicked = drawn.order.size();
  const bool closes = clicked > 1 && static_cast<int>(clicked) == ranks;
  for (std::size_t i = 0; i + (closes ? 0 : 1) < clicked; ++i)
    drawn.hops.push_back(hop_between(topology, router, drawn.order[i], drawn.order[(i + 1) % clicked]));
  drawn.emphasis = {.nodes = std::vector<bool>(topology.nodes.size(), false),
                    .links = std::vector<bool>(topology.links.size(), false)};
  for (const Rank rank : drawn.order) drawn.emphasis.nodes[rank] = true;
  for (const RingHop& hop : drawn.hops)
    for (const LinkId link : hop.way) drawn.emphasis.links[link] = true;
  return drawn;
}

std::string width_text(const RingHop& hop) {
  return hop.way.empty() ? "nothing" : written(value_of(hop.width));
}

bool is_on(const DrawnRing& drawn, const Topology& topology) {
  return drawn.emphasis.nodes.size() == topology.nodes.size() &&
         drawn.emphasis.links.size() == topology.links.size();
}

const RingHop* narrowest_of(const DrawnRing& drawn) {
  const auto narrowest = std::ranges::min_element(drawn.hops, {}, &RingHop::width);
  return narrowest == drawn.hops.end() ? nullptr : &*narrowest;
}

std::string ring_text(std::span<const Rank> order) { return fmt::format("{}", fmt::join(order, ",")); }

}  // namespace commlab
