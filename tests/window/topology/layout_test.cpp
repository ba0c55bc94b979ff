// Where a machine's parts stand in its picture: inside it, apart and named, for every known machine; and
// moving messages never hide a name.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine_text/find_machine.h"
#include "gui/picture/svg_canvas.h"
#include "gui/window/topology/placer/placer.h"
#include "gui/window/topology/state.h"
#include "tests/window/topology/watched_topology.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> all_machines() {
  std::vector<std::string> machines = machine_names(COMMLAB_SOURCE_DIR "/sim/machines");
  for (const char* spec : {"ring:4,100GB/s,500ns",
                           "ring:8,100GB/s,500ns",
                           "ring:16,100GB/s,500ns",
                           "ring:64,100GB/s,500ns",
                           "switch:4,450GB/s,350ns",
                           "switch:16,450GB/s,350ns",
                           "switch:64,450GB/s,350ns",
                           "mesh:4x4,100GB/s,500ns",
                           "mesh:8x8,100GB/s,500ns",
                           "mesh:2x2x2,100GB/s,500ns",
                           "mesh:4x4x4,100GB/s,500ns",
                           "torus:4x4,100GB/s,500ns",
                           "fat-tree:4x2,400Gb/s,1us",
                           "fat-tree:4x4,400Gb/s,1us",
                           "fat-tree:16x4,400Gb/s,1us",
                           "2x dgx-h100",
                           "2x a100-pcie",
                           "4x h100x4,400G",
                           "8x dgx-h100",
                           "8x hcm8,400G"})
    machines.emplace_back(spec);
  return machines;
}

Area area_of_label(const TopologyLayout::BoxPlace& placed, double size) {
  return {placed.label.x - placed.label_width / 2, placed.label.y - size / 2, placed.label_width, size};
}

std::vector<std::pair<std::string, Area>> labels_of(const TopologyLayout& layout) {
  std::vector<std::pair<std::string, Area>> labels;
  for (const TopologyLayout::BoxPlace& placed : layout.places)
    if (placed.drawn() && !placed.name.empty())
      labels.emplace_back(placed.name, area_of_label(placed, layout.letters));
  for (const TopologyLayout::Tile& tile : layout.tiles) {
    const double width = 0.62 * layout.letters * static_cast<double>(tile.title.size());
    if (!tile.title.empty())
      labels.emplace_back(tile.title, Area{tile.label.x - width / 2, tile.label.y - layout.letters / 2, width,
                                           layout.letters});
  }
  return labels;
}

bool is_within(const Area& inner, const Area& outer) {
  return inner.x >= outer.x && inner.y >= outer.y && inner.right() <= outer.right() &&
         inner.bottom() <= outer.bottom();
}

class TopologyOf : public testing::TestWithParam<std::string> {};

TEST_P(TopologyOf, StandsInsideAndApart) {
  const ScenePointer scene = busy(GetParam(), false);
  for (const Area& area : {small_picture, large_picture}) {
    const TopologyLayout layout = lay_out(scene->trace(), area, usual_letters);
    ASSERT_TRUE(layout.has_room());
    for (std::size_t i = 0; i < layout.places.size(); ++i) {
      if (!layout.places[i].drawn()) continue;
      EXPECT_TRUE(is_within(layout.places[i].area, area)) << layout.wiring.boxes[i].name;
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_FALSE(layout.places[j].drawn() && layout.places[i].area.overlaps(layout.places[j].area))
            << layout.wiring.boxes[i].name << " on " << layout.wiring.boxes[j].name;
    }
    for (const Polyline& wire : layout.wires)
      for (const PicturePoint p : wire) EXPECT_TRUE(area.has(p));
  }
}

