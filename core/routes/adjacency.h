#pragma once
// The links that leave and reach each node, in rising order of link ids.

#include <cstdint>
#include <span>
#include <vector>

#include "core/machine/topology.h"

namespace commlab {

class Adjacency {
 public:
  explicit Adjacency(const Topology&);

  std::span<const LinkId> out(NodeId node) const { return of(node, first_out_, out_); }
  std::span<const LinkId> in(NodeId node) const { return of(node, first_in_, in_); }

 private:
  static std::span<const LinkId> of(NodeId node, const std::vector<std::uint32_t>& first,
                                    const std::vector<LinkId>& links) {
    return {links.data() + first[node], first[node + 1] - first[node]};
  }

  std::vector<std::uint32_t> first_out_, first_in_;  // per node; one more entry at the end
  std::vector<LinkId> out_, in_;
};

}  // namespace commlab
