// Programs of a tile are the programs of all ranks, stored once per place: what each rank does is the same.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/programs/programs_for.h"
#include "core/verify/verify.h"
#include "tests/core/layout_of_nodes.h"

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

template <class Check>
void for_all_tiled(Check check) {
  for (const Algorithm* a : algorithms())
    for (int per_node = 2; per_node <= 4; ++per_node)
      for (int nodes = 2; nodes <= 8; ++nodes) {
        const int ranks = nodes * per_node;
        if (a->collective == p2p || a->needs_multicast) continue;
        for (const std::int64_t count : {240 * ranks, 240 * ranks + 7, 3}) {
          const Collective c{.kind = a->collective, .ranks = ranks, .count = count};
          if (!a->supports(c)) continue;
          SCOPED_TRACE(fmt::format("{} {} of {}, {} nodes of {}", name_of(a->collective), a->name, count,
                                   nodes, per_node));
          check(*a, c, of_nodes(nodes, per_node));
        }
      }
}

TEST(TilePrograms, DoForEveryRankWhatItsOwnProgramDoes) {
  int tiled = 0;
  for_all_tiled([&](const Algorithm& a, const Collective& c, const Layout& layout) {
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
  for_all_tiled([&](const Algorithm& a, const Collective& c, const Layout& layout) {
    const Result<Programs> tile = programs_for(a, c, {.one_tile = true}, layout);
    if (!tile || tile->frame != Frame::tile || c.ranks > 12) return;
    EXPECT_TRUE(prove(*tile)) << prove(*tile).error().message;
    EXPECT_TRUE(prove(expanded(*tile)));
  });
}

TEST(TilePrograms, AreNotMadeWhereRanksDiffer) {
  const Algorithm& hierarchical = **find_algorithm(all_reduce, "hierarchical");
  const auto frame = [&](Layout layout) {
    const Collective c{.kind = all_reduce, .ranks = 12, .count = 1'201};
    return programs_for(hierarchical, c, {.one_tile = true}, layout)->frame;
  };

  EXPECT_EQ(frame(of_nodes(3, 4)), Frame::tile);
  Layout turned = of_nodes(3, 4);
  turned.order = {4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11};
  EXPECT_EQ(frame(turned), Frame::absolute);
  Layout trees = of_nodes(3, 4);
  trees.parts = {"ring", "double-tree"};
  EXPECT_EQ(frame(trees), Frame::absolute);
}

// The bytes of everything that a rank does, in the order of its program.
std::vector<Bytes> bytes_of(const Programs& p, Rank rank) {
  std::vector<Bytes> bytes;
  for (const Lane& lane : p.of(rank).lanes)
    for (const Instruction& i : lane.code) bytes.push_back(p.bytes(rank, i));
  return bytes;
}

TEST(Programs, RepeatAfterSoManyRanksThatTheSizesOfChunksDoToo) {
  int later = 0;
  for (const Algorithm* a : algorithms())
    for (const std::int64_t count : {48, 24, 12, 6, 36, 16, 1, 25}) {
      const Collective c{.kind = a->collective, .ranks = 24, .count = count};
      if (a->collective == p2p || a->needs_multicast || !a->supports(c)) continue;
      SCOPED_TRACE(fmt::format("{} {} of {}", name_of(a->collective), a->name, count));
      const Result<Programs> p = programs_for(*a, c, {.one_tile = true}, of_nodes(6, 4));
      ASSERT_TRUE(p);
      const int repeat = p->repeat();
      ASSERT_EQ(24 % repeat, 0);
      for (Rank rank = repeat; p->order.empty() && rank < 24; ++rank)
        ASSERT_EQ(bytes_of(*p, rank), bytes_of(*p, rank - repeat)) << rank;
      later += p->frame != Frame::absolute && repeat > static_cast<int>(p->programs.size()) && repeat < 24;
    }
  EXPECT_GT(later, 10);
}

}  // namespace
}  // namespace commlab