TEST_P(TopologyOf, NoTwoLabelsOverlap) {
  const ScenePointer scene = busy(GetParam(), false);
  for (const Area& area : {small_picture, large_picture})
    for (const double size : {usual_letters, 24.0}) {
      const TopologyLayout layout = lay_out(scene->trace(), area, size, size / usual_letters);
      const auto labels = labels_of(layout);
      for (std::size_t i = 0; i < labels.size(); ++i) {
        EXPECT_TRUE(is_within(labels[i].second, area)) << labels[i].first;
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_FALSE(labels[i].second.overlaps(labels[j].second))
              << labels[i].first << " on " << labels[j].first << " in " << size;
      }
    }
}

TEST_P(TopologyOf, NamesEveryRankOfSixteen) {
  const ScenePointer scene = busy(GetParam(), false);
  if (scene->trace().topology.gpus > 16) GTEST_SKIP() << "too many GPUs for names";
  for (const Area& area : {small_picture, large_picture}) {
    const TopologyLayout layout = lay_out(scene->trace(), area, usual_letters);
    for (Rank rank = 0; rank < scene->trace().collective.ranks; ++rank)
      EXPECT_THAT(layout.of_rank(rank).name, testing::EndsWith(std::to_string(rank)));
  }
}

TEST_P(TopologyOf, NothingThatMovesHidesAName) {
  const Theme theme = *theme_named("dark");
  for (const bool everybody : {false, true}) {
    const ScenePointer scene = busy(GetParam(), everybody);
    const TopologyIndex index = index_topology(scene->run);
    for (const Area& area : {small_picture, large_picture}) {
      const TopologyLayout layout = lay_out(scene->trace(), area, theme.small());
      const auto labels = labels_of(layout);
      for (int i = 0; i <= 20; ++i) {
        const View view = at(*scene, i / 20.0);
        const TopologyMarks marks = marks_of(layout, index, shown(*scene, view, theme));
        for (const auto& [name, label] : labels)
          for (const TopologyMarks::Token& token : marks.tokens)
            EXPECT_FALSE(token.area.overlaps(label))
                << scene->trace().ends_text(scene->trace().transfers[token.transfer]) << " on " << name;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllMachines, TopologyOf, testing::ValuesIn(all_machines()), [](const auto& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
});

TEST(Topology, ARingBeginsOnTopAndGoesClockwise) {
  const ScenePointer scene = busy("ring:4,100GB/s,500ns", false);
  const TopologyLayout layout = lay_out(scene->trace(), large_picture, usual_letters);
  const auto middle = [&](Rank rank) { return layout.of_rank(rank).area.center(); };
  EXPECT_LT(middle(0).y, middle(1).y);
  EXPECT_NEAR(middle(0).x, middle(2).x, 0.01);
  EXPECT_GT(middle(1).x, middle(0).x);
  EXPECT_LT(middle(3).x, middle(0).x);
}

TEST(Topology, AMeshIsALattice) {
  const ScenePointer scene = busy("mesh:2x3,100GB/s,500ns", false);
  const TopologyLayout layout = lay_out(scene->trace(), large_picture, usual_letters);
  const auto middle = [&](Rank rank) { return layout.of_rank(rank).area.center(); };
  EXPECT_DOUBLE_EQ(middle(0).y, middle(2).y);
  EXPECT_DOUBLE_EQ(middle(0).x, middle(3).x);
  EXPECT_LT(middle(2).y, middle(3).y);
}

// All messages go over NVLink: PCIe switches and NICs have nothing to do within the node.
TEST(Topology, LeavesOutWhatNoMessagePasses) {
  const TopologyLayout one = lay_out(busy("dgx-h100", false)->trace(), large_picture, usual_letters);
  EXPECT_THAT(one.wiring.boxes_of(0, NodeType::nic), IsEmpty());
  const TopologyLayout two = lay_out(busy("2x dgx-h100", false)->trace(), large_picture, usual_letters);
  EXPECT_EQ(two.wiring.boxes_of(0, NodeType::nic).size(), 8u);
}

// Guards against a fixed bug: the leaf of a single node had no place, and its place was read nevertheless.
TEST(Topology, OneNodeMayHaveANetworkSwitch) {
  const ScenePointer scene = busy(COMMLAB_SOURCE_DIR "/tests/window/topology/one_leaf.toml", false);
  const TopologyLayout layout = lay_out(scene->trace(), large_picture, usual_letters);
  for (std::size_t i = 0; i < layout.places.size(); ++i)
    EXPECT_TRUE(layout.places[i].drawn() && is_within(layout.places[i].area, large_picture))
        << layout.wiring.boxes[i].name;
  const auto in_other_rows = [&](std::string_view upper, std::string_view lower) {
    const auto at = [&](std::string_view name) {
      const auto box = std::ranges::find(layout.wiring.boxes, name, &Box::name) - layout.wiring.boxes.begin();
      return layout.places[box].area.center().y;
    };
    return std::abs(at(upper) - at(lower)) > 1;
  };
  EXPECT_TRUE(in_other_rows("gpu0", "nic0"));
  EXPECT_TRUE(in_other_rows("nic0", "leaf0"));
}

TEST(Topology, IsTheSameEachTime) {
  const ScenePointer scene = busy("2x dgx-h100", false);
  const TopologyLayout a = lay_out(scene->trace(), large_picture, usual_letters),
                       b = lay_out(scene->trace(), large_picture, usual_letters);
  for (std::size_t i = 0; i < a.places.size(); ++i) EXPECT_EQ(a.places[i].area, b.places[i].area);
}

TEST(Topology, InNoRoomDrawsNothingAndDoesNotFall) {
  const ScenePointer scene = busy("2x dgx-h100", false);
  const Theme theme = *theme_named("dark");
  for (const Area& area : {Area{0, 0, 0, 0}, Area{0, 0, 30, 300}, Area{0, 0, 90, 90}}) {
    const View view = at(*scene, 0.5);
    SvgCanvas canvas(100, 100, theme.panel);
    draw_topology(canvas, area, shown(*scene, view, theme));
    EXPECT_THAT(std::move(canvas).finish(), Not(HasSubstr("nan")));
  }
}

// A measured run does not know its routes: its messages go straight across a circle of ranks.
TEST(Topology, OfUnknownRoutesIsACircle) {
  Outcome run = busy("ring:4,100GB/s,500ns", false)->run;
  run.run.trace->topology = {};
  run.run.trace->routes = {};
  for (Transfer& transfer : run.run.trace->transfers) transfer.route = -1;
  const Scene scene(std::move(run));
  const TopologyLayout layout = lay_out(scene.trace(), large_picture, usual_letters);
  EXPECT_EQ(layout.wiring.boxes.size(), 4u);
  const std::vector<MessagePath> paths = paths_of(layout, scene.trace(), scene.trace().transfers[0]);
  ASSERT_EQ(paths.size(), 1u);
  EXPECT_EQ(paths[0].pieces.size(), 1u);
}

TEST(Topology, IsFoundOnceForASceneAndAnArea) {
  const ScenePointer scene = busy("ring:4,100GB/s,500ns", false);
  TopologyState state;
  state.update(scene, large_picture, usual_letters, 1);
  EXPECT_EQ(state.layout().area, large_picture);
  const void* where = state.layout().places.data();
  state.update(scene, large_picture, usual_letters, 1);
  EXPECT_EQ(state.layout().places.data(), where);
  state.update(scene, small_picture, usual_letters, 1);
  EXPECT_EQ(state.layout().area, small_picture);
}

// Guards against a fixed bug: with the projector's letters in a small window, ranks of two digits had no
// names.
TEST(Topology, NamesAllRanksOfTwoNodes) {
  const Outcome run = played("all_reduce --machine \"2x dgx-h100\" --algorithm ring");
  const Theme theme = *theme_named("projector");
  const TopologyLayout layout = lay_out(run.trace(), {0, 0, 693, 585}, theme.small(), theme.line);
  for (Rank rank = 0; rank < 16; ++rank) EXPECT_EQ(layout.of_rank(rank).name, std::to_string(rank));
}

}  // namespace
}  // namespace commlab
