// NCCL's topology XML: what is read, and how each mistake is answered.
#include "core/machine_text/nccl_topology.h"

#include <random>

#include <gtest/gtest.h>

#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "tests/core/machine_text/machine_text.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

// Two sockets. On the first: a GPU and a NIC under a PCIe switch. On the second: a GPU with a rank, and one
// without. An NVSwitch joins the two GPUs with ranks.
constexpr std::string_view server = R"(<system version="1">
  <cpu host_hash="0x1" numaid="0" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="143">
    <pci busid="0000:10:00.0" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16">
      <pci busid="0000:11:00.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">
        <gpu dev="0" sm="90" rank="1" gdr="1">
          <nvlink target="0000:A0:00.0" count="18" tclass="0x068000"/>
        </gpu>
      </pci>
      <pci busid="0000:12:00.0" class="0x020700" link_speed="16.0 GT/s PCIe" link_width="8">
        <nic>
          <net name="mlx5_0" dev="0" speed="400000" port="1"/>
        </nic>
      </pci>
    </pci>
  </cpu>
  <cpu host_hash="0x1" numaid="1" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="143">
    <pci busid="0000:21:00.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">
      <gpu dev="1" sm="90" rank="0" gdr="1">
        <nvlink target="fffffff:ffff:ff" count="18" tclass="0x068000"/>
      </gpu>
    </pci>
    <pci busid="0000:22:00.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">
      <gpu dev="2" sm="90" gdr="1"/>
    </pci>
  </cpu>
</system>
)";

Result<Machine> import(std::string_view text, std::string_view gpu = "") {
  return machine_from_nccl_topology(text, "topo.xml", gpu, std::string(machine_folder) + "/parameters");
}

std::string xml_error(std::string_view text, std::string_view gpu = "") {
  const Result<Machine> machine = import(text, gpu);
  return machine ? "" : machine.error().message;
}

std::string with(std::string_view from, std::string_view to) {
  std::string result(server);
  const std::size_t at = result.find(from);
  EXPECT_NE(at, result.npos) << from;
  return result.replace(at, from.size(), to);
}

