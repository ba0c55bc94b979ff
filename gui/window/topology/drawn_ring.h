#pragma once
// A ring drawn on the machine's picture, GPU by GPU: its hops, and the bandwidth of each.

#include <span>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/machine/topology.h"
#include "gui/window/run/emphasis.h"
#include "lessons/play/step_content.h"

namespace commlab {

// From one GPU of a ring to the next.
struct RingHop {
  Rank from = 0;
  Rank to = 0;
  std::vector<LinkId> way{};  // the links of its route; empty: there is no route
  Bandwidth width{};          // bandwidth of the route's narrowest link
};

struct DrawnRing {
  std::vector<Rank> order{};    // the GPUs that were clicked so far
  std::vector<RingHop> hops{};  // hops between these GPUs; once closed, also back to the first
  Emphasis emphasis{};          // highlights the links of these hops
  bool empty() const { return order.empty(); }
  bool closed() const { return order.size() > 1 && hops.size() == order.size(); }
};

// The ring is closed if `order` has `ranks` GPUs.
DrawnRing drawn_ring(const Topology&, std::vector<Rank> order, int ranks);
std::string width_text(const RingHop&);  // "93.3 GB/s"; "nothing" if there is no route
// Whether the ring was drawn on a topology like this one.
bool is_on(const DrawnRing&, const Topology&);
// The first of the narrowest hops; null: there is no hop yet.
const RingHop* narrowest_of(const DrawnRing&);
// The ring as a value of the scene's key `ring`: "0,1,4".
std::string ring_text(std::span<const Rank> order);

}  // namespace commlab
