// What moves in a machine's picture: messages on their way, what waits for a link, flows between nodes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/base/index.h"
#include "gui/window/topology/marker.h"
#include "gui/window/topology/message_paths.h"
#include "gui/window/topology/placer/placer.h"
#include "tests/window/topology/watched_topology.h"

namespace commlab {
namespace {

using testing::IsEmpty;

// The first byte arrives after the latency; the last byte leaves when all others have left.
TEST(Topology, AMessageIsLitFromItsLastByteToItsFirst) {
  WatchedTopology watched("p2p --machine ring:4,1GB/s,10us --size 10KB --algorithm direct");
  const Transfer& message = watched.first();
  ASSERT_EQ(message.head - message.start, microseconds(10));
  ASSERT_EQ(message.sent - message.start, microseconds(10));
  const std::vector<MessagePath> paths = paths_of(watched.layout, watched.scene->trace(), message);
  const auto lit = [&](Time after) {
    double length = 0;
    for (const auto& strand : watched.marks(message.start + after).strands)
      length += length_of(strand.points);
    return length / paths[0].length;
  };
  EXPECT_NEAR(lit(microseconds(2)), 0.2, 0.01);
  EXPECT_NEAR(lit(microseconds(10)), 1, 0.01);
  EXPECT_NEAR(lit(microseconds(15)), 0.5, 0.01);
}

TEST(Topology, AMarkGoesFromPortToPort) {
  WatchedTopology watched("p2p --machine ring:4,1GB/s,10us --size 10KB --algorithm direct", false);
  const Transfer& message = watched.first();
  const auto middle = [&](Time t) { return watched.marks(t).tokens.at(0).area.center(); };
  const PicturePoint from = watched.layout.of_rank(0).area.center(),
                     to = watched.layout.of_rank(1).area.center();
  const double clear = watched.layout.radius + watched.layout.token / 2;
  EXPECT_NEAR(distance(from, middle(message.start)), clear, 1.6);
  EXPECT_NEAR(distance(to, middle(message.end - Time{1})), clear, 1.6);
  EXPECT_NEAR(distance(from, middle(message.start + microseconds(10))), distance(from, to) / 2, 1.6);
}

// Guards against a fixed bug: on a projector, piles grew as wide as their counts and covered one another.
TEST(Topology, CountsOfPilesDoNotCoverPilesOnOtherLinks) {
  const ScenePointer scene =
      shared_scene_of("all_reduce --machine \"2x dgx-h100\" --algorithm nvls-tree --size 1GiB");
  int piles = 0;
  for (const double letters : {usual_letters, 24.0}) {
    const TopologyLayout layout = lay_out(scene->trace(), small_picture, letters);
    const TopologyIndex index = index_topology(scene->run);
    const Theme theme = *theme_named("projector");
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      const View view = at(*scene, share);
      const TopologyMarks marks = marks_of(layout, index, shown(*scene, view, theme));
      for (const TopologyMarks::Token& pile : marks.tokens) {
        piles += pile.messages > 1;
        for (const TopologyMarks::Token& other : marks.tokens)
          if (other.link != pile.link && pile.messages > 1 && other.messages > 1 && !pile.words.empty()) {
            EXPECT_FALSE(pile.area.overlaps(other.area)) << pile.words << " and " << other.words;
          }
      }
    }
  }
  EXPECT_GT(piles, 0) << "there are piles to be looked at";
}

TEST(Topology, OneMessageFillsALinkAndTwoShareIt) {
  WatchedTopology alone("p2p --machine ring:4,1GB/s,0 --size 10KB --algorithm direct");
  const Transfer& message = alone.first();
  const LinkId link = alone.scene->trace().routes[message.route][0];
  const TopologyMarks marks = alone.marks(message.start + microseconds(5));
  EXPECT_EQ(marks.on(link).messages, 1);
  EXPECT_NEAR(marks.on(link).load, 1, 0.001);

  // Ranks 0 and 1 are below one PCIe switch: their messages to the others leave it on one link.
  WatchedTopology shared("all_to_all --machine a100-pcie --size 64MiB --algorithm direct");
  const TopologyMarks many = shared.marks(shared.first().start + microseconds(20));
  int most = 0;
  for (const TopologyMarks::Traffic& traffic : many.traffic) {
    most = std::max(most, traffic.messages);
    EXPECT_LE(traffic.load, 1);
  }
  EXPECT_GT(most, 1);
}

TEST(Topology, WhatIsReadyAndHasNotStartedWaits) {
  WatchedTopology watched("all_reduce --machine dgx-h100 --size 1MiB --algorithm ring");
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
  WatchedTopology watched(
      "all_reduce --machine switch:8,450GB/s,350ns,multicast --size 1MiB --algorithm nvls");
  const Trace& trace = watched.scene->trace();
  const auto store = std::ranges::find_if(
      trace.transfers, [](const Transfer& t) { return t.group != no_group && !t.reduces; });
  ASSERT_NE(store, trace.transfers.end());
  EXPECT_EQ(paths_of(watched.layout, trace, *store).size(), 8u);
}

// From each other node to the one that stands for the switches, and back, over the network's switch.
TEST(Topology, ASumInTheNetworkGoesTheWholeWay) {
  WatchedTopology watched(
      "all_reduce --machine \"3x switch:2,450GB/s,350ns,multicast,100G,sharp\" --size 1MiB --algorithm "
      "nvls-sharp");
  const Trace& trace = watched.scene->trace();
  for (const bool loads : {true, false}) {
    const auto move = std::ranges::find_if(trace.transfers, [&](const Transfer& t) {
      return t.group != no_group && t.reduces == loads && trace.groups[index(t.group)].size() == 3;
    });
    ASSERT_NE(move, trace.transfers.end());
    const std::vector<MessagePath> paths = paths_of(watched.layout, trace, *move);
    ASSERT_EQ(paths.size(), 2u);
    for (const MessagePath& path : paths) {
      const Link& first = trace.topology.links[index(path.pieces.front().link)];
      const Link& last = trace.topology.links[index(path.pieces.back().link)];
      EXPECT_LT(first.from, trace.topology.gpus);
      EXPECT_LT(last.to, trace.topology.gpus);
      EXPECT_EQ(loads ? last.to : first.from, move->from);
    }
  }
}

TEST(Topology, ReducesAreToldFromCopies) {
  WatchedTopology watched("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring");
  for (const TopologyMarks::Token& token : watched.marks(watched.first().start).tokens)
    EXPECT_TRUE(token.reduces);
  for (const TopologyMarks::Token& token : watched.marks(watched.scene->trace().finish).tokens)
    EXPECT_FALSE(token.reduces);
}

// Eight GPUs, and more messages at once than wires.
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

TEST(Topology, ShowsFlowsBetweenTheNodesOfALargeCluster) {
  WatchedTopology watched("all_reduce --machine \"16x dgx-h100\" --size 1GiB --algorithm ring");
  ASSERT_EQ(watched.layout.tiles.size(), 16u);
  const TopologyMarks marks = watched.marks(at(*watched.scene, 0.5).now);
  ASSERT_FALSE(marks.flows.empty());
  for (const TopologyMarks::Flow& flow : marks.flows) EXPECT_EQ(flow.to, (flow.from + 1) % 16);
}

TEST(Topology, OfManyRanksMessagesOfTheSelectedOneAreDrawn) {
  WatchedTopology watched("all_reduce --machine ring:128,100GB/s,500ns --size 16MiB --algorithm ring");
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
