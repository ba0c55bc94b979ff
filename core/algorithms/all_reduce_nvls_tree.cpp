// In each node, the switch sums a block of all vectors for each rank (all_reduce_nvls.cpp). The ranks that
// have the same place in their nodes sum this block over all nodes, up and down a tree. Then the switch
// copies the result to all ranks of the node.
//
//   node 0:  ranks 0 .. 7    load and add in the switch: rank i gets block i, 8 + i, ...
//            |    |    |     trees over the nodes, for each place i, over NIC i
//   node 1:  ranks 8 .. 15   store through the switch
//
// Each rank has 16 blocks, one after the other: while the switch adds one, the network carries another. One
// half of each block takes one tree, the other half the other (double_tree.h).
//
// Cost: 4 alpha + 4 ceil(log2 n) alpha', and the slower of (1 + 1/g) S beta in the node and 2 S/g beta'
// through each NIC, S/g beta' if there are only two nodes; n nodes of g ranks.
#include "core/algorithms/parts/two_levels.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {

extern const Algorithm all_reduce_double_tree;

namespace {

constexpr int blocks_of_a_rank = 16;

void write(Schedule& s) {
  const int g = ranks_of_a_node(s.ranks(), s.layout());
  const int nodes = s.ranks() / g;
  s.cut_into(blocks_of_a_rank * g);
  s.overlap_steps();
  const Schedule tree =
      schedule_for(all_reduce_double_tree, {.kind = CollectiveKind::all_reduce, .ranks = nodes});
  s.split_into(tree.shares());

  std::vector<Group> in_nodes;
  for (int node = 0; node < nodes; ++node) {
    std::vector<Rank> ranks;
    for (int place = 0; place < g; ++place) ranks.push_back(node * g + place);
    in_nodes.push_back(s.group(std::move(ranks)));
  }
  s.phase("sum in the switch");
  s.next_step();
  for (const Group node : in_nodes) s.barrier(node);
  s.next_step();
  for (const Group node : in_nodes)
    for (int i = 0; i < blocks_of_a_rank; ++i)
      s.load_reduce(node, {.block = shift(i * g), .from = Buffer::input});

  std::vector<Inner> columns;
  for (int place = 0; place < g; ++place) {
    std::vector<Rank> column;
    for (int node = 0; node < nodes; ++node) column.push_back(node * g + place);
    for (int i = 0; i < blocks_of_a_rank; ++i)
      columns.push_back({.schedule = tree,
                         .ranks = column,
                         .blocks = {.first = i * g + place},
                         .in = {.input = Buffer::output}});
  }
  s.phase("all-reduce between nodes");
  side_by_side(s, columns);

  s.phase("store through the switch");
  s.next_step();
  for (const Group node : in_nodes) {
    for (int i = 0; i < blocks_of_a_rank; ++i) s.multicast(node, {.block = shift(i * g)});
    s.barrier(node);
  }
}

}  // namespace

extern constinit const Algorithm all_reduce_nvls_tree = {
    .name = "nvls-tree",
    .collective = CollectiveKind::all_reduce,
    .idea =
        "The switch of each node sums and shares; between nodes, each place has a double tree of its own.",
    .cost =
        "4 alpha + 4 ceil(log2 n) alpha' + the slower of (1 + 1/g) S beta and 2 S/g beta', n nodes of g "
        "ranks",
    .source = "NCCL 2.28, src/device/all_reduce.h, NVLS_TREE",
    .supports = is_a_product,
    .write = write,
    .needs = needs_a_product,
    .needs_multicast = true,
    .multicasts_within_nodes = true,
};

}  // namespace commlab
