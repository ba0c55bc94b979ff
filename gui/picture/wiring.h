#pragma once
// What of a topology is drawn: boxes and the wires between them. Two nodes that only a one-way link
// joins are one box (both directions of a bus pass through it the same way); the two directions of
// a link are one wire.

#include <optional>
#include <string>
#include <vector>

#include "core/topology.h"

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

  std::vector<int> boxes_of(int node, NodeType) const;
  std::vector<int> neighbours(int box, NodeType) const;
};

Wiring wiring_of(const Topology&);

}  // namespace commlab
