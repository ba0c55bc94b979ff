#pragma once
// The GPUs, switches and links that a lesson highlights on a machine's picture; the rest is drawn calmly. If
// the highlighted links together separate the machine, they are shown as a cut.

#include <algorithm>
#include <string>
#include <vector>

#include "core/machine/topology.h"

namespace commlab {

struct Emphasis {
  std::vector<bool> nodes{};  // by node of the topology
  std::vector<bool> links{};  // by link of the topology; each link is one direction
  bool is_cut = false;        // without these links, their ends are not connected
  bool empty() const { return nodes.empty(); }
  bool any_node() const { return std::ranges::find(nodes, true) != nodes.end(); }
  bool has_node(NodeId node) const { return has(nodes, node); }
  bool has_link(LinkId link) const { return has(links, link); }

 private:
  static bool has(const std::vector<bool>& of, std::int32_t id) {
    return id >= 0 && id < std::ssize(of) && of[id];
  }
};

// Names as in a lesson's view: "gpu0", "nvswitch", "link gpu0->gpu2". Names that the topology does not have
// are ignored.
Emphasis emphasis_of(const Topology&, const std::vector<std::string>& names);

}  // namespace commlab
