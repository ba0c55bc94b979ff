// Programs of a tile are the programs of all ranks, stored once per place: what each rank does is the same.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/programs/programs_for.h"
#include "core/routes/nccl_rings.h"
#include "core/verify/verify.h"

namespace commlab {
namespace {

using enum CollectiveKind;

std::vector<int> blocks_of(const Programs& p, Rank rank, const Instruction& i, const Operand& operand) {
  std::vector<int> blocks;
  for (int k = 0; k < i.blocks; ++k) blocks.push_back(p.block(rank, i, operand, k));
  std::ranges::sort(blocks);
  return blocks;
}

int peer_of(const Programs& p, Rank rank, int stored) {
  return stored == no_peer ? no_peer : p.peer(rank, stored);
}

void expect_equal(const Instruction& a, const Programs& p, const Instruction& b, const Programs& q,
                  Rank rank) {
  EXPECT_EQ(a.op, b.op);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.part, b.part);
  EXPECT_EQ(p.bytes(rank, a), q.bytes(rank, b));
  if (has_source(a.op)) {
    EXPECT_EQ(blocks_of(p, rank, a, a.source), blocks_of(q, rank, b, b.source));
    EXPECT_EQ(a.source.buffer, b.source.buffer);
  }
  if (has_target(a.op)) {
    EXPECT_EQ(blocks_of(p, rank, a, a.target), blocks_of(q, rank, b, b.target));
    EXPECT_EQ(a.target.buffer, b.target.buffer);
  }
  const auto waits = p.of(rank).depends_on(a), same = q.of(rank).depends_on(b);
  EXPECT_TRUE(std::ranges::equal(waits, same));
}

void expect_equal(const Programs& p, const Programs& q) {
  for (Rank rank = 0; rank < p.collective.ranks; ++rank) {
    const std::vector<Lane>&a = p.of(rank).lanes, &b = q.of(rank).lanes;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t l = 0; l < a.size(); ++l) {
      EXPECT_EQ(a[l].channel, b[l].channel);
      EXPECT_EQ(peer_of(p, rank, a[l].send_peer), peer_of(q, rank, b[l].send_peer));
      EXPECT_EQ(peer_of(p, rank, a[l].recv_peer), peer_of(q, rank, b[l].recv_peer));
      ASSERT_EQ(a[l].code.size(), b[l].code.size());
      for (std::size_t i = 0; i < a[l].code.size(); ++i) expect_equal(a[l].code[i], p, b[l].code[i], q, rank);
    }
  }
}

// Rings that enter every node at another rank, as on a cluster.
Layout of_nodes(int nodes, int per_node) {
  Topology topology{.gpus = nodes * per_node, .per_node = per_node};
  return {.rings = nccl_rings(topology, nodes * per_node), .per_node = per_node};
}

template <class Check>
void for_all(Check check) {
  for (const Algorithm* a : algorithms())
    for (int per_node = 2; per_node <= 4; ++per_node)
      for (int nodes = 2; nodes <= 8; ++nodes) {
        const int ranks = nodes * per_node;
        if (a->collective == p2p || a->needs_multicast) continue;
        const Collective c{.kind = a->collective, .ranks = ranks, .count = std::int64_t{240} * ranks};
        if (!a->supports(c)) continue;
        SCOPED_TRACE(fmt::format("{} {}, {} nodes of {}", name_of(a->collective), a->name, nodes, per_node));
        check(*a, c, of_nodes(nodes, per_node));
      }
}

TEST(TilePrograms, DoForEveryRankWhatItsOwnProgramDoes) {
  int tiled = 0;
  for_all([&](const Algorithm& a, const Collective& c, const Layout& layout) {
    for (const Lowering& how : {Lowering{}, Lowering{.channels = 2, .pieces = 2}, Lowering{.fused = true}}) {
      Lowering of_a_tile = how;
      of_a_tile.one_tile = true;
      const Result<Programs> all = programs_for(a, c, how, layout);
      const Result<Programs> tile = programs_for(a, c, of_a_tile, layout);
      ASSERT_TRUE(all && tile);
      EXPECT_EQ(all->transfers(), tile->transfers());
      expect_equal(*tile, *all);
      if (tile->frame != Frame::tile) continue;
      ++tiled;
      EXPECT_EQ(static_cast<int>(tile->programs.size()), a.name == "swing" ? 2 : layout.per_node);
    }
  });
  EXPECT_GT(tiled, 3 * 7 * 3 * 3);  // several algorithms on all nodes
}

TEST(TilePrograms, AreProved) {
  for_all([&](const Algorithm& a, const Collective& c, const Layout& layout) {
    const Result<Programs> tile = programs_for(a, c, {.one_tile = true}, layout);
    if (!tile || tile->frame != Frame::tile || c.ranks > 12) return;
    EXPECT_TRUE(prove(*tile)) << prove(*tile).error().message;
    EXPECT_TRUE(prove(expanded(*tile)));
  });
}

TEST(TilePrograms, AreNotMadeWhereRanksDiffer) {
  const Algorithm& hierarchical = **find_algorithm(all_reduce, "hierarchical");
  const auto frame = [&](std::int64_t count, Layout layout) {
    const Collective c{.kind = all_reduce, .ranks = 12, .count = count};
    return programs_for(hierarchical, c, {.one_tile = true}, layout)->frame;
  };

  EXPECT_EQ(frame(1'200, of_nodes(3, 4)), Frame::tile);
  EXPECT_EQ(frame(1'201, of_nodes(3, 4)), Frame::absolute);  // chunks of two sizes
  Layout turned = of_nodes(3, 4);
  turned.order = {4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11};
  EXPECT_EQ(frame(1'200, turned), Frame::absolute);
  Layout trees = of_nodes(3, 4);
  trees.parts = {"ring", "double-tree"};
  EXPECT_EQ(frame(1'200, trees), Frame::absolute);
}

}  // namespace
}  // namespace commlab