TEST(NcclTopology, ReadsSocketsSwitchesGpusAndNics) {
  const Result<Machine> machine = import(server);

  ASSERT_TRUE(machine) << machine.error().message;
  const Topology& t = machine->topology;
  EXPECT_EQ(t.gpus, 2);  // in order of rank; the GPU without a rank is left out
  const auto node = [&](std::string_view name) { return *t.find(name); };
  EXPECT_EQ(link_between(t, 0, node("nvswitch")).bandwidth, (Bandwidth{18 * 20'600'000'000}));
  EXPECT_EQ(link_between(t, node("nvswitch"), 1).lanes, 18);
  EXPECT_EQ(link_between(t, 1, node("pcie0")).bandwidth, GBps(48));
  EXPECT_EQ(link_between(t, 0, node("cpu1")).bandwidth, GBps(48));
  EXPECT_EQ(link_between(t, node("nic0"), node("pcie0")).bandwidth, GBps(12));  // Gen4, eight lanes
  EXPECT_EQ(link_between(t, node("cpu0"), node("cpu1")).bandwidth, GBps(22));   // Sapphire Rapids
  EXPECT_EQ(machine->network.nic, GBps(48));  // a NIC sold as 400G, as in "2x dgx-h100,400G"
  EXPECT_EQ(machine->gpu, "H100");
  EXPECT_EQ(import(server, "H200")->gpu, "H200");
  EXPECT_TRUE(machine_from_toml(machine_to_toml(*machine), "again.toml"));
}

bool is_said(const Machine& machine, std::string_view sentence) {
  return std::ranges::find(machine.sources, sentence) != machine.sources.end();
}

// The PCI device id tells GPUs of the same compute capability apart.
TEST(NcclTopology, SaysWhichGpuItTookItFor) {
  constexpr std::string_view assumed =
      "Assumed: H100, by compute capability 9.0, which H200, H800, H20, GH200 have, too; if it is another GPU, "
      "name it, as "
      "in --gpu H200.";
  EXPECT_TRUE(is_said(*import(server), assumed));
  EXPECT_FALSE(is_said(*import(server, "H200"), assumed));

  const Machine by_id = *import(with("<pci busid=\"0000:21:00.0\" class=\"0x030200\"",
                                     "<pci busid=\"0000:21:00.0\" class=\"0x030200\" device=\"0x2335\""));
  EXPECT_EQ(by_id.gpu, "H200");
  EXPECT_FALSE(is_said(by_id, assumed));
  EXPECT_TRUE(is_said(by_id,
                      "Parameters of dgx-h100, for H200 with NVLinks to NVSwitch: "
                      "sim/machines/parameters/h100-nvswitch.toml."));
}

// Each GPU lists its own direction of a direct link; several links to one peer are one bundle.
TEST(NcclTopology, JoinsGpusDirectly) {
  const std::string text = R"(<system version="1"><cpu arch="x86_64" vendor="AuthenticAMD">
    <pci busid="0000:01:00.0" class="0x030200"><gpu sm="80" rank="0">
      <nvlink target="0000:02:00.0" count="1" tclass="0x030200"/>
      <nvlink target="0000:02:00.0" count="3" tclass="0x030200"/></gpu></pci>
    <pci busid="0000:02:00.0" class="0x030200"><gpu sm="80" rank="1">
      <nvlink target="0000:01:00.0" count="4" tclass="0x030200"/></gpu></pci></cpu></system>)";
  const Machine machine = *import(text);

  EXPECT_EQ(link_between(machine.topology, 0, 1).lanes, 4);
  EXPECT_EQ(link_between(machine.topology, 1, 0).lanes, 4);
  int nvlinks = 0;
  for (const Link& link : machine.topology.links) nvlinks += link.type == LinkType::nvlink ? 1 : 0;
  EXPECT_EQ(nvlinks, 2);
}

TEST(NcclTopology, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(xml_error("<topology/>"),
            "topo.xml:1: no <system> element; expected what NCCL_TOPO_DUMP_FILE writes");
  EXPECT_EQ(xml_error(with("version=\"1\"", "version=\"7\"")),
            "topo.xml:1: <system> version '7'; expected 1, or RCCL's 2");
  EXPECT_EQ(xml_error("<system version=\"1\">\n</system>"),
            "topo.xml:1: <system> no GPU with a rank; expected <gpu ... rank=\"0\">");
  EXPECT_EQ(xml_error(with("rank=\"1\"", "rank=\"0\"")),
            "topo.xml:18: <gpu> rank 0 is also the rank of another GPU; expected different ranks");
  EXPECT_EQ(xml_error(with("rank=\"1\"", "rank=\"one\"")),
            "topo.xml:5: <gpu> rank 'one'; expected a whole number");
  EXPECT_EQ(xml_error(with("count=\"18\"", "count=\"-1\"")),
            "topo.xml:6: <nvlink> count '-1'; expected 1 to 64");
  EXPECT_EQ(xml_error(with("count=\"18\"", "count=\"99999999999999999999\"")),
            "topo.xml:6: <nvlink> count '99999999999999999999'; expected 1 to 64");
  EXPECT_EQ(xml_error(with("link_width=\"8\"", "link_width=\"x\"")),
            "topo.xml:9: <pci> link_width 'x'; expected 0 to 64 lanes");
  EXPECT_EQ(xml_error(with("400000", "fast")), "topo.xml:11: <net> speed 'fast'; expected Mb/s, as 400000");
  EXPECT_EQ(xml_error(with("sm=\"90\" rank=\"0\"", "sm=\"1\" rank=\"0\"")),
            "topo.xml:18: <gpu> sm '1' is unknown; expected a compute capability such as 90, or the GPU's "
            "name with --gpu");
  EXPECT_TRUE(xml_error(server.substr(0, 700)).starts_with("topo.xml:16: not XML: "))
      << xml_error(server.substr(0, 700));
  EXPECT_EQ(xml_error(server, "T4"),
            "topo.xml:18: <gpu> has NVLinks, but the T4 has none; expected another --gpu");
}

int count_nvlinks(const Topology& topology) {
  return static_cast<int>(std::ranges::count(topology.links, LinkType::nvlink, &Link::type));
}

std::string pci_of_gpu(int bus, std::string_view inside, std::string_view device = "0x20b5") {
  return fmt::format(R"(<pci busid="000{}:00:00.0" class="0x030200" device="{}">{}</pci>)", bus, device,
                     inside);
}

std::string system_of(std::string_view inside) {
  return fmt::format(R"(<system version="1"><cpu numaid="0" arch="arm64">{}</cpu></system>)", inside);
}

// Clouds ship such files, and NCCL takes them.
TEST(NcclTopology, ALinkToItsOwnGpuIsLeftOut) {
  std::string inside;
  for (int gpu = 0; gpu < 2; ++gpu)
    inside += pci_of_gpu(gpu, fmt::format(R"(<gpu dev="{0}" sm="80" rank="{0}">
      <nvlink target="000{0}:00:00.0" count="12" tclass="0x030200"/></gpu>)",
                                          gpu));
  const Result<Machine> machine = import(system_of(inside));
  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->topology.gpus, 2);
  EXPECT_EQ(count_nvlinks(machine->topology), 0);
  EXPECT_TRUE(
      is_said(*machine, "Left out: NVLinks that lead back to their own GPU, as files of some clouds have."));
  EXPECT_EQ(xml_error(with("fffffff:ffff:ff", "0000:11:00.0")), "");
}

