#include "core/bounds/max_flow.h"

#include <algorithm>
#include <cassert>

namespace commlab {

int FlowNetwork::add(int from, int to, Flow capacity) {
  const int arc = static_cast<int>(arcs_.size());
  arcs_.push_back({to, capacity, 0});
  arcs_.push_back({from, 0, 0});
  arcs_of_[from].push_back(arc);
  arcs_of_[to].push_back(arc + 1);
  return arc;
}

void FlowNetwork::set_capacity(int arc, Flow capacity) { arcs_[arc].capacity = capacity; }

Flow FlowNetwork::max_flow(int source, int sink) {
  assert(source != sink);
  for (Arc& arc : arcs_) arc.left = arc.capacity;
  Flow total = 0;
  while (find_levels(source, sink)) {
    next_.assign(arcs_of_.size(), 0);
    while (const Flow pushed = push_one_path(source, sink)) total += pushed;
  }
  return total;
}

// Breadth-first search over the arcs with capacity left. Returns whether the sink was reached.
bool FlowNetwork::find_levels(int source, int sink) {
  level_.assign(arcs_of_.size(), -1);
  level_[source] = 0;
  queue_.assign(1, source);
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const int node = queue_[head];
    for (const int arc : arcs_of_[node]) {
      const int to = arcs_[arc].to;
      if (arcs_[arc].left == 0 || level_[to] >= 0) continue;
      level_[to] = level_[node] + 1;
      queue_.push_back(to);
    }
  }
  return level_[sink] >= 0;
}

// Walks down the levels, and never enters a dead end twice. Returns the flow pushed; 0: no path is left.
Flow FlowNetwork::push_one_path(int source, int sink) {
  path_.clear();
  int node = source;
  while (node != sink) {
    std::size_t& next = next_[node];
    const auto leads_down = [&](int arc) {
      return arcs_[arc].left > 0 && level_[arcs_[arc].to] == level_[node] + 1;
    };
    while (next < arcs_of_[node].size() && !leads_down(arcs_of_[node][next])) ++next;
    if (next < arcs_of_[node].size()) {
      path_.push_back(arcs_of_[node][next]);
      node = arcs_[path_.back()].to;
    } else if (node == source) {
      return 0;
    } else {
      node = arcs_[path_.back() ^ 1].to;
      ++next_[node];
      path_.pop_back();
    }
  }
  Flow pushed = arcs_[path_.front()].left;
  for (const int arc : path_) pushed = std::min(pushed, arcs_[arc].left);
  for (const int arc : path_) {
    arcs_[arc].left -= pushed;
    arcs_[arc ^ 1].left += pushed;
  }
  return pushed;
}

}  // namespace commlab
