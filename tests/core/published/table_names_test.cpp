// The words of published tables, and what they stand for.
#include "core/published/table_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine/cluster.h"
#include "core/machine/gpu_model.h"
#include "core/machine_text/find_machine.h"

namespace commlab {
namespace {

using testing::HasSubstr;

std::string node(std::string_view gpu, std::string_view interconnect = "", int gpus = 8) {
  return node_named(gpu, interconnect, gpus).machine;
}

TEST(TableNames, TellTheNodeByItsGpusAndTheirWiring) {
  EXPECT_EQ(node("H100 80GB HBM3", "NVSwitch"), "dgx-h100");
  EXPECT_EQ(node("H200 SXM"), "hgx-h200");
  EXPECT_EQ(node("GH200 120GB, 4-GPU node", "NVLink4 all-to-all", 4), "gh200x4");
  EXPECT_EQ(node("NVIDIA GB200", "NVL72", 72), "gb200-nvl72");
  EXPECT_EQ(node("NVIDIA GB200", "NVL36", 4), "gb200-nvl36");
  EXPECT_EQ(node("NVIDIA B200"), "hgx-b200");
  EXPECT_EQ(node("NVIDIA A100-SXM4-40GB", "NVLink3; Slingshot-11", 4), "a100x4");
  EXPECT_EQ(node("A100-SXM4-80GB", "NVSwitch (12 NVLink3 per GPU), HGX 8-GPU", 4), "dgx-a100");
  EXPECT_EQ(node("Tesla V100-SXM2-16GB", "NVLink", 4), "v100x4");
  EXPECT_EQ(node("Tesla V100-SXM2-16GB", "NVLink", 8), "dgx1-v100");
  EXPECT_EQ(node("Tesla V100-SXM3-32GB", "NVSwitch", 16), "dgx2");
  EXPECT_EQ(node("L40S"), "l40s");
}

// A table is not refused because its GPU is not known: the nearest class by name stands for it, and is named.
TEST(TableNames, TakeTheNearestClassForAGpuThatIsNotKnown) {
  for (const auto& [gpu, machine] :
       {std::pair("H20", "hgx-h200"), std::pair("NVIDIA H800", "dgx-h100"), std::pair("GB300", "gb200-nvl72"),
        std::pair("NVIDIA GB10", "hgx-b200"), std::pair("B300 SXM6", "hgx-b200"),
        std::pair("A800-SXM4-80GB", "dgx-a100"), std::pair("A40", "l40s"), std::pair("RTX 3090", "rtx4090"),
        std::pair("MI250X", "mi300x"), std::pair("NVIDIA H100 PCIe", "a100-pcie"),
        std::pair("H100 NVL", "a100-pcie"), std::pair("Tesla V100-PCIE-16GB", "p100-pcie-x4"),
        std::pair("Tesla K80", "p100-pcie-x4"), std::pair("RTX 5090", "rtx4090")}) {
    const NamedNode named = node_named(gpu, "", 8);
    EXPECT_EQ(named.machine, machine) << gpu;
    EXPECT_THAT(named.assumed, HasSubstr("the nearest class")) << gpu;
  }
  EXPECT_THAT(node_named("Voodoo 5", "", 8).assumed, HasSubstr("'Voodoo 5' is not like any that is known"));
  EXPECT_EQ(node_named("H100", "", 8).assumed, "");
}

// A GPU of the table without a row was taken for a DGX A100.
TEST(TableNames, HaveARowForEveryGpu) {
  for (const GpuModel& model : gpu_models()) {
    const NamedNode named = node_named(full_name(model), "", 8);
    EXPECT_EQ(named.assumed.find("not like any"), named.assumed.npos) << full_name(model);
    EXPECT_TRUE(!model.is_card || !named.machine.starts_with("dgx")) << full_name(model) << " is a card";
  }
}

TEST(TableNames, NameOnlyMachinesThatShip) {
  const std::vector<std::string> machines = machine_names(COMMLAB_SOURCE_DIR "/sim/machines");
  for (const char* gpu :
       {"GB300",    "GB10",     "B200",    "B100", "GH200",     "H200",    "H100", "H800",
        "H20",      "MI300X",   "MI210",   "A100", "A100-PCIE", "A800",    "A30",  "A10",
        "A40",      "A6000",    "L40S",    "L40",  "L4",        "V100",    "P100", "RTX 4090",
        "RTX 5090", "RTX 6000", "GeForce", "T4",   "P40",       "TITAN V", "other"})
    for (const int gpus : {1, 2, 4, 8, 16})
      for (const char* wiring : {"", "NVSwitch", "NV4", "hybrid cube mesh"})
        EXPECT_EQ(std::ranges::count(machines, node(gpu, wiring, gpus)), 1)
            << gpu << " " << node(gpu, wiring, gpus);
}

struct WordsOfATable {
  const char* text;
  const char* parameters;
  const char* nic;
  int nics;
};

TEST(TableNames, TellTheNetworkItsRateAndItsNics) {
  for (const WordsOfATable& w :
       {WordsOfATable{"NVSwitch (NVLink4) intra-node; EFA 32x100 Gb/s per node", "efa", "400G", 8},
        WordsOfATable{"NVSwitch; 8x 200G HDR InfiniBand (ConnectX-6) per node", "infiniband", "200G", 8},
        WordsOfATable{"NVLink3; Slingshot-11 via aws-ofi-nccl", "slingshot", "200G", 0},
        WordsOfATable{"NVLink2 hybrid cube mesh; one 100 Gb/s EFA per node, no GPUDirect", "efa", "100G", 1},
        WordsOfATable{"1 GPU, 1 NIC (400G) per node", "unknown-network", "400G", 0},
        WordsOfATable{"about 50 GB/s per GPU: 400 Gb/s NIC per GPU", "unknown-network", "400G", 0},
        WordsOfATable{"8x 200 Gb/s gVNIC per node, GPUDirect-TCPXO", "tcpxo", "200G", 8},
        WordsOfATable{"GPUDirect-TCPX, 4x 200 Gb/s gVNIC per node", "tcpx", "200G", 4},
        WordsOfATable{"TCP sockets over one 200 Gb/s gVNIC per node", "tcp-cloud", "200G", 1},
        WordsOfATable{"25 Gb/s Ethernet", "unknown-network", "25G", 0},
        WordsOfATable{"NVLink5/NVSwitch; 8x RDMA (CX-7 400G, one NIC per GPU, gIB plugin)", "roce", "400G",
                      0},
        WordsOfATable{"RoCE v2, 4x 200 Gb/s", "roce", "200G", 4},
        WordsOfATable{"InfiniBand NDR", "infiniband", "400G", 0},
        WordsOfATable{"TCP sockets over Slingshot 200G", "tcp", "200G", 0},
        WordsOfATable{"NVLink4, 18 links x 26.562 GB/s", "unknown-network", "", 0}}) {
    const NetworkWords network = network_named(w.text, 8).network;
    EXPECT_EQ(network.fabric, w.parameters) << w.text;
    EXPECT_EQ(network.nic, w.nic) << w.text;
    EXPECT_EQ(network.network.nics_per_node, w.nics) << w.text;
    EXPECT_TRUE(network.nic.empty() || parse_nic(network.nic)) << w.text;
  }
  EXPECT_THAT(network_named("", 8).assumed, HasSubstr("is not named: its band covers all that are known"));
  EXPECT_THAT(network_named("Ethernet", 8).assumed, HasSubstr("is not known by 'Ethernet'"));
  EXPECT_EQ(network_named("InfiniBand", 8).assumed, "");
}

}  // namespace
}  // namespace commlab
