// The shape of an algorithm, whatever machine it runs on: a ring is a ring, and a tree has its root on top.

#include <gtest/gtest.h>

#include <set>

#include "gui/window/run/logical_scene.h"
#include "tests/window/topology/watched_topology.h"

namespace commlab {
namespace {

// Null: there is none.
ScenePointer shape_of(const Scene& scene) {
  return has_logical_scene(scene) ? logical_scene(scene) : nullptr;
}

struct ShapeOf {
  ScenePointer scene;
  TopologyLayout layout;

  explicit ShapeOf(std::string_view line, const Area& area = {0, 0, 826, 456}, double letters = 13)
      : scene(shape_of(scene_of(line))),
        layout(scene ? lay_out(scene->trace(), area, letters) : TopologyLayout{}) {}
  PicturePoint middle(Rank rank) const { return layout.of_rank(rank).area.center(); }
  std::size_t wires() const { return layout.wiring.wires.size(); }
};

TEST(Shapes, ARingOnASwitchIsARing) {
  for (const int ranks : {3, 4, 5, 8, 16}) {
    const ShapeOf ring(
        fmt::format("all_reduce --machine switch:{},100GB/s,1us --size 1MiB --algorithm ring", ranks));
    ASSERT_TRUE(ring.scene) << ranks;
    EXPECT_EQ(ring.wires(), static_cast<std::size_t>(ranks));
    for (const Wire& wire : ring.layout.wiring.wires)
      EXPECT_TRUE(wire.b - wire.a == 1 || wire.b - wire.a == ranks - 1) << wire.a << " " << wire.b;
  }
}

// Neighbours on the ring are neighbours in the picture, in whatever order the ring visits them.
TEST(Shapes, ARingInAnotherOrderIsDrawnInThatOrder) {
  const ShapeOf ring(
      "all_reduce --machine switch:6,100GB/s,1us --size 1MiB --algorithm ring --ring 0,3,1,4,2,5");
  ASSERT_TRUE(ring.scene);
  const ShapeOf plain("all_reduce --machine switch:6,100GB/s,1us --size 1MiB --algorithm ring");
  const Rank order[] = {0, 3, 1, 4, 2, 5};
  std::set<double> lengths, plain_lengths;
  for (int i = 0; i < 6; ++i) {
    lengths.insert(std::round(distance(ring.middle(order[i]), ring.middle(order[(i + 1) % 6]))));
    plain_lengths.insert(std::round(distance(plain.middle(i), plain.middle((i + 1) % 6))));
  }
  EXPECT_EQ(lengths, plain_lengths);
}

TEST(Shapes, ATreeHasItsRootOnTopAndEachChildBelowItsParent) {
  for (const Rank root : {0, 3}) {
    const ShapeOf tree(fmt::format(
        "broadcast --machine switch:8,100GB/s,1us --size 1MiB --algorithm binomial --root {}", root));
    ASSERT_TRUE(tree.scene);
    EXPECT_EQ(tree.wires(), 7u);
    for (const Transfer& transfer : tree.scene->trace().transfers)
      EXPECT_LT(tree.middle(transfer.from).y, tree.middle(transfer.to).y);
    for (Rank rank = 0; rank < 8; ++rank)
      EXPECT_TRUE(rank == root || tree.middle(root).y < tree.middle(rank).y) << rank;
  }
}

// Guards against a fixed bug: in half a window on a projector, where no buffers fit, the tree's discs stood
// in two rows.
TEST(Shapes, ATreeStaysATreeWhereOnlyDiscsFit) {
  const Area half{0, 0, 350, 180};
  int of_discs = 0;
  for (int ranks = 5; ranks <= 16; ++ranks)
    for (const std::string_view algorithm : {"binomial", "flat"}) {
      const ShapeOf tree(
          fmt::format("broadcast --machine switch:{},100GB/s,1us --size 1MiB --algorithm {} --root 1", ranks,
                      algorithm),
          half, 20);
      ASSERT_TRUE(tree.scene);
      of_discs += tree.layout.grid.drawn() ? 0 : 1;
      for (const Transfer& transfer : tree.scene->trace().transfers)
        EXPECT_LT(tree.middle(transfer.from).y, tree.middle(transfer.to).y) << ranks;
      for (Rank rank = 0; rank < ranks; ++rank) {
        const Area& disc = tree.layout.of_rank(rank).area;
        EXPECT_TRUE(disc.x >= 0 && disc.right() <= half.right() && disc.bottom() <= half.bottom());
        for (Rank other = 0; other < rank; ++other)
          EXPECT_FALSE(disc.overlaps(tree.layout.of_rank(other).area))
              << ranks << ": " << rank << " " << other;
      }
    }
  EXPECT_GT(of_discs, 0);
}

TEST(Shapes, RecursiveDoublingIsACube) {
  const ShapeOf cube("all_reduce --machine switch:8,100GB/s,1us --size 1MiB --algorithm recursive-doubling");
  ASSERT_TRUE(cube.scene);
  EXPECT_EQ(cube.wires(), 12u);
  // Each dimension is one direction in the picture.
  for (const int bit : {1, 2, 4})
    for (Rank rank = 0; rank < 8; ++rank) {
      if ((rank & bit) != 0) continue;
      EXPECT_NEAR(cube.middle(rank + bit).x - cube.middle(rank).x, cube.middle(bit).x - cube.middle(0).x,
                  1e-6);
      EXPECT_NEAR(cube.middle(rank + bit).y - cube.middle(rank).y, cube.middle(bit).y - cube.middle(0).y,
                  1e-6);
    }
}

TEST(Shapes, OfACopyOnlyTheTwoGpusAreDrawnFarApart) {
  const ShapeOf copy("p2p --machine hcm8 --size 1MB --algorithm direct");
  ASSERT_TRUE(copy.scene);
  for (Rank rank = 2; rank < 8; ++rank) EXPECT_FALSE(copy.layout.of_rank(rank).drawn());
  EXPECT_GT(distance(copy.middle(0), copy.middle(1)), 0.8 * 826);
}

TEST(Shapes, TimesStayThoseOfTheMachine) {
  const Scene scene = scene_of("all_reduce --machine switch:4,100GB/s,1us --size 1MiB --algorithm ring");
  const ScenePointer shape = shape_of(scene);
  ASSERT_TRUE(shape);
  ASSERT_EQ(shape->trace().transfers.size(), scene.trace().transfers.size());
  for (std::size_t i = 0; i < scene.trace().transfers.size(); ++i) {
    EXPECT_EQ(shape->trace().transfers[i].start, scene.trace().transfers[i].start);
    EXPECT_EQ(shape->trace().transfers[i].end, scene.trace().transfers[i].end);
  }
}

TEST(Shapes, ThereIsNoneWhereItWouldSayNothingMoreOrCannotBeDrawn) {
  for (const char* line :
       {"all_reduce --machine ring:4,100GB/s,1us --size 1MiB --algorithm ring",
        "all_reduce --machine switch:8,450GB/s,350ns,multicast --size 1MiB --algorithm nvls",
        "all_reduce --machine switch:64,450GB/s,350ns --size 1MiB --algorithm ring"})
    EXPECT_FALSE(has_logical_scene(scene_of(line))) << line;
}

}  // namespace
}  // namespace commlab
