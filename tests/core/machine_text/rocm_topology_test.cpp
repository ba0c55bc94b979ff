// Pasted `rocm-smi --showtopo`: what is read, and how each mistake is answered.
#include "core/machine_text/rocm_topology.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine_text/topo_matrix_text.h"
#include "tests/core/machine_text/machine_text.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

std::string table_of(std::string_view title, int gpus, std::string_view self, std::string_view other) {
  std::string text = fmt::format("=========== {} ===========\n      ", title);
  for (int gpu = 0; gpu < gpus; ++gpu) text += fmt::format(" GPU{}        ", gpu);
  for (int a = 0; a < gpus; ++a) {
    text += fmt::format("\nGPU{}  ", a);
    for (int b = 0; b < gpus; ++b) text += fmt::format(" {}           ", a == b ? self : other);
  }
  return text + "\n\n";
}

// As rocm-smi prints it: half of the GPUs on each of two NUMA nodes.
std::string showtopo(int gpus, std::string_view type = "XGMI") {
  std::string text = table_of("Weight between two GPUs", gpus, "0", "15") +
                     table_of("Hops between two GPUs", gpus, "0", "1") +
                     table_of("Link Type between two GPUs", gpus, "0", type) +
                     "======================= Numa Nodes =======================\n";
  for (int gpu = 0; gpu < gpus; ++gpu)
    text +=
        fmt::format("GPU[{0}]\t\t: (Topology) Numa Node: {1}\nGPU[{0}]\t\t: (Topology) Numa Affinity: {1}\n",
                    gpu, 2 * gpu / gpus);
  return text + "================== End of ROCm SMI Log ===================\n";
}

Result<Machine> import_rocm(std::string_view text, std::string_view gpu = "") {
  return machine_from_rocm_topology(text, "topo.txt", gpu, std::string(machine_folder) + "/parameters");
}

std::string rocm_error(std::string_view text, std::string_view gpu = "MI300X") {
  const Result<Machine> machine = import_rocm(text, gpu);
  return machine ? "" : machine.error().message;
}

TEST(RocmTopology, JoinsEveryPairOfGpusThatAreOneHopApart) {
  for (const int gpus : {2, 4, 8}) {
    EXPECT_TRUE(looks_like_rocm_topology(showtopo(gpus)));
    const Result<Machine> machine = import_rocm(showtopo(gpus), "MI300X");
    ASSERT_TRUE(machine) << machine.error().message;
    const Topology& t = machine->topology;
    ASSERT_EQ(t.gpus, gpus);
    for (NodeId a = 0; a < gpus; ++a)
      for (NodeId b = 0; b < gpus; ++b)
        if (a != b) {
          EXPECT_EQ(link_between(t, a, b).bandwidth, (Bandwidth{44'400'000'000}));
        }
    EXPECT_EQ(link_between(t, 0, *t.find("cpu0")).type, LinkType::pcie);
    EXPECT_EQ(link_between(t, gpus - 1, *t.find("cpu1")).type, LinkType::pcie);
    EXPECT_EQ(machine->gpu, "MI300X");
  }
}

TEST(RocmTopology, HasTheRatesOfItsGpus) {
  const auto rate = [](std::string_view gpu, NodeId b) {
    return link_between(import_rocm(showtopo(4), gpu)->topology, 0, b).bandwidth;
  };
  EXPECT_EQ(rate("MI325X", 1), rate("MI300X", 1));
  EXPECT_EQ(rate("MI210", 1), GBps(36));
  EXPECT_EQ(rate("AMD Instinct MI250X", 1), GBps(4 * 36)) << "in one package";
  EXPECT_EQ(rate("MI250X", 2), GBps(36));
}

TEST(RocmTopology, OverPcieHasNoXgmi) {
  const Machine machine = *import_rocm(showtopo(2, "PCIE"), "MI210");
  for (const Link& link : machine.topology.links) EXPECT_NE(link.type, LinkType::nvlink);
}

TEST(RocmTopology, IsReadWithTheGpuThatTheTextNames) {
  const std::string named = "GPU[0]\t\t: Card Series: \t\tAMD Instinct MI300X OAM\n" + showtopo(2);
  EXPECT_EQ(import_rocm(named)->gpu, "MI300X");
  EXPECT_EQ(
      rocm_error(named, "MI210"),
      "topo.txt:1: the GPU is 'AMD Instinct MI300X OAM', but --gpu says MI210; expected the same GPU, or no "
      "--gpu");
  EXPECT_EQ(rocm_error(showtopo(2), ""),
            "topo.txt: rocm-smi --showtopo does not name the GPUs; name them, as in --gpu MI300X");
}

TEST(RocmTopology, SaysWhereAndWhatIsWrong) {
  const std::string title = "Link Type between two GPUs\n";
  EXPECT_EQ(rocm_error("nothing"),
            "topo.txt:1: no table 'Link Type between two GPUs'; expected what rocm-smi --showtopo prints");
  EXPECT_EQ(rocm_error(title), "topo.txt:2: the table ends after 0 rows; expected 1");
  EXPECT_EQ(rocm_error(title + "GPU0 GPU1\nGPU0 0 XGMI\nGPU1 PCIE 0"),
            "topo.txt:1: GPU1 -> GPU0 is 'PCIE', and back 'XGMI'; expected the same in both directions");
  EXPECT_EQ(rocm_error(title + "GPU0 GPU1\nGPU0 0 WIRE\nGPU1 WIRE 0"),
            "topo.txt:1: GPU1 -> GPU0 is 'WIRE'; expected XGMI or PCIE");
  EXPECT_EQ(rocm_error(title + "GPU0 GPU1\nGPU0 0 XGMI\n"),
            "topo.txt:4: the table ends after 1 rows; expected 2");
  EXPECT_EQ(rocm_error(title + "GPU0 GPU1\nGPU0 0\n"), "topo.txt:3: row GPU0 has 1 cells; expected 2");
  EXPECT_EQ(rocm_error(title + "GPU0 GPU1\nGPU1 XGMI 0\n"), "topo.txt:3: 'GPU1' where GPU0 was expected");
}

// Any cut or changed text gives a machine or a sentence that begins with the file's name; nothing crashes.
TEST(RocmTopology, SurvivesEveryCutAndAnyFlip) {
  std::mt19937 random(1);
  const std::string whole = showtopo(4);
  const auto survives = [](const std::string& text) {
    const std::string said = rocm_error(text);
    EXPECT_TRUE(said.empty() || said.starts_with("topo.txt:")) << said;
  };
  for (std::size_t end = 0; end <= whole.size(); ++end) survives(whole.substr(0, end));
  for (int i = 0; i < 2000; ++i) {
    std::string text = whole;
    for (int flips = 0; flips < 1 + i % 3; ++flips)
      text[random() % text.size()] = static_cast<char>(random() % 256);
    survives(text);
  }
}

}  // namespace
}  // namespace commlab
