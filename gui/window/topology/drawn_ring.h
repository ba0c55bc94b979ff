#pragma once
// A ring drawn on the machine's picture, GPU by GPU: its hops, and how wide each is.

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
  std::vector<LinkId> way{};  // its links; empty: there is no route
  Bandwidth width{};          // of the narrowest link on it
};

struct DrawnRing {
  std::vector<Rank> order{};    // clicked so far
  std::vector<RingHop> hops{};  // between them; and back to the first, once it is closed
  Emphasis emphasis{};          // of the links on their way
  bool empty() const { return order.empty(); }
  bool closed() const { return order.size() > 1 && hops.size() == order.size(); }
};

// It is closed by as many GPUs as there are `ranks`.
DrawnRing drawn_ring(const Topology&, std::vector<Rank> order, int ranks);
std::string width_text(const RingHop&);  // "93.3 GB/s"; "nothing" where there is no route
// Whether it was drawn on a topology like this one.
bool is_on(const DrawnRing&, const Topology&);
// The first of the narrowest hops; null: there is none yet.
const RingHop* narrowest_of(const DrawnRing&);
// As the scene's key `ring` has it: "0,1,4".
std::string ring_text(std::span<const Rank> order);

}  // namespace commlab
