#pragma once
// What stands out on a machine's picture, where a lesson asks for it: GPUs, switches and links; the rest is
// calm. Links that separate what they join are shown as the cut that they are.

#include <algorithm>
#include <string>
#include <vector>

#include "core/machine/topology.h"

namespace commlab {

struct Emphasis {
  std::vector<bool> nodes{};  // of the topology
  std::vector<bool> links{};  // likewise: each is one direction
  bool is_cut = false;        // without its links, none of them can be gone round
  bool empty() const { return nodes.empty(); }
  bool any_node() const { return std::ranges::find(nodes, true) != nodes.end(); }
  bool has_node(NodeId node) const { return has(nodes, node); }
  bool has_link(LinkId link) const { return has(links, link); }

 private:
  static bool has(const std::vector<bool>& of, std::int32_t id) {
    return id >= 0 && id < std::ssize(of) && of[id];
  }
};

// "gpu0", "nvswitch", "link gpu0->gpu2", as a lesson's view has them. What the topology does not have is left
// out; where nothing is left, nothing stands out.
Emphasis emphasis_of(const Topology&, const std::vector<std::string>& names);

}  // namespace commlab
