// The topology's picture: everything stands inside, apart and readable, on every machine we know; and what
// moves never hides a name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "gui/picture/svg_canvas.h"
#include "gui/window/hint.h"
#include "gui/window/topology_at.h"
#include "gui/window/topology_hint.h"
#include "gui/window/topology_picture.h"
#include "gui/window/topology_state.h"
#include "gui/window/topology_wires.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double letters = 13.6;  // of the dark theme
constexpr Area small = {10, 20, 560, 500};
constexpr Area large = {0, 0, 900, 700};

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

// All ranks talk to their neighbours, or where there are few, to everybody.
ScenePointer busy(const std::string& machine, bool everybody) {
  return shared_scene_of(fmt::format("{} --machine \"{}\" --size 16MiB --algorithm {}",
                                     everybody ? "all_to_all" : "all_reduce", machine,
                                     everybody ? "direct" : "ring"));
}

Area area_of_label(const TopologyLayout::Stand& stand, double size) {
  return {stand.label.x - stand.label_width / 2, stand.label.y - size / 2, stand.label_width, size};
}

std::vector<std::pair<std::string, Area>> labels_of(const TopologyLayout& layout) {
  std::vector<std::pair<std::string, Area>> labels;
  for (const TopologyLayout::Stand& stand : layout.stands)
    if (stand.drawn() && !stand.name.empty())
      labels.emplace_back(stand.name, area_of_label(stand, layout.letters));
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

Shown shown(const Scene& scene, const View& view, const Theme& theme) {
  return {.scene = scene, .ghost = nullptr, .measured = nullptr, .view = view, .theme = theme};
}

View at(const Scene& scene, double share) {
  return {.now = {static_cast<std::int64_t>(share * static_cast<double>(scene.trace().finish.ps))}};
}

class TopologyOf : public testing::TestWithParam<std::string> {};

TEST_P(TopologyOf, StandsInsideAndApart) {
  const ScenePointer scene = busy(GetParam(), false);
  for (const Area& area : {small, large}) {
    const TopologyLayout layout = lay_out(scene->trace(), area, letters);
    ASSERT_TRUE(layout.has_room());
    for (std::size_t i = 0; i < layout.stands.size(); ++i) {
      if (!layout.stands[i].drawn()) continue;
      EXPECT_TRUE(is_within(layout.stands[i].area, area)) << layout.wiring.boxes[i].name;
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_FALSE(layout.stands[j].drawn() && layout.stands[i].area.overlaps(layout.stands[j].area))
            << layout.wiring.boxes[i].name << " on " << layout.wiring.boxes[j].name;
    }
    for (const Polyline& wire : layout.wires)
      for (const PicturePoint p : wire) EXPECT_TRUE(area.has(p));
  }
}

TEST_P(TopologyOf, NoTwoLabelsOverlap) {
  const ScenePointer scene = busy(GetParam(), false);
  for (const Area& area : {small, large})
    for (const double size : {letters, 24.0}) {
      const TopologyLayout layout = lay_out(scene->trace(), area, size, size / letters);
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
  if (scene->trace().topology.gpus > 16) GTEST_SKIP() << "too many for names";
  for (const Area& area : {small, large}) {
    const TopologyLayout layout = lay_out(scene->trace(), area, letters);
    for (Rank rank = 0; rank < scene->trace().collective.ranks; ++rank)
      EXPECT_THAT(layout.of_rank(rank).name, testing::EndsWith(std::to_string(rank)));
  }
}

TEST_P(TopologyOf, NothingThatMovesHidesAName) {
  const Theme theme = *theme_named("dark");
  for (const bool everybody : {false, true}) {
    const ScenePointer scene = busy(GetParam(), everybody);
    const TopologyIndex index = index_topology(scene->run);
    for (const Area& area : {small, large}) {
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
  const TopologyLayout layout = lay_out(scene->trace(), large, letters);
  const auto middle = [&](Rank rank) { return layout.of_rank(rank).area.center(); };
  EXPECT_LT(middle(0).y, middle(1).y);
  EXPECT_NEAR(middle(0).x, middle(2).x, 0.01);
  EXPECT_GT(middle(1).x, middle(0).x);
  EXPECT_LT(middle(3).x, middle(0).x);
}

TEST(Topology, AMeshIsALattice) {
  const ScenePointer scene = busy("mesh:2x3,100GB/s,500ns", false);
  const TopologyLayout layout = lay_out(scene->trace(), large, letters);
  const auto middle = [&](Rank rank) { return layout.of_rank(rank).area.center(); };
  EXPECT_DOUBLE_EQ(middle(0).y, middle(2).y);
  EXPECT_DOUBLE_EQ(middle(0).x, middle(3).x);
  EXPECT_LT(middle(2).y, middle(3).y);
}

// NVLink reaches every GPU: neither PCIe switches nor NICs have anything to do within the node.
TEST(Topology, LeavesOutWhatNoMessagePasses) {
  const TopologyLayout one = lay_out(busy("dgx-h100", false)->trace(), large, letters);
  EXPECT_THAT(one.wiring.boxes_of(0, NodeType::nic), IsEmpty());
  const TopologyLayout two = lay_out(busy("2x dgx-h100", false)->trace(), large, letters);
  EXPECT_EQ(two.wiring.boxes_of(0, NodeType::nic).size(), 8u);
}

TEST(Topology, IsTheSameEachTime) {
  const ScenePointer scene = busy("2x dgx-h100", false);
  const TopologyLayout a = lay_out(scene->trace(), large, letters),
                       b = lay_out(scene->trace(), large, letters);
  for (std::size_t i = 0; i < a.stands.size(); ++i) EXPECT_EQ(a.stands[i].area, b.stands[i].area);
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

// A measured run says nothing of routes: messages go straight.
TEST(Topology, OfUnknownRoutesIsACircle) {
  Played run = busy("ring:4,100GB/s,500ns", false)->run;
  run.trace.topology = {};
  run.trace.routes = {};
  for (Transfer& transfer : run.trace.transfers) transfer.route = -1;
  const Scene scene(std::move(run));
  const TopologyLayout layout = lay_out(scene.trace(), large, letters);
  EXPECT_EQ(layout.wiring.boxes.size(), 4u);
  const std::vector<TopologyWay> ways = ways_of(layout, scene.trace(), scene.trace().transfers[0]);
  ASSERT_EQ(ways.size(), 1u);
  EXPECT_EQ(ways[0].pieces.size(), 1u);
}

// ---- What moves ----

struct Watched {
  ScenePointer scene;
  Theme theme = *theme_named("dark");
  View view{};
  TopologyLayout layout;
  TopologyIndex index;

  explicit Watched(std::string_view line)
      : scene(shared_scene_of(line)),
        layout(lay_out(scene->trace(), large, letters)),
        index(index_topology(scene->run)) {}
  Shown now(Time t) {
    view.now = t;
    return shown(*scene, view, theme);
  }
  TopologyMarks marks(Time t) { return marks_of(layout, index, now(t)); }
  const Transfer& first() const { return scene->trace().transfers[0]; }
};

// The first byte comes after the latency, the last one leaves when all the others have.
TEST(Topology, AMessageIsLitFromItsLastByteToItsFirst) {
  Watched watched("p2p --machine ring:4,1GB/s,10us --size 10KB --algorithm direct");
  const Transfer& message = watched.first();
  ASSERT_EQ(message.head - message.start, microseconds(10));
  ASSERT_EQ(message.sent - message.start, microseconds(10));
  const std::vector<TopologyWay> ways = ways_of(watched.layout, watched.scene->trace(), message);
  const auto lit = [&](Time after) {
    double length = 0;
    for (const auto& strand : watched.marks(message.start + after).strands)
      length += length_of(strand.points);
    return length / ways[0].length;
  };
  EXPECT_NEAR(lit(microseconds(2)), 0.2, 0.01);
  EXPECT_NEAR(lit(microseconds(10)), 1, 0.01);
  EXPECT_NEAR(lit(microseconds(15)), 0.5, 0.01);
}

TEST(Topology, AMarkGoesFromPortToPort) {
  Watched watched("p2p --machine ring:4,1GB/s,10us --size 10KB --algorithm direct");
  const Transfer& message = watched.first();
  const auto middle = [&](Time t) { return watched.marks(t).tokens.at(0).area.center(); };
  const PicturePoint from = watched.layout.of_rank(0).area.center(),
                     to = watched.layout.of_rank(1).area.center();
  const double clear = watched.layout.radius + watched.layout.token / 2;
  EXPECT_NEAR(distance(from, middle(message.start)), clear, 1.6);
  EXPECT_NEAR(distance(to, middle(message.end - Time{1})), clear, 1.6);
  EXPECT_NEAR(distance(from, middle(message.start + microseconds(10))), distance(from, to) / 2, 1.6);
}

TEST(Topology, OneMessageFillsALinkAndTwoShareIt) {
  Watched alone("p2p --machine ring:4,1GB/s,0 --size 10KB --algorithm direct");
  const Transfer& message = alone.first();
  const LinkId link = alone.scene->trace().routes[message.route][0];
  const TopologyMarks marks = alone.marks(message.start + microseconds(5));
  EXPECT_EQ(marks.on(link).messages, 1);
  EXPECT_NEAR(marks.on(link).load, 1, 0.001);

  // Ranks 0 and 1 hang on one PCIe switch: what both send to others leaves it on one link.
  Watched shared("all_to_all --machine a100-pcie --size 64MiB --algorithm direct");
  const TopologyMarks many = shared.marks(shared.first().start + microseconds(20));
  int most = 0;
  for (const TopologyMarks::Traffic& traffic : many.traffic) {
    most = std::max(most, traffic.messages);
    EXPECT_LE(traffic.load, 1);
  }
  EXPECT_GT(most, 1);
}

TEST(Topology, WhatIsReadyAndHasNotStartedWaits) {
  Watched watched("all_reduce --machine dgx-h100 --size 1MiB --algorithm ring");
  const Trace& trace = watched.scene->trace();
  for (const double share : {0.1, 0.4, 0.7, 1.0}) {
    const Time t = at(*watched.scene, share).now;
    std::vector<std::int32_t> waiting;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(trace.transfers.size()); ++i)
      if (trace.transfers[i].ready <= t && t < trace.transfers[i].start) waiting.push_back(i);
    EXPECT_EQ(waiting_at(watched.index, trace, t), waiting);
  }
}

TEST(Topology, AStoreToAGroupReachesAllItsMembers) {
  Watched watched("all_reduce --machine switch:8,450GB/s,350ns,multicast --size 1MiB --algorithm nvls");
  const Trace& trace = watched.scene->trace();
  const auto store = std::ranges::find_if(
      trace.transfers, [](const Transfer& t) { return t.group != no_group && !t.reduces; });
  ASSERT_NE(store, trace.transfers.end());
  EXPECT_EQ(ways_of(watched.layout, trace, *store).size(), 8u);
}

TEST(Topology, ReducesAreToldFromCopies) {
  Watched watched("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring");
  for (const TopologyMarks::Token& token : watched.marks(watched.first().start).tokens)
    EXPECT_TRUE(token.reduces);
  for (const TopologyMarks::Token& token : watched.marks(watched.scene->trace().finish).tokens)
    EXPECT_FALSE(token.reduces);
}

// Eight GPUs, six rings at once: 48 messages on 16 wires.
TEST(Topology, OfManyMessagesInASmallPictureEachWireHasOneBadge) {
  const ScenePointer scene = shared_scene_of("all_to_all --machine hcm8 --size 16MiB --algorithm direct");
  const Theme theme = *theme_named("projector");
  const TopologyLayout layout = lay_out(scene->trace(), {0, 0, 690, 370}, theme.small(), theme.line);
  const View view = at(*scene, 0.2);
  const TopologyMarks marks = marks_of(layout, index_topology(scene->run), shown(*scene, view, theme));
  ASSERT_GT(marks.under_way, 12);
  std::map<int, int> badges;
  for (const TopologyMarks::Token& token : marks.tokens) ++badges[layout.wiring.wire_of[token.link]];
  for (const auto& [wire, count] : badges) EXPECT_EQ(count, 1) << wire;
  for (const TopologyMarks::Strand& strand : marks.strands) EXPECT_LE(strand.width, 0.7 * layout.radius);
}

// ---- What is under the pointer ----

TEST(Topology, FindsRanksChunksLinksAndMessages) {
  Watched watched("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring");
  const Time t = watched.first().start;
  const TopologyMarks marks = watched.marks(t);
  const auto under = [&](PicturePoint p) { return topology_at(watched.layout, marks, watched.now(t), p); };

  const PicturePoint middle = watched.layout.of_rank(2).area.center();
  EXPECT_EQ(under(middle), Selection{.rank = 2});
  const double ring = (watched.layout.hole + watched.layout.radius) / 2;
  EXPECT_EQ(under({middle.x + ring * 0.7, middle.y - ring * 0.7}), (Selection{.rank = 2, .block = 0}));
  EXPECT_EQ(under({middle.x - ring * 0.7, middle.y - ring * 0.7}), (Selection{.rank = 2, .block = 3}));

  EXPECT_EQ(under(marks.tokens[0].area.center()), Selection{.transfer = marks.tokens[0].transfer});
  EXPECT_EQ(under(large.center()), Selection{});

  const Polyline& wire = watched.layout.wires[0];
  const Selection link = under(point_at(wire, 0.6 * length_of(wire)).at);
  ASSERT_TRUE(link.link.has_value());
  EXPECT_EQ(watched.layout.wiring.wire_of[*link.link], 0);
  EXPECT_GT(marks.messages_on(*link.link), 0) << "of the two directions, the one that is used";
}

TEST(Topology, UnderAMessageIsTheLinkItIsOn) {
  Watched watched("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring");
  const Time t = watched.first().start;
  const TopologyMarks marks = watched.marks(t);
  const auto link = [&](PicturePoint p) { return link_at(watched.layout, marks, watched.now(t), p); };
  for (const TopologyMarks::Token& token : marks.tokens) {
    const Transfer& transfer = watched.scene->trace().transfers[token.transfer];
    EXPECT_EQ(link(token.area.center()), watched.scene->trace().routes[transfer.route][0]);
  }
  EXPECT_TRUE(link(point_at(watched.layout.wires[0], 0.6 * length_of(watched.layout.wires[0])).at));
  EXPECT_EQ(link(watched.layout.of_rank(2).area.center()), std::nullopt);
  EXPECT_EQ(link(large.center()), std::nullopt);
}

TEST(Topology, SaysWhatALinkIsAndWhoUsesIt) {
  Watched watched("p2p --machine ring:4,1GB/s,10us --size 10KB --algorithm direct --slow gpu0-gpu1:4x");
  const Transfer& message = watched.first();
  const LinkId link = watched.scene->trace().routes[message.route][0];
  const Time t = message.start + microseconds(20);
  EXPECT_THAT(topology_hint(watched.index, watched.marks(t), watched.now(t), {.link = link}),
              ElementsAre("gpu0 -> gpu1", "nvlink, 250MB/s, 10us", "4x slower than the machine's",
                          "one message uses 100 %"));
  const Time end = watched.scene->trace().finish;
  EXPECT_THAT(topology_hint(watched.index, watched.marks(end), watched.now(end), {.link = link}),
              testing::Contains("nothing on it now"));
  EXPECT_THAT(topology_hint(watched.index, watched.marks(t), watched.now(t), {.transfer = 0}),
              ElementsAre("rank 0 -> rank 1", "10 KB, copies, 0.25 GB/s on average", "40 % of its time is over"));
}

// Of a reduction the root alone is told when it is done; of a message, who receives it.
TEST(Topology, WhomNothingIsPromisedIsNeverComplete) {
  const Watched reduction("reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm chain");
  EXPECT_EQ(reduction.index.promised, (std::vector<bool>{true, false, false, false}));
  const Watched message("p2p --machine ring:4,1GB/s,10us --size 10KB --algorithm direct");
  EXPECT_EQ(message.index.promised, (std::vector<bool>{false, true, false, false}));
  const Watched everybody("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring");
  EXPECT_EQ(everybody.index.promised, (std::vector<bool>{true, true, true, true}));
}

TEST(Topology, ACutLinkIsCrossedOutAndASlowOneSaysSo) {
  Watched watched(
      "all_reduce --machine hcm8 --size 1MiB --algorithm ring --cut gpu0-gpu5 --slow gpu1-gpu4:4x");
  ASSERT_EQ(watched.index.cuts.size(), 1u);
  EXPECT_EQ(watched.index.cuts[0], (std::pair<NodeId, NodeId>{0, 5}));
  SvgCanvas canvas(900, 700, watched.theme.panel);
  draw_topology(canvas, large, watched.now({}));
  EXPECT_THAT(std::move(canvas).finish(), HasSubstr("4x slower"));
}

TEST(Topology, TheTagOfASlowLinkHidesNothing) {
  for (const Area& area : {small, large})
    for (const char* line : {"all_reduce --machine hcm8 --size 1MiB --algorithm ring --slow gpu1-gpu4:4x",
                             "all_reduce --machine ring:8,1GB/s,10us --size 1MiB --algorithm ring --slow "
                             "gpu0-gpu1:4x --late gpu2-gpu3:10us"}) {
      Watched watched(line);
      RecordedCanvas canvas;
      draw_topology(canvas, area, watched.now({}));
      EXPECT_EQ(canvas.overlapping_texts(), "") << line;
      const TopologyLayout layout =
          lay_out(watched.scene->trace(), area, watched.theme.small(), watched.theme.line);
      for (const RecordedCanvas::Text& text : canvas.texts) {
        if (!text.words.ends_with("slower") && !text.words.ends_with("later")) continue;
        for (const TopologyLayout::Stand& stand : layout.stands)
          EXPECT_FALSE(stand.area.overlaps(text.area)) << text.words << " on " << stand.name;
      }
    }
}

TEST(Topology, IsFoundOnceForASceneAndAnArea) {
  const ScenePointer scene = busy("ring:4,100GB/s,500ns", false);
  TopologyState state;
  state.update(scene, large, letters, 1);
  EXPECT_EQ(state.layout().area, large);
  const void* where = state.layout().stands.data();
  state.update(scene, large, letters, 1);
  EXPECT_EQ(state.layout().stands.data(), where);
  state.update(scene, small, letters, 1);
  EXPECT_EQ(state.layout().area, small);
}

TEST(Topology, FourNvlinksAreWiderThanTwoAndTheseThanPcie) {
  const double pcie = idle_width({.type = LinkType::pcie, .lanes = 16});
  const double one = idle_width({.type = LinkType::nvlink, .lanes = 1});
  const double two = idle_width({.type = LinkType::nvlink, .lanes = 2});
  const double four = idle_width({.type = LinkType::nvlink, .lanes = 4});
  EXPECT_GE(one, 1.3 * pcie);
  EXPECT_GE(two, 1.5 * one);
  EXPECT_GE(four, 1.6 * two);
  EXPECT_LE(idle_width({.type = LinkType::nvlink, .lanes = 18}), 7);
}

TEST(Topology, TheLegendSpeaksOfWhatOccursInTheRun) {
  const auto legend = [](const char* line) {
    Watched watched(line);
    RecordedCanvas canvas;
    draw_topology(canvas, large, watched.now({}));
    std::string legend;  // all words in the last line
    for (const auto& text : canvas.texts)
      if (text.area.y == canvas.texts.back().area.y) legend += text.words + ";";
    return legend;
  };
  EXPECT_THAT(legend("broadcast --machine ring:4,100GB/s,500ns --size 1MiB --algorithm chain"),
              testing::StartsWith("copies;"));
  EXPECT_THAT(legend("reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm chain"),
              testing::AllOf(testing::StartsWith("adds;"), Not(HasSubstr("copies"))));
  EXPECT_THAT(legend("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring"),
              testing::StartsWith("adds;copies;"));
}

// It lay over the GPU or the message that it spoke of.
TEST(Topology, AHintLeavesWhatItIsAboutToBeSeen) {
  const Theme theme = *theme_named("projector");
  for (const Area& thing : {Area{10, 10, 70, 70}, Area{300, 200, 40, 40}, Area{500, 5, 90, 90},
                            Area{560, 360, 36, 36}, Area{0, 180, 30, 30}}) {
    RecordedCanvas canvas;
    draw_hint_about(canvas, theme, {0, 0, 600, 400}, thing, {"rank 3 on gpu3", "2 of 8 chunks complete"});
    ASSERT_EQ(canvas.fills.size(), 1u);
    const Area hint = canvas.fills[0];
    EXPECT_FALSE(hint.overlaps(thing)) << thing.x << " " << thing.y;
    EXPECT_TRUE(hint.x >= 0 && hint.right() <= 600 && hint.y >= 0 && hint.bottom() <= 400) << thing.x;
  }
}

// The projector's letters and a small window: of sixteen ranks, those with two figures had no names.
TEST(Topology, NamesAllRanksOfTwoNodes) {
  const Played run = played("all_reduce --machine \"2x dgx-h100\" --algorithm ring");
  const Theme theme = *theme_named("projector");
  const TopologyLayout layout = lay_out(run.trace, {0, 0, 693, 585}, theme.small(), theme.line);
  for (Rank rank = 0; rank < 16; ++rank) EXPECT_EQ(layout.of_rank(rank).name, std::to_string(rank));
}

// ---- Large machines ----

TEST(Topology, WritesNothingSmallerThanTheSmallestText) {
  for (const char* line :
       {"all_reduce --machine hcm8 --size 16MiB --algorithm ring",
        "all_reduce --machine \"2x dgx-h100\" --size 16MiB --algorithm ring",
        "all_to_all --machine \"2x dgx-h100\" --size 16MiB --algorithm direct",
        "all_reduce --machine ring:64,100GB/s,500ns --size 16MiB --algorithm ring",
        "all_to_all --machine \"8x dgx-h100\" --size 16MiB --algorithm direct",
        "all_to_all --machine switch:64,450GB/s,350ns --size 16MiB --algorithm direct",
        "all_reduce --machine mesh:16x16,100GB/s,500ns --size 16MiB --algorithm ring",
        "all_reduce --machine \"128x dgx-h100\" --size 16MiB --algorithm hierarchical",
        "all_reduce --machine ring:1024,100GB/s,500ns --size 16MiB --algorithm double-tree"})
    for (const char* name : {"dark", "projector"}) {
      const ScenePointer scene = shared_scene_of(line);
      const Theme theme = *theme_named(name);
      for (const double share : {0.2, 0.5, 0.8}) {
        const View view = at(*scene, share);
        RecordedCanvas canvas;
        draw_topology(canvas, large, shown(*scene, view, theme));
        for (const RecordedCanvas::Text& text : canvas.texts)
          EXPECT_GE(text.size, theme.small()) << line << ": " << text.words;
      }
    }
}

TEST(Topology, ShowsFlowsBetweenTheNodesOfALargeCluster) {
  Watched watched("all_reduce --machine \"16x dgx-h100\" --size 1GiB --algorithm ring");
  ASSERT_EQ(watched.layout.tiles.size(), 16u);
  const TopologyMarks marks = watched.marks(at(*watched.scene, 0.5).now);
  ASSERT_FALSE(marks.flows.empty());
  for (const TopologyMarks::Flow& flow : marks.flows) EXPECT_EQ(flow.to, (flow.from + 1) % 16);
}

TEST(Topology, OfManyRanksMessagesOfTheSelectedOneAreDrawn) {
  Watched watched("all_reduce --machine ring:128,100GB/s,500ns --size 16MiB --algorithm ring");
  const Time t = at(*watched.scene, 0.5).now;
  EXPECT_THAT(watched.marks(t).tokens, IsEmpty());
  watched.view.selected.rank = 7;
  const TopologyMarks marks = watched.marks(t);
  ASSERT_FALSE(marks.tokens.empty());
  for (const TopologyMarks::Token& token : marks.tokens) {
    const Transfer& transfer = watched.scene->trace().transfers[token.transfer];
    EXPECT_TRUE(transfer.from == 7 || transfer.to == 7);
  }
}

}  // namespace
}  // namespace commlab
