// The picture shows every way once, with every GPU, and says what it leaves out.
#include "gui/picture/channel_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

int count_of(std::string_view what, const std::string& text) {
  int count = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
  return count;
}

DumpedGraph graph_of(NcclAlgorithm algorithm, std::vector<NcclChannel> channels) {
  DumpedGraph graph;
  graph.algorithm = algorithm;
  graph.channels = std::move(channels);
  return graph;
}

std::string drawn(const DumpedGraph& graph) { return to_svg(std::array{TitledGraph{"the title", graph}}); }

TEST(ChannelPicture, DrawsEqualChannelsOnce) {
  const NcclChannel forth{.gpus = {0, 1, 2, 3}}, back{.gpus = {3, 2, 1, 0}};
  const std::string svg = drawn(graph_of(NcclAlgorithm::ring, {forth, back, forth, forth}));

  EXPECT_THAT(svg, HasSubstr(">the title<"));
  EXPECT_THAT(svg, HasSubstr(">channels 0, 2, 3<"));
  EXPECT_THAT(svg, HasSubstr(">channel 1<"));
  EXPECT_EQ(count_of("<circle", svg), 2 * 4);
  EXPECT_EQ(count_of("<line", svg), 2 * 4) << "the hop that closes a ring, too";
  EXPECT_EQ(count_of("<polygon", svg), 2 * 4) << "an arrow for each hop";
}

TEST(ChannelPicture, ATreeHasNoArrowsAndIsOpen) {
  const std::string svg = drawn(graph_of(NcclAlgorithm::tree, {{.gpus = {0, 1, 2, 3}}}));

  EXPECT_EQ(count_of("<line", svg), 3);
  EXPECT_EQ(count_of("<polygon", svg), 0);
}

TEST(ChannelPicture, ShowsTheNicsBetweenNodes) {
  const NcclChannel channel{.gpus = {0, 1}, .nic_in = 4, .nic_out = 5};
  const NcclChannel alone{.gpus = {0}, .nic_in = 6, .nic_out = 6};
  const std::string svg = drawn(graph_of(NcclAlgorithm::ring, {channel, alone}));

  EXPECT_THAT(svg, HasSubstr(">nic4<"));
  EXPECT_THAT(svg, HasSubstr(">nic5<"));
  EXPECT_EQ(count_of(">nic6<", svg), 1);
  EXPECT_EQ(count_of(">nic", drawn(graph_of(NcclAlgorithm::tree, {{.gpus = {0, 1}, .nic_in = 4}}))), 1);
  EXPECT_EQ(count_of("<polygon", svg), 1) << "between nodes, a ring does not close here";
}

TEST(ChannelPicture, TheHeadsOfNvlsShareACircle) {
  const std::string svg =
      drawn(graph_of(NcclAlgorithm::nvls, {{.gpus = {0}}, {.gpus = {1}}, {.gpus = {2}}, {.gpus = {7}}}));

  EXPECT_EQ(count_of("<circle", svg), 8);
  EXPECT_THAT(svg, HasSubstr(">heads of all channels<"));
}

TEST(ChannelPicture, SaysHowManyWaysItLeavesOut) {
  std::vector<NcclChannel> channels;
  for (int last = 1; last <= 20; ++last) channels.push_back({.gpus = {0, last}});
  const std::string svg = drawn(graph_of(NcclAlgorithm::tree, channels));

  EXPECT_THAT(svg, HasSubstr(">and 4 more ways<"));
  EXPECT_THAT(svg, Not(HasSubstr(">channel 16<")));
}

}  // namespace
}  // namespace commlab
