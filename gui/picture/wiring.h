#pragma once
// What of a topology is drawn: boxes and the wires between them. Two nodes that only a one-way link
// joins are one box (both directions of a bus pass through it the same way); the two directions of
// a link are one wire.

#include <optional>
#include <string>
#include <vector>

#include "core/machine/topology.h"

namespace commlab {

struct Box {
  std::string name;
  NodeType type;
  int node = -1;  // of a cluster; -1: between nodes
};

struct Wire {
  int a;  // boxes
  int b;
  LinkType type;
  Bandwidth bandwidth;
  int lanes;
};

// Looks of a wire: equal ones share a line of the legend.
struct WireKind {
  LinkType type;
  Bandwidth bandwidth;
  int lanes;
  bool operator==(const WireKind&) const = default;
};

struct Wiring {
  std::vector<Box> boxes;
  std::vector<Wire> wires;
  std::vector<WireKind> kinds;   // widest NVLinks first
  std::vector<Bandwidth> buses;  // of boxes that are two nodes: both directions together; each once
  int nodes = 1;
  std::vector<int> box_of;   // node of the topology -> box
  std::vector<int> wire_of;  // link -> wire; -1: within a box

  std::vector<int> boxes_of(int node, NodeType) const;
  std::vector<int> neighbours(int box, NodeType) const;
};

Wiring wiring_of(const Topology&);
// The same with some of its wires, and the boxes of `kept_boxes`; what box_of and wire_of say of others is
// -1. REQUIRES: no wire that stays has lost an end.
Wiring part_of_wiring(const Wiring&, const std::vector<bool>& kept_boxes,
                      const std::vector<bool>& kept_wires);

}  // namespace commlab