// Only the last of them was joined to anything.
TEST(NcclTopology, EveryRankOfAGpuIsThere) {
  const std::string link = R"(<nvlink target="fffffff:ffff:ff" count="18" tclass="0x068000"/>)";
  for (int ranks = 2; ranks <= 4; ++ranks) {
    std::string gpus;
    for (int rank = 0; rank < ranks; ++rank)
      gpus += fmt::format(R"(<gpu dev="0" sm="90" rank="{}">{}</gpu>)", rank, link);
    const Result<Machine> machine = import(system_of(pci_of_gpu(0, gpus, "0x2330")));
    ASSERT_TRUE(machine) << machine.error().message;
    const Topology& t = machine->topology;
    ASSERT_EQ(t.gpus, ranks);
    for (NodeId gpu = 0; gpu < ranks; ++gpu) {
      EXPECT_EQ(link_between(t, gpu, *t.find("pcie0")).type, LinkType::pcie);
      EXPECT_EQ(link_between(t, gpu, *t.find("nvswitch")).lanes, 18);
    }
    EXPECT_EQ(link_between(t, *t.find("pcie0"), *t.find("cpu0")).type, LinkType::pcie);
  }
}

// Bus ids were taken for those of one computer.
TEST(NcclTopology, TheGpusOfSeveralHostsMayHaveTheSameBusIds) {
  std::string text = "<system version=\"1\">";
  for (int host = 0; host < 2; ++host)
    text += fmt::format(R"(<cpu host_hash="0x{}" numaid="0" arch="arm64">)", host + 1) +
            pci_of_gpu(1,
                       fmt::format(R"(<gpu dev="0" sm="100" rank="{}">
              <nvlink target="fffffff:ffff:ff" count="18" tclass="0x068000"/></gpu>)",
                                   host),
                       "0x2941") +
            "</cpu>";
  const Result<Machine> machine = import(text + "</system>");
  ASSERT_TRUE(machine) << machine.error().message;
  const Topology& t = machine->topology;
  for (NodeId gpu = 0; gpu < 2; ++gpu) {
    EXPECT_EQ(link_between(t, gpu, *t.find(fmt::format("cpu{}", gpu))).type, LinkType::pcie);
    EXPECT_EQ(link_between(t, gpu, *t.find("nvswitch")).lanes, 18);
  }
}

