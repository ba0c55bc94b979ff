#include "core/fit/scores.h"

#include <list>

#include <gtest/gtest.h>

namespace commlab {
namespace {

// Tables of one row each, whose predictions are off by these factors.
struct Judged {
  std::list<CallTable> tables;
  std::vector<PredictedTime> times;

  void add(const std::string& family, bool many_nodes, Bytes size, double factor,
           const std::string& network = "") {
    CallTable& table = tables.emplace_back(
        CallTable{.name = "table", .family = family, .network = network, .many_nodes = many_nodes});
    table.rows.push_back(PublishedCall{.size = size, .measured_us = 100});
    times.push_back({&table, &table.rows.front(), 100 * factor});
  }
};

TEST(Scores, AFamilyWithManyRowsCountsNoMoreThanOneWithFew) {
  Judged judged;
  for (int i = 0; i < 100; ++i) judged.add("a", false, MiB(2), 1.5);
  judged.add("b", false, MiB(2), 1.1);
  judged.add("c", true, KiB(1), 1.2);
  const std::vector<FamilyScore> families = scores_of(judged.times);
  ASSERT_EQ(families.size(), 3u);
  EXPECT_EQ(families[0].tables, 100);
  EXPECT_FALSE(families[2].large);
  const Score score = score_of(families);
  EXPECT_NEAR(score.all.median, 20, 1e-9);
  EXPECT_NEAR(score.one_node.median, 30, 1e-9);
  EXPECT_NEAR(score.one_node_large.median, 30, 1e-9);
  EXPECT_NEAR(score.many_nodes.median, 20, 1e-9);
  EXPECT_EQ(score.many_nodes_large.median, 0);  // there are none
}

TEST(Scores, ABandCoversFourOfFiveRows) {
  Judged judged;
  for (const double factor : {1.01, 1.02, 1 / 1.03, 1.04, 3.}) judged.add("a", false, MiB(2), factor);
  judged.add("b", true, MiB(64), 2);
  const Bands bands = bands_of(judged.times);
  ASSERT_EQ(bands.one_node.size(), 4u);
  EXPECT_EQ(bands.one_node[2].from, MiB(1));
  EXPECT_NEAR(bands.one_node[2].factor, 1.04, 1e-9);
  EXPECT_EQ(bands.one_node[0].factor, 1);  // no row
  EXPECT_NEAR(bands.many_nodes[3].factor, 2, 1e-9);
}

// A network that is predicted badly makes the bands of others hardly wider.
TEST(Scores, ABandOfANetworkIsThatOfItsOwnFamilies) {
  Judged judged;
  for (const char* family : {"a", "b", "c", "d", "e"}) judged.add(family, true, MiB(2), 1.1, "efa");
  for (const char* family : {"f", "g", "h", "i", "j"}) judged.add(family, true, MiB(2), 5, "tcp");
  const Bands bands = bands_of(judged.times);
  EXPECT_NEAR(bands.over.at("efa")[2].factor, 1.1, 1e-9);  // five of six
  EXPECT_NEAR(bands.over.at("tcp")[2].factor, 5, 1e-9);
  EXPECT_NEAR(bands.many_nodes[2].factor, 5, 1e-9);
  EXPECT_EQ(coverage_of_bands(judged.times), 1);
}

TEST(Scores, TheBandOfAnyNetworkCountsNetworksAlike) {
  Judged judged;
  for (int i = 0; i < 100; ++i) judged.add("a", true, MiB(2), 1.1, "infiniband");
  for (const char* network : {"roce", "efa", "tcp", "slingshot"})
    judged.add(network, true, MiB(2), 3, network);
  EXPECT_NEAR(bands_of_any_network(judged.times)[2].factor, 3, 1e-9);
}

TEST(Scores, CoverageIsOfFamiliesThatMadeNoBand) {
  Judged judged;
  for (const char* family : {"a", "b", "c"})
    for (int i = 0; i < 10; ++i) judged.add(family, false, KiB(1), 1.1);
  EXPECT_EQ(coverage_of_bands(judged.times), 1);
  for (int i = 0; i < 10; ++i) judged.add("d", false, KiB(1), 4);
  EXPECT_NEAR(coverage_of_bands(judged.times), .75, 1e-9);
}

}  // namespace
}  // namespace commlab
