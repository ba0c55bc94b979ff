// Pasted `nvidia-smi topo -m`: what is read, what is assumed, and how each mistake is answered.
#include "core/machine_text/topo_matrix.h"
#include "core/machine_text/topo_matrix_text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/routes/router.h"
#include "tests/core/machine_text/machine_text.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

// A server of eight V100, as its owner pasted it: blanks instead of tabs.
constexpr std::string_view v100 =
    "GPU0 GPU1 GPU2 GPU3 GPU4 GPU5 GPU6 GPU7 CPU Affinity\n"
    "GPU0 X NV1 NV1 NV2 SYS SYS NV2 SYS 0-95\n"
    "GPU1 NV1 X NV2 NV1 SYS SYS SYS NV2 0-95\n"
    "GPU2 NV1 NV2 X NV2 NV1 SYS SYS SYS 0-95\n"
    "GPU3 NV2 NV1 NV2 X SYS NV1 SYS SYS 0-95\n"
    "GPU4 SYS SYS NV1 SYS X NV2 NV1 NV2 0-95\n"
    "GPU5 SYS SYS SYS NV1 NV2 X NV2 NV1 0-95\n"
    "GPU6 NV2 SYS SYS SYS NV1 NV2 X NV1 0-95\n"
    "GPU7 SYS NV2 SYS SYS NV2 NV1 NV1 X 0-95\n";

// Two sockets of an NVSwitch machine: underlined header, tabs, doubled tabs, NICs, legends.
constexpr std::string_view h100 =
    "\x1b[4m\tGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n"
    "GPU0\t X \tNV18\tNV18\tNV18\tPXB\tSYS\t0-31,64-95\t0\t\tN/A\n"
    "GPU1\tNV18\t X \tNV18\tNV18\tPXB\tSYS\t0-31,64-95\t0\t\tN/A\n"
    "GPU2\tNV18\tNV18\t X \tNV18\tSYS\tPXB\t32-63,96-127\t1\t\tN/A\n"
    "GPU3\tNV18\tNV18\tNV18\t X \tSYS\tPXB\t32-63,96-127\t1\t\tN/A\n"
    "NIC0\tPXB\tPXB\tSYS\tSYS\t X \tSYS\n"
    "NIC1\tSYS\tSYS\tPXB\tPXB\tSYS\t X \n"
    "\n"
    "Legend:\n\n  X    = Self\n  NV#  = Connection traversing a bonded set of # NVLinks\n"
    "\nNIC Legend:\n\n  NIC0: mlx5_0\n  NIC1: mlx5_1\n";

Result<Machine> import_matrix(std::string_view text, std::string_view gpu) {
  return machine_from_topo_matrix(text, "topo.txt", gpu, std::string(machine_folder) + "/parameters");
}

std::string matrix_error(std::string_view text, std::string_view gpu = "A100") {
  return import_matrix(text, gpu).error().message;
}

// The matrix that nvidia-smi would print for the machine, row by row.
std::string matrix_of(const Topology& topology) {
  Router router(topology);
  std::string text;
  for (NodeId a = 0; a < topology.gpus; ++a)
    for (NodeId b = 0; b < topology.gpus; ++b) {
      const Result<std::vector<LinkId>> route = router.route(a, b);
      text += (route ? reach_text(topology, *route) : "none") + (b + 1 < topology.gpus ? " " : "\n");
    }
  return text;
}

std::string with(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  const std::size_t at = result.find(from);
  EXPECT_NE(at, result.npos) << from;
  return result.replace(at, from.size(), to);
}

