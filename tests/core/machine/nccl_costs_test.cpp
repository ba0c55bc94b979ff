#include "core/machine/nccl_costs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine/cluster.h"
#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

TEST(NcclCosts, AreWrittenAndReadWithFourDigits) {
  for (const NcclCost& cost : nccl_costs())
    for (const double value : {.001, .5, 1., 12.34, 1000.}) {
      const auto read = parse_nccl_cost(cost, to_text(cost, value));
      ASSERT_TRUE(read) << read.error().message;
      EXPECT_NEAR(*read / value, 1, 1e-3) << cost.name;
    }
}

TEST(NcclCosts, AreMoreThanNothing) {
  for (const NcclCost& cost : nccl_costs())
    for (const char* text : {"0", "-1", "-1us", "0us", "0GB/s", "x", ""})
      EXPECT_FALSE(parse_nccl_cost(cost, text)) << cost.name << ' ' << text;
}

TEST(NcclCosts, BandsHoldFromTheirSizeOn) {
  NcclCosts costs;
  EXPECT_FALSE(usual_band(costs, false, KiB(1)));
  costs.one_node = {{Bytes{}, 1.3}, {KiB(16), 1.2}};
  EXPECT_EQ(usual_band(costs, false, KiB(16)), 1.2);
  EXPECT_EQ(usual_band(costs, false, Bytes{16383}), 1.3);
  EXPECT_FALSE(usual_band(costs, true, KiB(16)));
}

TEST(NcclCosts, OfAMachineReadBackFromItsFile) {
  const Machine machine = shipped_machine("2x dgx-h100,efa");
  const auto again = machine_from_toml(machine_to_toml(machine), "again.toml");
  ASSERT_TRUE(again) << again.error().message;
  ASSERT_TRUE(again->nccl);
  EXPECT_EQ(again->nccl->fabric, "efa");
  EXPECT_EQ(again->nccl->gpus, "hopper");
  for (const NcclCost& cost : nccl_costs())
    EXPECT_NEAR((*again->nccl).*cost.value / (*machine.nccl).*cost.value, 1, 1e-3) << cost.name;
  EXPECT_EQ(again->nccl->many_nodes.size(), machine.nccl->many_nodes.size());
}

TEST(NcclCosts, OfAMachineWithoutThemAreNotThoseOfItsNetwork) {
  EXPECT_FALSE(shipped_machine("dgx1-p100").nccl);
  EXPECT_FALSE(shipped_machine("2x dgx1-p100").nccl);
  EXPECT_FALSE(shipped_machine("2x switch:8,450GB/s,350ns,400G,efa").nccl);
}

Result<Machine> machine_in(const std::string& text) {
  return machine_from_toml(text, "lab.toml", std::filesystem::path(machine_folder) / "parameters",
                           [](std::string_view name) { return find_machine(name, machine_folder); });
}

TEST(NcclCosts, OfAMachineLikeAnotherMayBeItsOwn) {
  const auto machine = machine_in(
      "like = \"dgx-h100\"\nparameters = [\"efa\"]\n\n[network]\nnic = \"100G\"\n\n[nccl]\nnet_hop = "
      "\"9us\"\nnet_rate = 0.5\n");
  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->name, "lab");
  EXPECT_EQ(machine->topology.gpus, 8);
  EXPECT_EQ(machine->nccl->fabric, "efa");
  EXPECT_EQ(machine->network.nic, *parse_nic("100G"));
  EXPECT_EQ(machine->nccl->net_hop, 9);
  EXPECT_EQ(machine->nccl->net_rate, .5);
  EXPECT_EQ(machine->nccl->launch, shipped_machine("dgx-h100").nccl->launch);
}

TEST(NcclCosts, ErrorsSayWhereTheyAre) {
  const auto error = [](const std::string& text) { return machine_in(text).error().message; };
  const std::string like = "like = \"dgx-h100\"\n[nccl]\n";
  EXPECT_THAT(error(like + "net_hop = 9\n"), testing::HasSubstr("lab.toml:3: "));
  EXPECT_THAT(error(like + "net_hop = \"0us\"\n"),
              testing::HasSubstr("net_hop: '0us'; expected more than 0"));
  EXPECT_THAT(error(like + "net_rate = \"0.9\"\n"), testing::HasSubstr("a number"));
  EXPECT_THAT(error(like + "net_hopp = \"9us\"\n"), testing::HasSubstr("did you mean net_hop?"));
  EXPECT_THAT(error(like + "one_node = [\"1MiB\"]\n"), testing::HasSubstr("as in 16KiB 1.22"));
  EXPECT_THAT(error(like + "one_node = [\"1MiB 0.5\"]\n"), testing::HasSubstr("a factor of 1 or more"));
  EXPECT_THAT(error("like = 4\n"), testing::HasSubstr("the name of a machine"));
  EXPECT_THAT(error("like = \"dgx-h1000\"\n"), testing::HasSubstr("dgx-h100"));
  EXPECT_THAT(error("gpus = 2\n[nccl]\nnet_hop = \"9us\"\n"), testing::HasSubstr("parameters = [\"calls\"]"));
  for (const char* const costs : {"[collective]\nlaunch = \"9us\"\n", "[protocol.ll]\nwire = \"2/1\"\n"})
    EXPECT_THAT(error(std::string("gpus = 2\nparameters = [\"h100\"]\n") + costs),
                testing::HasSubstr("collectives cost here what [nccl] says"));
}

}  // namespace
}  // namespace commlab
