// What NCCL_GRAPH_DUMP_FILE writes: what is read, and how each mistake is answered.
#include "core/published/nccl_graph_dump.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::HasSubstr;

const std::string graphs_of_two_nodes = R"(<graphs version="1">
  <graph id="0" pattern="4" crossnic="2" nchannels="2" speedintra="48" speedinter="24" latencyinter="0" typeintra="NVL" typeinter="PIX" samechannels="0">
    <channel><net dev="0x0"/><gpu dev="0x0"/><gpu dev="0x1"/><net dev="0x1"/></channel>
    <channel><net dev="1"/><gpu dev="1"/><gpu dev="0"/><net dev="0"/></channel>
  </graph>
  <graph id="1" pattern="1" crossnic="0" nchannels="0" speedintra="0" speedinter="0" latencyinter="0" typeintra="C2C" typeinter="P2C" samechannels="1"/>
  <graph id="3" pattern="5" crossnic="0" nchannels="1" speedintra="20" speedinter="20" latencyinter="0" typeintra="C2C" typeinter="PXN" samechannels="1">
    <channel><gpu dev="0x100000000000002"/></channel>
  </graph>
</graphs>
)";

std::string dump_error(const std::string& text) {
  const auto read = read_graph_dump(text, "graph.xml");
  return read ? "" : read.error().message;
}

std::string dump_with(std::string_view from, std::string_view to) {
  std::string text = graphs_of_two_nodes;
  return text.replace(text.find(from), from.size(), to);
}

TEST(NcclGraphDump, HasChannelsInTheirOrder) {
  const auto read = read_graph_dump(graphs_of_two_nodes, "graph.xml");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2u) << "without the tree, which has no channels";
  const DumpedGraph& ring = read->front();
  EXPECT_EQ(ring.algorithm, NcclAlgorithm::ring);
  EXPECT_EQ(ring.intra, 48);
  EXPECT_EQ(ring.inter, 24);
  EXPECT_EQ(ring.type_intra, "NVL");
  EXPECT_EQ(ring.type_inter, "PIX");
  EXPECT_TRUE(ring.crosses_rails);
  EXPECT_EQ(ring.channels, (std::vector<NcclChannel>{{.gpus = {0, 1}, .nic_in = 0, .nic_out = 1},
                                                     {.gpus = {1, 0}, .nic_in = 1, .nic_out = 0}}));
  EXPECT_EQ(read->back().algorithm, NcclAlgorithm::nvls);
  EXPECT_EQ(read->back().type_intra, "C2C") << "a path of newer versions";
  EXPECT_EQ(read->back().channels.front().gpus, std::vector{18}) << "GPU 2 of the second host";
}

TEST(NcclGraphDump, NamesChannelsWithTheSameWayTogether) {
  const NcclChannel forth{.gpus = {0, 1}}, back{.gpus = {1, 0}},
      out{.gpus = {0, 1}, .nic_in = 0, .nic_out = 0};
  DumpedGraph graph;
  graph.channels = {forth, back, forth, out, out};
  const std::vector<ChannelWay> ways = ways_of(graph);
  ASSERT_EQ(ways.size(), 3u);
  EXPECT_EQ(ways[0].name, "channels 0, 2");
  EXPECT_EQ(ways[1].name, "channel 1");
  EXPECT_EQ(ways[2].name, "channels 3..4");
  EXPECT_EQ(ways[2].channel, out);
}

TEST(NcclGraphDump, MistakesHaveTheirLine) {
  EXPECT_THAT(dump_error("<graphs"), HasSubstr("graph.xml:1: not XML"));
  EXPECT_THAT(dump_error("<system version=\"1\"/>"), HasSubstr("no <graphs> element"));
  EXPECT_THAT(dump_error("<graphs version=\"1\"/>"), HasSubstr("no graph with channels"));
  EXPECT_THAT(dump_error(dump_with("id=\"0\"", "id=\"7\"")),
              HasSubstr("graph.xml:2: <graph> id '7'; expected 0 to 4"));
  EXPECT_THAT(dump_error(dump_with("nchannels=\"2\"", "nchannels=\"3\"")),
              HasSubstr("expected 2, as there are <channel>"));
  EXPECT_THAT(dump_error(dump_with("nchannels=\"2\"", "nchannels=\"-1\"")), HasSubstr("expected 0 to 64"));
  EXPECT_THAT(dump_error(dump_with("speedintra=\"48\"", "speedintra=\"nan\"")),
              HasSubstr("speedintra 'nan'"));
  EXPECT_THAT(dump_error(dump_with("typeintra=\"NVL\"", "typeintra=\"\"")), HasSubstr("typeintra ''"));
  EXPECT_THAT(dump_error(dump_with("<gpu dev=\"0x1\"/>", "<gpu dev=\"x\"/>")),
              HasSubstr("graph.xml:3: <gpu> dev 'x'"));
  EXPECT_THAT(dump_error(dump_with("<gpu dev=\"0x1\"/>", "<cpu dev=\"0x1\"/>")),
              HasSubstr("<cpu> in a channel"));
  EXPECT_THAT(dump_error(dump_with("<gpu dev=\"0x100000000000002\"/>", "")), HasSubstr("has no GPU"));
}

TEST(NcclGraphDump, CutAnywhereIsReadOrRefused) {
  for (std::size_t length = 0; length < graphs_of_two_nodes.size(); ++length)
    if (const auto read = read_graph_dump(graphs_of_two_nodes.substr(0, length), "graph.xml"); !read) {
      EXPECT_THAT(read.error().message, HasSubstr("graph.xml:"));
    }
}

}  // namespace
}  // namespace commlab
