#include "core/routes/adjacency.h"

#include <numeric>

namespace commlab {
namespace {

// Sorts the links by one of their ends, by counting.
void sort_by(NodeId Link::*end, const Topology& topology, std::vector<std::uint32_t>& first,
             std::vector<LinkId>& sorted) {
  first.assign(topology.nodes.size() + 1, 0);
  for (const Link& link : topology.links) ++first[link.*end + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  sorted.resize(topology.links.size());
  for (LinkId id = 0; id < static_cast<LinkId>(topology.links.size()); ++id)
    sorted[next[topology.links[id].*end]++] = id;
}

}  // namespace

Adjacency::Adjacency(const Topology& topology) {
  sort_by(&Link::from, topology, first_out_, out_);
  sort_by(&Link::to, topology, first_in_, in_);
}

}  // namespace commlab
