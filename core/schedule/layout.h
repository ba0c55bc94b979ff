#pragma once
// The facts that an algorithm may know about its machine: which ranks are neighbours, and which share a node;
// and the algorithms of which it is composed, if the user may choose. All of this is optional: by default
// ranks are in order, on one node.

#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"

namespace commlab {

// A way from one rank to another over ranks that store and forward, the two ends included.
struct RankPath {
  std::vector<Rank> ranks;
  Bandwidth bandwidth;  // bandwidth of its narrowest hop, or of its share of that hop if ways share it
  int hops() const { return static_cast<int>(ranks.size()) - 1; }
  bool operator==(const RankPath&) const = default;
};

struct Layout {
  std::vector<Rank> order;               // position -> rank, from --ring; empty: 0, 1, ..., n-1
  std::vector<std::vector<Rank>> rings;  // directed rings over all ranks, which load the links alike
  // For each node, the ranks with NICs beside them, as many as the node with the fewest has; empty: all
  // ranks.
  std::vector<std::vector<Rank>> heads;
  int per_node = 0;                      // ranks r with equal r / per_node share a node; 0: all of them do
  std::vector<RankPath> paths;           // p2p: ways from source to destination that do not slow one
                                         // another (core/routes/rank_paths.h): the fewest hops first
  Time per_message{};                    // cost of a message for its sender besides its bytes
  std::vector<std::string> parts;        // algorithms of which to compose it; empty: its own choice
  bool operator==(const Layout&) const = default;
};

}  // namespace commlab
