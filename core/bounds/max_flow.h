#pragma once
// The most that can flow from one node to another, and the narrowest cut between them, which has the
// same capacity (Ford and Fulkerson 1956). Found by Dinic's algorithm, O(nodes^2 arcs) at worst, with
// whole numbers.

#include <vector>

namespace commlab {

using Flow = __int128;  // bytes per second times small numbers; sums never overflow

class FlowNetwork {
 public:
  explicit FlowNetwork(int nodes) : arcs_of_(nodes) {}

  int add(int from, int to, Flow capacity);  // returns the arc's number
  void set_capacity(int arc, Flow capacity);

  // Forgets any earlier flow. REQUIRES: source != sink.
  Flow max_flow(int source, int sink);
  // After max_flow: the nodes on the source's side of a narrowest cut, the smallest such side.
  bool on_source_side(int node) const { return level_[node] >= 0; }

 private:
  struct Arc {
    int to;
    Flow capacity;
    Flow left;  // capacity not used yet; arc i ^ 1 is the reverse of arc i
  };
  bool find_levels(int source, int sink);
  Flow push_one_path(int source, int sink);

  std::vector<Arc> arcs_;
  std::vector<std::vector<int>> arcs_of_;
  std::vector<int> level_;         // arcs from the source; -1: not reached
  std::vector<std::size_t> next_;  // per node: its first arc that may still lead to the sink
  // Kept from call to call, to allocate once: the nodes reached so far, and the arcs of one path.
  std::vector<int> queue_;
  std::vector<int> path_;
};

}  // namespace commlab