std::string with_c2c(std::string_view c2c) {
  return system_of(pci_of_gpu(1, fmt::format(R"(<gpu dev="0" sm="90" rank="0">{}</gpu>)", c2c), "0x2342") +
                   R"(<pci busid="0000:02:00.0" class="0x020000" link_speed="32.0 GT/s PCIe" link_width="16">
                      <nic><net name="mlx5_0" speed="400000"/></nic></pci>)");
}

// The link from a Hopper to its Grace was not read: 3 GB/s over PCIe.
TEST(NcclTopology, AGpuReachesItsCpuOverC2c) {
  const Result<Machine> machine = import(with_c2c(R"(<c2c bw="43125" count="8"/>)"));
  ASSERT_TRUE(machine) << machine.error().message;
  const Topology& t = machine->topology;
  Bandwidth widest{};
  for (const Link& link : t.links)
    if (link.from == 0 && link.to == *t.find("cpu0")) widest = std::max(widest, link.bandwidth);
  EXPECT_EQ(widest, GBps(345));
  EXPECT_TRUE(machine_from_toml(machine_to_toml(*machine), "again.toml"));
  EXPECT_EQ(xml_error(with_c2c(R"(<c2c bw="fast" count="8"/>)")),
            "topo.xml:1: <c2c> bw 'fast'; expected MB/s, as 43125");
  EXPECT_EQ(xml_error(with_c2c(R"(<c2c bw="43125" count="0"/>)")),
            "topo.xml:1: <c2c> count '0'; expected 1 to 64");
}

// Everything but EFA and Slingshot was taken for InfiniBand.
TEST(NcclTopology, TheNamesOfNicsTellTheNetwork) {
  const auto network_by = [](std::string_view nic, std::string_view type) {
    const Result<Machine> machine = import(system_of(
        pci_of_gpu(1, R"(<gpu dev="0" sm="90" rank="0"/>)", "0x2330") +
        fmt::format(R"(<pci busid="0000:02:00.0" class="{}" link_speed="32.0 GT/s PCIe" link_width="16">
                       <nic><net name="{}" speed="400000"/></nic></pci>)",
                    type, nic)));
    EXPECT_TRUE(machine) << machine.error().message;
    return machine->nccl->fabric;
  };
  constexpr std::string_view infiniband_card = "0x020700", ethernet_card = "0x020000";
  EXPECT_EQ(network_by("mlx5_0", infiniband_card), "infiniband");
  EXPECT_EQ(network_by("mlx5_0", ethernet_card), "roce");
  EXPECT_EQ(network_by("cxi0", ethernet_card), "slingshot");
  EXPECT_EQ(network_by("rdmap16s27", ethernet_card), "efa");
  for (const char* const nic : {"rocep1s0f0", "bnxt_re0", "ionic_0", "irdma0"})
    EXPECT_EQ(network_by(nic, ethernet_card), "roce") << nic;
  for (const char* const nic : {"eth0", "ens5", "bond0"})
    EXPECT_EQ(network_by(nic, ethernet_card), "tcp") << nic;
  EXPECT_EQ(network_by("warp0", ethernet_card), "unknown-network");
  EXPECT_EQ(network_by("", infiniband_card), "infiniband");
}

