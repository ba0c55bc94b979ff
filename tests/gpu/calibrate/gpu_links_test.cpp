// Which pairs of ranks are joined alike, according to what was detected.

#include "gpu/calibrate/gpu_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::Pair;

// Three GPUs: two below one PCIe switch, the third on another socket; the first and the third cannot reach
// each other.
Computer three_gpus() {
  Computer computer;
  computer.vendor = "GenuineIntel";
  const auto pci = [](const std::string& bus, const std::string& type) {
    return Computer::PciDevice{
        .bus = bus, .device_class = type, .link_speed = "16.0 GT/s PCIe", .link_width = 16};
  };
  const auto gpu = [&](const std::string& bus, const std::string& above, int numa) {
    Computer::Gpu g{.name = "NVIDIA L40S", .bus = bus, .capability = 89, .numa = numa};
    g.path = {pci(above, "0x060400"), pci(bus, "0x030200")};
    return g;
  };
  computer.gpus = {gpu("0000:11:00.0", "0000:10:00.0", 0), gpu("0000:12:00.0", "0000:10:00.0", 0),
                   gpu("0000:81:00.0", "0000:80:00.0", 1)};
  computer.reaches = {{true, true, false}, {true, true, true}, {false, true, true}};
  return computer;
}

TEST(GpuLinks, AreWhatNvidiaSmiWouldPrint) {
  const GpuLinks links = links_of(three_gpus());

  ASSERT_EQ(links.gpus(), 3);
  EXPECT_EQ(links.kinds[0][1], "PIX");
  EXPECT_EQ(links.kinds[1][2], "SYS");
  EXPECT_EQ(links.kinds[0][2], "SYS staged");
  EXPECT_EQ(links.kinds[2][0], "SYS staged");
}

TEST(GpuLinks, GroupThePairsOfRanks) {
  const GpuLinks links = links_of(three_gpus());

  const auto groups = groups_of_pairs(links, 4);  // rank 3 is on GPU 0, as rank 0 is

  ASSERT_EQ(groups.size(), 4u);
  EXPECT_EQ(groups[0].kind, "PIX");
  EXPECT_THAT(groups[0].pairs, ElementsAre(Pair(0, 1), Pair(1, 3)));
  EXPECT_EQ(groups[1].kind, "SYS staged");
  EXPECT_THAT(groups[1].pairs, ElementsAre(Pair(0, 2), Pair(2, 3)));
  EXPECT_EQ(groups[2].kind, "one GPU");
  EXPECT_THAT(groups[2].pairs, ElementsAre(Pair(0, 3)));
  EXPECT_EQ(groups[3].kind, "SYS");
}

TEST(GpuLinks, PairsThatAreAlikeHaveNoKind) {
  EXPECT_EQ(links_of({}).gpus(), 0);
  for (const GpuLinks& links : {GpuLinks{}, GpuLinks{.kinds = {{""}}}}) {
    const auto groups = groups_of_pairs(links, 3);
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups[0].kind, "");
    EXPECT_EQ(groups[0].pairs.size(), 3u);
  }
}

}  // namespace
}  // namespace commlab
