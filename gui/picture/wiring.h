#pragma once
// A topology as it is drawn: boxes and the wires between them. Two nodes joined only by a one-way link are
// one box (both directions of a bus go through it the same way); the two directions of a link are one wire.

#include <optional>
#include <string>
#include <vector>

#include "core/machine/topology.h"

namespace commlab {

struct Box {
  std::string name;
  NodeType type;
  int node = -1;  // the node of the cluster; -1: between nodes
};

struct Wire {
  int a;  // boxes
  int b;
  LinkType type;
  Bandwidth bandwidth;
  int lanes;
};

// What decides the look of a wire. Wires of one kind share a line of the legend.
struct WireKind {
  LinkType type;
  Bandwidth bandwidth;
  int lanes;
  bool operator==(const WireKind&) const = default;
};

struct Wiring {
  std::vector<Box> boxes;
  std::vector<Wire> wires;
  std::vector<WireKind> kinds;  // widest NVLinks first
  std::vector<Bandwidth>
      buses;  // of boxes that stand for two nodes: both directions together; equal ones once
  int nodes = 1;
  std::vector<int> box_of;   // node of the topology -> box
  std::vector<int> wire_of;  // link -> wire; -1: within a box

  std::vector<int> boxes_of(int node, NodeType) const;
  std::vector<int> neighbours(int box, NodeType) const;
};

Wiring wiring_of(const Topology&);
// The kept boxes and wires only; box_of and wire_of are -1 for the others. REQUIRES: both boxes of every kept
// wire are kept.
Wiring part_of_wiring(const Wiring&, const std::vector<bool>& kept_boxes,
                      const std::vector<bool>& kept_wires);

}  // namespace commlab