// What vendors ship for NCCL_TOPO_FILE: "no GPU with a rank".
TEST(NcclTopology, AStaticTopologyHasItsGpusInOrderOfBusIds) {
  const auto boards = [](int gpus) {
    std::string inside;
    for (int gpu = gpus; gpu-- > 0;) inside += pci_of_gpu(gpu, "", "0x20b0");
    return system_of(fmt::format(R"(<pci busid="ffff:ff:01.0" class="0x060400">{}
      <pci busid="0000:10:1b.0" class="0x020000"/></pci>)",
                                 inside));
  };
  const Result<Machine> machine = import(boards(8));
  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->topology.gpus, 8);
  EXPECT_EQ(machine->gpu, "A100");
  EXPECT_EQ(link_between(machine->topology, 7, *machine->topology.find("nvswitch")).lanes, 12);
  EXPECT_TRUE(is_said(*machine, "Assumed: 12 NVLinks of each GPU to NVSwitch, as on boards of 8 A100."));
  EXPECT_EQ(import(boards(1))->topology.gpus, 1);
  EXPECT_EQ(xml_error(boards(4)),
            "topo.xml:1: <pci> is one of 4 A100 without their NVLinks, since this is a static topology (for "
            "NCCL_TOPO_FILE); expected the file that NCCL_TOPO_DUMP_FILE writes");
}

TEST(NcclTopology, NcclsGraphsAreNoTopology) {
  EXPECT_EQ(
      xml_error("<graphs version=\"1\"><graph id=\"0\" pattern=\"4\"/></graphs>"),
      "topo.xml:1: NCCL's graphs, which NCCL_GRAPH_DUMP_FILE writes: the rings and trees that it chose, not "
      "the machine, and commlab machine graphs shows them; expected the topology, which NCCL_TOPO_DUMP_FILE "
      "writes");
}

// It became an RTX 5090.
TEST(NcclTopology, AGb10IsNone) {
  const std::string gpu = R"(<gpu dev="0" sm="121" rank="0"/>)";
  EXPECT_EQ(import(system_of(pci_of_gpu(1, gpu, "0x2e12")))->gpu, "GB10");
  EXPECT_EQ(import(system_of(pci_of_gpu(1, gpu, "0x0")))->gpu, "GB10");
}

TEST(NcclTopology, KnowsComputeCapabilitiesFrom60To200) {
  for (const int sm : {0, 59, 60, 61, 199, 200, 201}) {
    const std::string said = xml_error(with("sm=\"90\" rank=\"0\"", fmt::format("sm=\"{}\" rank=\"0\"", sm)));
    EXPECT_EQ(said.find(fmt::format("sm '{}' is unknown", sm)) == said.npos, sm >= 60 && sm <= 200) << said;
  }
}

TEST(NcclTopology, LaughsAtEntityBombsAndDeepNests) {
  const std::string bomb =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n"
      "<lolz>&b;</lolz>";
  EXPECT_EQ(xml_error(bomb), "topo.xml:1: no <system> element; expected what NCCL_TOPO_DUMP_FILE writes");

  std::string deep = "<system version=\"1\">";
  for (int i = 0; i < 100'000; ++i) deep += "<pci>";
  for (int i = 0; i < 100'000; ++i) deep += "</pci>";
  EXPECT_EQ(xml_error(deep + "</system>"), "topo.xml:1: <pci> is more than 64 elements deep; expected fewer");
}

// Any cut or changed file gives a machine or a sentence that begins with the file's name; nothing crashes.
TEST(NcclTopology, SurvivesEveryCutAndAnyFlip) {
  std::mt19937 random(1);
  const auto survives = [](const std::string& text) {
    const Result<Machine> machine = import(text);
    EXPECT_TRUE(machine || machine.error().message.starts_with("topo.xml:"));
  };
  for (std::size_t end = 0; end <= server.size(); ++end) survives(std::string(server.substr(0, end)));
  for (int i = 0; i < 3000; ++i) {
    std::string text(server);
    for (int flips = 0; flips < 1 + i % 3; ++flips)
      text[random() % text.size()] = static_cast<char>(random() % 256);
    survives(text);
  }
}

}  // namespace
}  // namespace commlab
