// The rates that NCCL counts, as its src/graph/topo.h lists them (2.28.9).
#include "core/machine/nccl_rates.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(NcclRates, BetweenSocketsFollowFromTheProcessors) {
  const auto intel = [](int model) {
    return CpuModel{.architecture = "x86_64", .vendor = "GenuineIntel", .family = 6, .model = model};
  };
  EXPECT_EQ(nccl_socket_rate({.architecture = "arm64"}), GBps(6));
  EXPECT_EQ(nccl_socket_rate({.architecture = "ppc64"}), GBps(32));
  EXPECT_EQ(nccl_socket_rate({.architecture = "x86_64", .vendor = "AuthenticAMD"}), GBps(16));
  EXPECT_EQ(nccl_socket_rate(intel(0xCF)), GBps(40));
  for (const int sapphire_rapids : {0x8F, 0xCE})
    EXPECT_EQ(nccl_socket_rate(intel(sapphire_rapids)), GBps(22));
  for (const int skylake : {0x55, 0x8E}) EXPECT_EQ(nccl_socket_rate(intel(skylake)), GBps(10));
  for (const int older : {0, 0x4F, 0x54}) EXPECT_EQ(nccl_socket_rate(intel(older)), GBps(6));
  EXPECT_EQ(nccl_socket_rate({}), GBps(6));
}

TEST(NcclRates, OfPcieDoubleWithEachGeneration) {
  for (int generation = 1; generation <= 6; ++generation)
    for (const int lanes : {4, 8, 16})
      EXPECT_EQ(nccl_pcie_rate(lanes, pcie_speed(generation)), MBps(lanes * 375 / 2 << (generation - 1)))
          << "Gen" << generation << ", " << lanes << " lanes";
}

}  // namespace
}  // namespace commlab
