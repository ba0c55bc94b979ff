#pragma once
// In each node, the heads are the ranks that load and store through its switch. Head i of a node has block i
// of the vector, and meets head i of every other node: they are a column.
//
//   node 0:  ranks 0 .. 7    load and add in the switch: head i gets block i
//            |    |    |     down the columns, one for each block
//   node 1:  ranks 8 .. 15   store through the switch
//
// Every rank is a head, but where a NIC is dead, those beside it only receive.

#include <vector>

#include "core/schedule/schedule.h"

namespace commlab {

class HeadsOfNodes {
 public:
  explicit HeadsOfNodes(const Schedule&);  // by the schedule's layout

  int count() const { return static_cast<int>(nodes_.size()); }           // of nodes
  int heads() const { return heads_; }                                    // of each node
  const std::vector<std::vector<Rank>>& nodes() const { return nodes_; }  // the ranks of each, heads first
  std::vector<Rank> column(int place) const;                              // head `place` of each node
  Members who() const;  // the heads, in a group of one node's ranks

 private:
  std::vector<std::vector<Rank>> nodes_;
  int heads_;
};

// In a phase of its own, each head gets the sum of its block over its node, in its output. Returns the groups
// of nodes. REQUIRES: cut into as many blocks as a node has heads.
std::vector<Group> sum_in_switches(Schedule&, const HeadsOfNodes&);
// In a phase of its own, each head's block reaches the output of all ranks of its node.
void share_through_switches(Schedule&, const HeadsOfNodes&, const std::vector<Group>& nodes);

// Ranks, one of each node, that sum a block.
struct Column {
  std::vector<Rank> ranks;
  int block;
};
// The switches of the network sum each column's block, in the outputs, and store the sum to the whole column
// (SHARP), piece by piece. One rank of each column does what the switches do: it loads the
// sum of all and stores it to all. What is its own crosses no link, so each NIC carries the block once in
// each direction, as with SHARP.
void sum_in_network(Schedule&, const std::vector<Column>& columns);

}  // namespace commlab
