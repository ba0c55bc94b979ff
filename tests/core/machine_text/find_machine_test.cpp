// From the name, file or SPEC that a user gives to the machine.
#include "core/machine/machine.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/machine/network_classes.h"
#include "core/machine_text/find_machine.h"
#include "tests/core/files/scratch_folder.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

TEST(FindMachine, TakesANameAFileOrASpec) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.holding("lab.toml", "gpus = 4");

  EXPECT_EQ(find_machine("hcm8", machine_folder)->topology.gpus, 8);
  EXPECT_EQ(find_machine(file.string(), machine_folder)->topology.gpus, 4);
  EXPECT_EQ(find_machine("switch:16,450GB/s,350ns", machine_folder)->topology.gpus, 16);
}

int switches_of_the_network(const char* name) {
  const Result<Machine> machine = find_machine(name, machine_folder);
  EXPECT_TRUE(machine) << machine.error().message;
  return machine ? static_cast<int>(
                       std::ranges::count(machine->topology.nodes, NodeType::network_switch, &Node::type))
                 : 0;
}

TEST(FindMachine, TakesTheWordsOfAClustersNetwork) {
  EXPECT_EQ(switches_of_the_network("4x dgx-h100"), 1);
  EXPECT_EQ(switches_of_the_network("4x dgx-h100,rail,2:1"), 8 + 1);
  EXPECT_EQ(switches_of_the_network("4x dgx-h100, leaf=2, 4:1"), 2 + 1);
  EXPECT_EQ(switches_of_the_network("4x switch:8,450GB/s,350ns,400G,leaf=1"), 4 + 1);

  const Machine efa = *find_machine("2x dgx-h100,efa", machine_folder);
  const Machine infiniband = *find_machine("2x dgx-h100", machine_folder);
  EXPECT_GT(efa.nccl->net_hop, infiniband.nccl->net_hop);
  EXPECT_EQ(find_machine("2x dgx-h100,100G,1 NIC", machine_folder)->title,
            "2 nodes of dgx-h100; 1 NIC of 12GB/s each");
  const Machine sharp = *find_machine("2x dgx-h100,sharp", machine_folder);
  EXPECT_TRUE(sharp.topology.sharp);
  EXPECT_EQ(sharp.title, "2 nodes of dgx-h100; 8 NICs of 48GB/s each, switches that reduce (SHARP)");
  EXPECT_FALSE(infiniband.topology.sharp);
}

TEST(FindMachine, EveryClassOfNetworksHasCostsOfItsOwn) {
  std::vector<std::string_view> words(network_classes.begin(), network_classes.end());
  words.push_back(unknown_network);
  for (const std::string_view word : words) {
    const Result<Machine> machine = find_machine(fmt::format("2x dgx-h100,{}", word), machine_folder);
    ASSERT_TRUE(machine) << machine.error().message;
    ASSERT_TRUE(machine->nccl) << word;
    EXPECT_EQ(machine->nccl->fabric, word);
    EXPECT_TRUE(is_complete(*machine->nccl)) << word;
    EXPECT_EQ(machine->nccl->gpudirect, word != "tcp" && word != "tcp-cloud") << word;
  }
}

// Nobody can be as sure of a network that is not known.
TEST(FindMachine, TheBandOfAnUnknownNetworkIsWider) {
  const NcclCosts known = *find_machine("2x dgx-h100,infiniband", machine_folder)->nccl;
  const NcclCosts unknown = *find_machine("2x dgx-h100,unknown-network", machine_folder)->nccl;
  for (const Bytes size : {Bytes{8}, KiB(64), MiB(4), MiB(1024)}) {
    EXPECT_GT(*usual_band(unknown, true, size), *usual_band(known, true, size)) << to_text(size);
    EXPECT_EQ(*usual_band(unknown, false, size), *usual_band(known, false, size)) << to_text(size);
  }
}

TEST(FindMachine, SaysWhatIsWrongWithAWordOfTheNetwork) {
  const auto error = [](const char* name) { return find_machine(name, machine_folder).error().message; };
  EXPECT_EQ(error("4x dgx-h100,rail,0:1"),
            "machine '4x dgx-h100,rail,0:1': '0:1': expected 1:1 or more, as in 2:1");
  EXPECT_EQ(error("4x dgx-h100,leaf=x"),
            "machine '4x dgx-h100,leaf=x': 'leaf=x': expected a number of nodes, as in leaf=4");
  EXPECT_EQ(error("4x dgx-h100,fast"),
            "machine '4x dgx-h100,fast': 'fast' is no word of a network; there are 400G (the rate of a NIC), "
            "4 NICs, "
            "rail, leaf=4, 2:1 (oversubscription), sharp (switches reduce), infiniband, roce, roce-poor, "
            "slingshot, efa, tcpx, tcpxo, tcp, tcp-cloud, unknown-network");
  EXPECT_NE(error("4x dgx-h100,rial").find("'rial' is no word of a network (did you mean rail?)"),
            std::string::npos);
  EXPECT_NE(error("4x dgx-h100,2:1").find("needs links above a leaf switch"), std::string::npos);
  EXPECT_EQ(error("4x dgx-h100,efa,sharp"),
            "machine '4x dgx-h100,efa,sharp': 'sharp': the switches of efa do not reduce; SHARP is a part of "
            "infiniband");
}

TEST(FindMachine, OffersTheNearestName) {
  const ScratchFolder scratch;
  const std::filesystem::path folder = scratch.holding("alpha.toml", "gpus = 1").parent_path();
  scratch.holding("beta.toml", "gpus = 1");

  EXPECT_EQ(find_machine("bata", folder).error().message,
            "unknown machine 'bata' (did you mean beta?); expected a name of commlab list machines, a file, "
            "or a SPEC like "
            "switch:8,450GB/s,350ns");
  EXPECT_EQ(find_machine("bata", folder / "none").error().message,
            "unknown machine 'bata'; expected a name of commlab list machines, a file, or a SPEC like "
            "switch:8,450GB/s,350ns");
}

// Guards against a fixed bug: what was meant as a topology was only called no TOML.
TEST(FindMachine, SaysWhatAFileOfAnotherEndingMayBe) {
  for (const char* name : {"topo.txt", "topology.xml"}) {
    const std::string file = (std::filesystem::path(testing::TempDir()) / name).string();
    std::ofstream(file) << "what is this";
    const std::string error = find_machine(file, machine_folder).error().message;
    EXPECT_TRUE(
        error.starts_with(file + ": neither NCCL's topology XML nor a pasted nvidia-smi topo -m; read as"))
        << error;
  }
}

TEST(FindMachine, SaysThatAFileCannotBeRead) {
  EXPECT_EQ(find_machine("no/such.toml", machine_folder).error().message,
            "machine file no/such.toml cannot be read: there is no such file; expected a TOML file such as "
            "sim/machines/hcm8.toml");
  EXPECT_EQ(find_machine("./", machine_folder).error().message,
            "machine file ./ is a folder, not a file; expected a TOML file such as sim/machines/hcm8.toml");
}

}  // namespace
}  // namespace commlab