TEST(TopoMatrix, JoinsWhatItSays) {
  const Result<Machine> machine = import_matrix(v100, "V100");

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->topology.gpus, 8);
  EXPECT_EQ(link_between(machine->topology, 0, 3).bandwidth, (Bandwidth{48'480'000'000}));
  EXPECT_EQ(link_between(machine->topology, 0, 3).lanes, 2);
  EXPECT_EQ(machine->gpu, "V100");
  // All GPUs have the same CPU affinity, but some pairs are SYS: which GPUs share a socket cannot be known,
  // so all are put on one.
  EXPECT_EQ(matrix_of(machine->topology).substr(0, 32), "X NV1 NV1 NV2 PHB PHB NV2 PHB\nNV");
}

TEST(TopoMatrix, KnowsASwitchByNumbersThatLeaveNoMesh) {
  const Result<Machine> machine = import_matrix(h100, "H100");

  ASSERT_TRUE(machine) << machine.error().message;
  const Topology& t = machine->topology;
  ASSERT_TRUE(t.find("nvswitch"));
  EXPECT_EQ(link_between(t, 0, *t.find("nvswitch")).lanes, 18);
  EXPECT_EQ(matrix_of(t), "X NV18 NV18 NV18\nNV18 X NV18 NV18\nNV18 NV18 X NV18\nNV18 NV18 NV18 X\n");
  const bool said = std::ranges::any_of(
      machine->sources, [](const std::string& source) { return source.starts_with("Assumed: NVSwitch"); });
  EXPECT_TRUE(said);
  // A GPU reaches its own socket's NIC over the switch that they share.
  EXPECT_EQ(Router(t).route(1, *t.find("nic0"))->size(), 2u);
  EXPECT_EQ(Router(t).route(1, *t.find("nic1"))->size(), 5u);
}

// Four A100 with four NVLinks per pair use all twelve NVLinks of a GPU, so this is a mesh. A mesh of eight
// would need 28.
TEST(TopoMatrix, KnowsAMeshByNumbersThatLeaveNoSwitch) {
  const std::string_view four =
      "GPU0 GPU1 GPU2 GPU3\nGPU0 X NV4 NV4 NV4\nGPU1 NV4 X NV4 NV4\nGPU2 NV4 NV4 X NV4\nGPU3 NV4 NV4 NV4 X\n";
  const Machine machine = *import_matrix(four, "A100");

  EXPECT_FALSE(machine.topology.find("nvswitch"));
  EXPECT_EQ(link_between(machine.topology, 0, 3).lanes, 4);
  EXPECT_EQ(machine.title, "4 A100, 4 NVLinks for each pair");
}

TEST(TopoMatrix, TheTitleSaysHowTheGpusAreJoined) {
  const auto title = [](std::string_view text, std::string_view gpu) {
    return import_matrix(text, gpu)->title;
  };
  EXPECT_EQ(title(v100, "V100"), "8 V100, NVLinks between some pairs");
  EXPECT_EQ(title(h100, "H100"), "4 H100, 18 NVLinks each, on NVSwitch");
  EXPECT_EQ(title("GPU0 GPU1\nGPU0 X NV4\nGPU1 NV4 X", "A100"), "2 A100, 4 NVLinks for each pair");
  EXPECT_EQ(title("GPU0 GPU1\nGPU0 X PHB\nGPU1 PHB X", "A100"), "2 A100, over PCIe");
}

TEST(TopoMatrix, ReadsSocketsSwitchesAndHostBridges) {
  const std::string_view text =
      "\tGPU0\tGPU1\tGPU2\tGPU3\tmlx5_0\tCPU Affinity\n"
      "GPU0\t X \tPIX\tPHB\tSOC\tPHB\t0-7\n"
      "GPU1\tPIX\t X \tPHB\tSOC\tPHB\t0-7\n"
      "GPU2\tPHB\tPHB\t X \tSOC\tPHB\t0-7\n"
      "GPU3\tSOC\tSOC\tSOC\t X \tSOC\t8-15\n"
      "mlx5_0\tPHB\tPHB\tPHB\tSOC\t X \n";
  EXPECT_EQ(matrix_of(import_matrix(text, "T4")->topology),
            "X PIX PHB SYS\nPIX X PHB SYS\nPHB PHB X SYS\nSYS SYS SYS X\n");
}

// Every pair is SYS, and every GPU has a NUMA node of its own: as many sockets as GPUs.
TEST(TopoMatrix, TakesSocketsFromNumaNodes) {
  const std::string_view text = "GPU0 GPU1 CPU Affinity NUMA Affinity\nGPU0 X SYS 0-7 3\nGPU1 SYS X 8-15 2\n";
  EXPECT_EQ(matrix_of(import_matrix(text, "RTX 4090")->topology), "X SYS\nSYS X\n");
}

TEST(TopoMatrix, SeesThroughHowItWasPasted) {
  const std::string as_is = matrix_of(import_matrix(h100, "H100")->topology);
  std::string blanks(h100), colours(h100), windows(h100);
  std::ranges::replace(blanks, '\t', ' ');
  colours = with(with(colours, "\x1b[4m", "[4m"), "\x1b[0m", "[0m");
  for (std::size_t at = 0; (at = windows.find('\n', at)) != windows.npos; at += 2) windows.insert(at, "\r");
  const std::string no_affinity = with(h100, "\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID", "");
  const std::string wrapped =
      with(with(h100, "\tGPU3\tNIC0", "\n GPU3\tNIC0"), "NV18\tPXB\tSYS\t0-31", "NV18\nPXB\tSYS\t0-31");
  const std::string prompt = "$ nvidia-smi topo -m\n" + std::string(h100);
  for (const std::string& text : {blanks, colours, windows, no_affinity, wrapped, prompt}) {
    const Result<Machine> machine = import_matrix(text, "H100");
    ASSERT_TRUE(machine) << machine.error().message << "\n" << text;
    EXPECT_EQ(matrix_of(machine->topology), as_is) << text;
    EXPECT_TRUE(looks_like_topo_matrix(text)) << text;
  }
  EXPECT_FALSE(looks_like_topo_matrix("gpus = 2\nlinks = [\"gpu0 <-> gpu1 1GB/s\"]"));
}

TEST(TopoMatrix, NeedsTheGpusNameForRates) {
  EXPECT_EQ(
      matrix_error(v100, ""),
      "topo.txt: a pasted topology does not say how fast NV1 between GPU0 and GPU1 is; name the GPU, as in "
      "--gpu A100");
  EXPECT_EQ(matrix_error("GPU0 GPU1\nGPU0 X PHB\nGPU1 PHB X", ""),
            "topo.txt: a pasted topology does not say how fast PCIe is; name the GPU, as in --gpu A100");
  EXPECT_TRUE(import_matrix(v100, "NVIDIA V100-SXM2-16GB"));
  EXPECT_TRUE(
      matrix_error(v100, "Voodoo").starts_with("--gpu: unknown GPU 'Voodoo'; expected P100, V100, T4,"));
  EXPECT_EQ(matrix_error(v100, "T4"),
            "topo.txt:2: NV1 between GPU0 and GPU1, but the T4 has 0 NVLinks; expected another --gpu");
}

// Texts in which people paste a matrix. Each names the GPUs, and has a GPU0 in its prose or more words before
// the matrix than a paste alone would have.
std::vector<std::string> pasted_texts() {
  std::string packages, quoted = "On Monday someone wrote:\n", lost(h100);
  for (int i = 0; i < 400; ++i) packages += fmt::format("[pip3] package{0}==1.{0}\n", i);
  std::ranges::replace(lost, '\t', ' ');
  const std::string list =
      "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\nGPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-2)\n";
  const std::string report =
      "GPU models and configuration: \n" + list + "\nNvidia driver version: 550.54.15\n";
  const std::string cpu =
      "Architecture:  x86_64\nVendor ID:  GenuineIntel\nModel name:  Intel(R) Xeon(R) Platinum 8592+\n"
      "CPU family:  6\nModel:  207\n";
  const std::string table =
      "|   0  NVIDIA H100 80GB HBM3          On  | 00000000:19:00.0 Off |                    0 |\n";
  std::string line;
  for (const char c : report + lost) {
    if (line.empty()) line = "> ";
    line += c;
    if (c == '\n') quoted += std::exchange(line, "");
  }
  return {
      report + cpu + packages + "GPU topology:\n" + std::string(h100) + packages,
      "GPU0 and GPU1 hang.\n```\n" + table + "```\n```\n" + lost + "```\nWhy is GPU0 slow and NIC0 idle?\n",
      quoted, list + std::string(h100) + std::string(h100)};
}

// A matrix in another text was not found, or its GPUs not known.
TEST(TopoMatrix, MayStandInAnotherTextThatNamesItsGpus) {
  const Machine alone = *import_matrix(h100, "H100");
  for (const std::string& text : pasted_texts()) {
    EXPECT_TRUE(looks_like_topo_matrix(text)) << text;
    const Result<Machine> machine = import_matrix(text, "");
    ASSERT_TRUE(machine) << machine.error().message << "\n" << text;
    EXPECT_EQ(machine->gpu, "H100");
    EXPECT_EQ(matrix_of(machine->topology), matrix_of(alone.topology));
    EXPECT_EQ(machine->topology.nodes.size(), alone.topology.nodes.size());
    EXPECT_TRUE(import_matrix(text, "h100"));
    EXPECT_THAT(matrix_error(text, "A100"),
                testing::HasSubstr("the GPU is 'NVIDIA H100 80GB HBM3', but --gpu says A100"));
  }
}

TEST(TopoMatrix, TakesTheSocketsRateFromTheProcessorThatTheTextNames) {
  const auto between_sockets = [](const Topology& t) {
    return link_between(t, *t.find("cpu0"), *t.find("cpu1")).bandwidth;
  };
  EXPECT_EQ(between_sockets(import_matrix(h100, "H100")->topology), GBps(22));
  EXPECT_EQ(between_sockets(import_matrix(pasted_texts()[0], "")->topology), GBps(40));
}

TEST(TopoMatrix, OfGpusThatAreNotKnownOrNotAlikeSaysSo) {
  const std::string matrix(h100);
  EXPECT_THAT(
      matrix_error("GPU 0: Voodoo 5\n" + matrix, ""),
      testing::StartsWith("topo.txt:1: the GPU 'Voodoo 5' is not known; name the nearest one with --gpu: "));
  EXPECT_EQ(
      matrix_error("GPU 0: NVIDIA H100 80GB HBM3\nGPU 1: NVIDIA A40\n" + matrix, ""),
      "topo.txt:1: the GPUs are 'NVIDIA H100 80GB HBM3' and 'NVIDIA A40'; expected GPUs of one model, or one "
      "named with --gpu");
}

TEST(TopoMatrix, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(matrix_error("nothing"),
            "topo.txt:1: no header with GPU0; expected what nvidia-smi topo -m prints");
  EXPECT_EQ(matrix_error("GPU0 GPU2\nGPU0 X SYS\nGPU2 SYS X"),
            "topo.txt:1: GPU2 where GPU1 was expected: GPUs come first, and in order");
  // Guards against a fixed bug: columns were counted instead of GPUs, so GPU2 in the third column was taken
  // for the second GPU.
  EXPECT_EQ(matrix_error("GPU0 NIC0 GPU2\nGPU0 X PIX NV4\nNIC0 PIX X SYS\nGPU2 NV4 SYS X"),
            "topo.txt:1: GPU2 comes after NIC0; expected GPUs first, and in order");
  EXPECT_EQ(matrix_error("GPU0 NIC0 GPU1\nGPU0 X PIX NV4\nNIC0 PIX X SYS\nGPU1 NV4 SYS X"),
            "topo.txt:1: GPU1 comes after NIC0; expected GPUs first, and in order");
  EXPECT_EQ(matrix_error("GPU0 GPU1\nGPU0 X SYS\n"),
            "topo.txt:1: no row for GPU1 of this header; expected one for each GPU");
  EXPECT_EQ(matrix_error("GPU0 GPU1\nGPU0 X SYS\nGPU1 SYS"),
            "topo.txt:3: row GPU1 ends after 1 cells; expected 2");
  EXPECT_EQ(
      matrix_error("GPU0 GPU1\nGPU0 X SYSX\nGPU1 SYS X"),
      "topo.txt:2: cell 2 of row GPU0, to GPU1, is 'SYSX'; expected X, NV1 to NV64, PIX, PXB, PHB, NODE or "
      "SYS");
  EXPECT_EQ(matrix_error("GPU0 GPU1\nGPU0 X X\nGPU1 SYS X"),
            "topo.txt:2: row GPU0 has X under GPU1; expected X there, and only there");
  EXPECT_EQ(
      matrix_error("GPU0 GPU1\nGPU0 X NV1\nGPU1 NV2 X"),
      "topo.txt:3: GPU1 -> GPU0 differs from GPU0 -> GPU1 on line 2; expected the same in both directions");
  EXPECT_EQ(matrix_error("GPU0 GPU1\nGPU0 X NV1\nGPU0 X NV1"),
            "topo.txt:3: row GPU0 is there twice; the first one is on line 2");
  EXPECT_EQ(matrix_error("GPU0 NIC0 NIC0\nGPU0 X SYS SYS"),
            "topo.txt:1: column NIC0 is there twice; expected different columns");
}

// Any cut or changed text gives a machine or a sentence that begins with the file's name; nothing crashes.
TEST(TopoMatrix, SurvivesEveryCutAndAnyFlip) {
  std::mt19937 random(1);
  const auto survives = [](const std::string& text) {
    const Result<Machine> machine = import_matrix(text, "H100");
    EXPECT_TRUE(machine || machine.error().message.starts_with("topo.txt:"));
  };
  for (std::size_t end = 0; end <= h100.size(); ++end) survives(std::string(h100.substr(0, end)));
  for (int i = 0; i < 2000; ++i) {
    std::string text(h100);
    for (int flips = 0; flips < 1 + i % 3; ++flips)
      text[random() % text.size()] = static_cast<char>(random() % 256);
    survives(text);
  }
}

// The pasted matrix in the header of a published table: the lines after "# topology:", each behind "#   ".
std::string paste_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string paste;
  bool inside = false;
  for (std::string line; std::getline(stream, line) && line.starts_with("#");) {
    if (line == "# topology:") {
      inside = true;
    } else if (inside) {
      if (!line.starts_with("#  ")) break;
      paste += line.substr(4 > line.size() ? line.size() : 4) + "\n";
    }
  }
  return looks_like_topo_matrix(paste) ? paste : "";
}

TEST(TopoMatrix, ImportsEveryPasteInTheMeasurements) {
  const std::filesystem::path folder = std::filesystem::path(COMMLAB_SOURCE_DIR) / "sim" / "measurements";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no measurements in this tree";
  std::set<std::string> pastes;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (const std::string paste = paste_in(entry.path()); !paste.empty()) pastes.insert(paste);

  EXPECT_GE(pastes.size(), 2u);
  for (const std::string& paste : pastes) {
    const std::string gpu = paste.find("NV18") != paste.npos ? "H100" : "V100";
    const Result<Machine> machine = import_matrix(paste, gpu);
    ASSERT_TRUE(machine) << machine.error().message << "\n" << paste;
    EXPECT_EQ(machine->topology.gpus, 8);
  }
}

}  // namespace
}  // namespace commlab
