// What a machine's picture says: under the pointer, on its links, in its legend and its hints.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/picture/svg_canvas.h"
#include "gui/window/draw/hint.h"
#include "gui/window/topology/hint.h"
#include "gui/window/topology/placer/placer.h"
#include "gui/window/topology/under_point.h"
#include "gui/window/topology/wires.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/topology/watched_topology.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(Topology, FindsRanksAndChunksOfDiscs) {
  WatchedTopology watched("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring", false);
  const TopologyMarks marks = watched.marks(Time{});
  const auto under = [&](PicturePoint p) {
    return topology_at(watched.layout, marks, watched.now(Time{}), p);
  };
  const PicturePoint middle = watched.layout.of_rank(2).area.center();
  EXPECT_EQ(under(middle), Selection{.rank = 2});
  const double ring = (watched.layout.hole + watched.layout.radius) / 2;
  EXPECT_EQ(under({middle.x + ring * 0.7, middle.y - ring * 0.7}), (Selection{.rank = 2, .block = 0}));
  EXPECT_EQ(under({middle.x - ring * 0.7, middle.y - ring * 0.7}), (Selection{.rank = 2, .block = 3}));
}

TEST(Topology, FindsRanksChunksLinksAndMessages) {
  WatchedTopology watched("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring");
  const Time t = watched.first().start;
  const TopologyMarks marks = watched.marks(t);
  const auto under = [&](PicturePoint p) { return topology_at(watched.layout, marks, watched.now(t), p); };

  EXPECT_EQ(under(watched.layout.of_rank(2).label), Selection{.rank = 2});
  for (int chunk = 0; chunk < 4; ++chunk)
    EXPECT_EQ(under(watched.layout.cell(2, chunk).center()), (Selection{.rank = 2, .block = chunk}));

  EXPECT_EQ(under(marks.tokens[0].area.center()), Selection{.transfer = marks.tokens[0].transfer});
  EXPECT_EQ(under(large_picture.center()), Selection{});

  const Polyline& wire = watched.layout.wires[0];
  const Selection link = under(point_at(wire, 0.6 * length_of(wire)).at);
  ASSERT_TRUE(link.link.has_value());
  EXPECT_EQ(watched.layout.wiring.wire_of[*link.link], 0);
  EXPECT_GT(marks.messages_on(*link.link), 0) << "the direction that is used";
}

TEST(Topology, UnderAMessageIsTheLinkItIsOn) {
  WatchedTopology watched("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring");
  const Time t = watched.first().start;
  const TopologyMarks marks = watched.marks(t);
  const auto link = [&](PicturePoint p) { return link_at(watched.layout, marks, watched.now(t), p); };
  for (const TopologyMarks::Token& token : marks.tokens) {
    const Transfer& transfer = watched.scene->trace().transfers[token.transfer];
    EXPECT_EQ(link(token.area.center()), watched.scene->trace().routes[transfer.route][0]);
  }
  EXPECT_TRUE(link(point_at(watched.layout.wires[0], 0.6 * length_of(watched.layout.wires[0])).at));
  EXPECT_EQ(link(watched.layout.of_rank(2).area.center()), std::nullopt);
  EXPECT_EQ(link(large_picture.center()), std::nullopt);
}

TEST(Topology, SaysWhatALinkIsAndWhoUsesIt) {
  WatchedTopology watched(
      "p2p --machine ring:4,1GB/s,10us --size 10KB --algorithm direct --slow gpu0-gpu1:4x");
  const Transfer& message = watched.first();
  const LinkId link = watched.scene->trace().routes[message.route][0];
  const Time t = message.start + microseconds(20);
  EXPECT_THAT(topology_hint(watched.index, watched.marks(t), watched.now(t), {.link = link}),
              ElementsAre("gpu0 -> gpu1", "nvlink, 250MB/s, 10us", "4x slower than the machine's",
                          "one message uses 100 %"));
  const Time end = watched.scene->trace().finish;
  EXPECT_THAT(topology_hint(watched.index, watched.marks(end), watched.now(end), {.link = link}),
              testing::Contains("nothing on it now"));
  EXPECT_THAT(
      topology_hint(watched.index, watched.marks(t), watched.now(t), {.transfer = 0}),
      ElementsAre("GPU 0 -> GPU 1", "10 KB, copies, 0.25 GB/s on average", "40 % of its time is over"));
}

// Only the root of a reduction, and only the receiver of a copy, is promised anything; the others are never
// shown as complete.
TEST(Topology, WhomNothingIsPromisedIsNeverComplete) {
  const WatchedTopology reduction("reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm chain");
  EXPECT_EQ(reduction.index.promised, (std::vector<bool>{true, false, false, false}));
  const WatchedTopology message("p2p --machine ring:4,1GB/s,10us --size 10KB --algorithm direct");
  EXPECT_EQ(message.index.promised, (std::vector<bool>{false, true, false, false}));
  const WatchedTopology everybody("all_reduce --machine ring:4,100GB/s,500ns --size 1MiB --algorithm ring");
  EXPECT_EQ(everybody.index.promised, (std::vector<bool>{true, true, true, true}));
}

TEST(Topology, ACutLinkIsCrossedOutAndASlowOneSaysSo) {
  WatchedTopology watched(
      "all_reduce --machine hcm8 --size 1MiB --algorithm ring --cut gpu0-gpu5 --slow gpu1-gpu4:4x");
  ASSERT_EQ(watched.index.cuts.size(), 1u);
  EXPECT_EQ(watched.index.cuts[0], (std::pair<NodeId, NodeId>{0, 5}));
  SvgCanvas canvas(900, 700, watched.theme.panel);
  draw_topology(canvas, large_picture, watched.now({}));
  EXPECT_THAT(std::move(canvas).finish(), HasSubstr("4x slower"));
}

TEST(Topology, TheTagOfASlowLinkHidesNothing) {
  for (const Area& area : {small_picture, large_picture})
    for (const char* line : {"all_reduce --machine hcm8 --size 1MiB --algorithm ring --slow gpu1-gpu4:4x",
                             "all_reduce --machine ring:8,1GB/s,10us --size 1MiB --algorithm ring --slow "
                             "gpu0-gpu1:4x --late gpu2-gpu3:10us"}) {
      WatchedTopology watched(line);
      RecordedCanvas canvas;
      draw_topology(canvas, area, watched.now({}));
      EXPECT_EQ(canvas.overlapping_texts(), "") << line;
      const TopologyLayout layout =
          lay_out(watched.scene->trace(), area, watched.theme.small(), watched.theme.line);
      for (const RecordedCanvas::Text& text : canvas.texts) {
        if (!text.words.ends_with("slower") && !text.words.ends_with("later")) continue;
        for (const TopologyLayout::BoxPlace& placed : layout.places)
          EXPECT_FALSE(placed.area.overlaps(text.area)) << text.words << " on " << placed.name;
      }
    }
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
    WatchedTopology watched(line);
    RecordedCanvas canvas;
    draw_topology(canvas, large_picture, watched.now({}));
    std::string legend;  // all words of the last line
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

// Guards against a fixed bug: the hint covered the GPU or the message that it described.
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
        draw_topology(canvas, large_picture, shown(*scene, view, theme));
        for (const RecordedCanvas::Text& text : canvas.texts)
          EXPECT_GE(text.size, theme.small()) << line << ": " << text.words;
      }
    }
}

}  // namespace
}  // namespace commlab
