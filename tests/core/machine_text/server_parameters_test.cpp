// Files of parameters: each kind of server has one, whose values override those of the files that it
// includes.
#include "core/machine_text/server_parameters.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "core/machine_text/find_machine.h"
#include "core/machine/gpu_model.h"
#include "core/machine/nccl_rates.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

const std::filesystem::path shipped = std::filesystem::path(machine_folder) / "parameters";

struct Read {
  Machine machine;
  LinkKinds kinds;
};

Read read_parameters(std::string_view name, const std::filesystem::path& folder = shipped) {
  Read read;
  const Status added = ParameterFiles(read.machine, read.kinds, folder).add(name);
  EXPECT_TRUE(added) << added.error().message;
  return read;
}

TEST(ServerParameters, AreThereOnceForEveryGpuAndItsNvlinks) {
  for (const GpuModel& gpu : gpu_models())
    for (const NvlinkWiring wiring : {NvlinkWiring::none, NvlinkWiring::nvswitch, NvlinkWiring::all_pairs,
                                      NvlinkWiring::cube_mesh, NvlinkWiring::bridges}) {
      if (gpu.nvlinks == 0 && wiring != NvlinkWiring::none) continue;
      const auto found = find_server_parameters(gpu.name, wiring, shipped);
      ASSERT_TRUE(found) << found.error().message;
      const Read read = read_parameters(found->name);
      EXPECT_EQ(read.kinds.contains("nvlink"), wiring != NvlinkWiring::none) << found->name;
      EXPECT_TRUE(read.machine.nccl || read.machine.collective.launch > Time{}) << found->name;
      EXPECT_GT(read.machine.copy.latency + read.machine.copy.overhead, Time{}) << found->name;
    }
}

// An import names a machine along with the parameters that it took; that machine has the same parameters.
TEST(ServerParameters, NameAMachineThatTakesThem) {
  for (const GpuModel& gpu : gpu_models())
    for (const NvlinkWiring wiring : {NvlinkWiring::none, NvlinkWiring::nvswitch, NvlinkWiring::all_pairs,
                                      NvlinkWiring::cube_mesh, NvlinkWiring::bridges}) {
      const auto found = find_server_parameters(gpu.name, wiring, shipped);
      if (!found || found->machine.empty()) continue;
      const Machine named = shipped_machine(found->machine);
      const Machine read = read_parameters(found->name).machine;
      EXPECT_EQ(named.collective.launch, read.collective.launch) << found->name;
      EXPECT_EQ(named.copy.latency, read.copy.latency) << found->name;
      EXPECT_EQ(named.protocols.size(), read.protocols.size()) << found->name;
      EXPECT_EQ(named.topology.multicast, read.topology.multicast) << found->name;
    }
}

TEST(ServerParameters, OfPcieAreTheRatesNcclCounts) {
  for (const int generation : {3, 4, 5})
    EXPECT_EQ(read_parameters(fmt::format("gen{}", generation)).kinds.at("pcie").bandwidth,
              nccl_pcie_rate(16, pcie_speed(generation)));
}

TEST(ServerParameters, ComeOnTopOfThoseTheyTake) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "commlab_server_parameters";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "gpu.toml") << "sources = [\"gpu: made up\"]\nparameters = [\"server\"]\n"
                                        "[collective]\nlaunch = \"9us\"\n[link.way]\ntype = \"pcie\"\n"
                                        "bandwidth = \"3GB/s\"\nlatency = \"1us\"\n";
  std::ofstream(folder / "server.toml") << "sources = [\"server: made up\"]\nparameters = [\"gpu\"]\n"
                                           "[copy]\nlatency = \"2us\"\n[link.way]\nbandwidth = \"4GB/s\"\n";
  const Read read = read_parameters("server", folder);  // the two files take each other; that does no harm
  EXPECT_EQ(read.machine.sources, (std::vector<std::string>{"gpu: made up", "server: made up"}));
  EXPECT_EQ(read.machine.collective.launch, microseconds(9));
  EXPECT_EQ(read.machine.copy.latency, microseconds(2));
  EXPECT_EQ(read.kinds.at("way").type, LinkType::pcie);
  EXPECT_EQ(read.kinds.at("way").bandwidth, GBps(4));
  EXPECT_EQ(read.kinds.at("way").latency, microseconds(1));

  EXPECT_EQ(
      find_server_parameters("A100", NvlinkWiring::none, folder).error().message,
      fmt::format(
          "no parameters for A100 without NVLinks in {}; expected a file there whose [server] names them",
          folder.string()));
  for (const char* name : {"one.toml", "two.toml"})
    std::ofstream(folder / name) << "[server]\ngpus = [\"A100\"]\nnvlinks = [\"none\"]\n";
  EXPECT_EQ(
      find_server_parameters("A100", NvlinkWiring::none, folder).error().message,
      fmt::format("both one and two in {} are for A100 without NVLinks; expected one", folder.string()));
  std::ofstream(folder / "two.toml") << "[server]\nnvlinks = [\"bridge\"]\n";
  EXPECT_EQ(find_server_parameters("A100", NvlinkWiring::none, folder).error().message,
            fmt::format(
                "{}:2: unknown wiring 'bridge' (did you mean bridges?); expected none, nvswitch, all pairs, "
                "cube mesh, bridges",
                (folder / "two.toml").string()));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace commlab
