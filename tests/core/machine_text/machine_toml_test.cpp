// The file of a machine: what can be written, and how each mistake is answered.
#include "core/machine/machine.h"

#include <chrono>
#include <fstream>

#include <gtest/gtest.h>

#include "core/machine/cluster.h"
#include "core/machine_text/machine_families.h"
#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "tests/core/machine_text/machine_text.h"

namespace commlab {
namespace {

std::string toml_error(std::string_view toml) { return machine_from_toml(toml, "lab.toml").error().message; }

constexpr std::string_view rich_machine = R"(
name = "lab"
title = "a \"lab\" machine"
sources = ["all: made up for this test"]
measured = "2024-02-29 on lab"
provenance = ["driver: 580.65", "load: 0.5 before, 2 after"]
gpu = "A100"
gpus = 4
per_node = 2
nodes = ["cpu0..1 cpu", "ram memory"]
links = [
  "gpu0..1 <-> cpu0  16GB/s 500ns",
  "gpu2..3 <-> cpu1  2x pcie 8GB/s 500ns",
  "cpu0 <-> cpu1  upi",
  "cpu0 -> ram  25GB/s",
  "gpu0 <-> gpu1  2x nvlink",
]
every_other_pair = "other 1GB/s 1us"
[link.nvlink]
bandwidth = "25GB/s"
latency = "100ns"
[link.upi]
type = "socket"
bandwidth = "20GB/s"
[collective]
launch = "8.4us"
overhead = "1ps"
latency = "3.4us"
[copy]
launch = "1us"
[local]
latency = "2us"
traffic = "780GB/s"
[staged]
latency = "20us"
one_way = "19GB/s"
both_ways = "24GB/s"
[work]
send = ["4KiB 3.1GB/s", "64KiB 9GB/s"]
receive = ["1B 7GB/s"]
reduce = ["1KiB 2GB/s"]
copy = ["1MiB 4GB/s"]
processors = 2
memory = "12GB/s"
reduction_traffic = 1.25
slots = 3
wake = "2us"
by_memory = true
at_both_ends = true
wake_beside = "300ns"
per_message = "100ns"
rendezvous = "3us"
eager = "2KiB"
[protocol.ll]
start = "1us"
hop = { nvlink = "0.5us", network = "7us" }
wire = "2/1"
rate = "5GB/s"
channels = 24
grain = "4KiB"
[protocol.simple]
piece = "512KiB"
[launching]
each = "4.7us"
graph_saves = "3.3us"
[network]
nic = "400G"
latency = "3us"
nics_per_node = 1
rails = true
nodes_per_leaf = 4
oversubscription = 2
[tempo]
backend = "host"
ranks = 4
messages = 6
times = ["4KiB 20us 19us 25us", "1MiB 1.5ms 1.5ms 1.6ms"]
)";

TEST(MachineFromToml, ReadsEveryField) {
  const Result<Machine> machine = machine_from_toml(rich_machine, "lab.toml");

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(
      describe(*machine),
      R"(lab|a "lab" machine|all: made up for this test|2024-02-29 on lab|driver: 580.65;load: 0.5 before, 2 after|A100|4|2|false
gpu0 gpu
gpu1 gpu
gpu2 gpu
gpu3 gpu
cpu0 cpu
cpu1 cpu
ram memory
0 4 pcie 16000000000 500000 1
4 0 pcie 16000000000 500000 1
1 4 pcie 16000000000 500000 1
4 1 pcie 16000000000 500000 1
2 5 pcie 16000000000 500000 2
5 2 pcie 16000000000 500000 2
3 5 pcie 16000000000 500000 2
5 3 pcie 16000000000 500000 2
4 5 socket 20000000000 0 1
5 4 socket 20000000000 0 1
4 6 memory 25000000000 0 1
0 1 nvlink 50000000000 100000 2
1 0 nvlink 50000000000 100000 2
0 2 other 1000000000 1000000 1
2 0 other 1000000000 1000000 1
0 3 other 1000000000 1000000 1
3 0 other 1000000000 1000000 1
1 2 other 1000000000 1000000 1
2 1 other 1000000000 1000000 1
1 3 other 1000000000 1000000 1
3 1 other 1000000000 1000000 1
2 3 other 1000000000 1000000 1
3 2 other 1000000000 1000000 1
8400000 1 3400000
1000000 0 0
local 2000000 780000000000, staged 20000000 19000000000 24000000000
4KiB 3.1GB/s, 64KiB 9GB/s, 
1B 7GB/s, 
1KiB 2GB/s, 
1MiB 4GB/s, 
2 12000000000 1.25 3 2000000 true true 300000 100000 3000000 2048
ll 1000000 hop 500000,0,0,7000000,0,0 2/1 0 5000000000 24 4096
simple 0 hop 0,0,0,0,0,0 1/1 524288 0 1 0
4700000 3300000
48000000000 3000000 1 true 4 2
tempo host 4 6: 4096 20000000 19000000 25000000; 1048576 1500000000 1500000000 1600000000
)");
}

constexpr std::string_view multicast_machine = R"(
gpus = 2
nodes = ["nvswitch nvswitch"]
links = ["gpu0..1 <-> nvswitch 370GB/s"]
[multicast]
launch = "55us"
efficiency = 0.83
)";

TEST(MachineFromToml, TakesATableOfMulticastForTheSwitchesThatCan) {
  const Result<Machine> machine = machine_from_toml(multicast_machine, "hopper.toml");

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_TRUE(machine->topology.multicast);
  EXPECT_EQ(machine->multicast.launch, microseconds(55));
  EXPECT_EQ(machine->multicast.efficiency, 0.83);
  EXPECT_EQ(start_of(machine->multicast, MiB(1024)), microseconds(55));

  EXPECT_FALSE(machine_from_toml("gpus = 2", "lab.toml")->topology.multicast);
  EXPECT_TRUE(
      machine_from_toml("gpus = 2\nnodes = [\"s nvswitch\"]\n[multicast]", "a.toml")->topology.multicast);
  EXPECT_EQ(toml_error("gpus = 2\n[multicast]\nefficiency = 0.8"),
            "lab.toml:2: [multicast] needs an NVSwitch; expected a node of type nvswitch in nodes");
  for (const std::string_view wrong : {"0", "1.1", "-0.5", "nan", "\"0.8\""})
    EXPECT_EQ(
        toml_error(fmt::format("gpus = 2\nnodes = [\"s nvswitch\"]\n[multicast]\nefficiency = {}", wrong)),
        "lab.toml:4: efficiency is wrong here; expected a number from 0.001 to 1, as in 0.83");
}

// Older files have no reduction_traffic; the default is 1.5, the bytes that a reduction reads and writes.
TEST(MachineFromToml, TakesWhatAReductionMovesOrCountsItsBytes) {
  EXPECT_EQ(machine_from_toml("gpus = 2\n[work]\nmemory = \"12GB/s\"", "lab.toml")->work.reduction_traffic,
            1.5);
  for (const std::string_view wrong : {"0.9", "101", "nan", "\"1.5\"", "\"1.5GB/s\""})
    EXPECT_EQ(toml_error(fmt::format("gpus = 2\n[work]\nreduction_traffic = {}", wrong)),
              "lab.toml:3: reduction_traffic is wrong here; expected a number from 1 to 100, as in 1.5");
}

// The machine's own parameters override the network's, which override the GPU generation's.
TEST(MachineFromToml, TakesParametersFromOtherFiles) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "commlab_parameters";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "gpu.toml") << R"(
sources = ["ll: made up"]
[collective]
launch = "9us"
[protocol.ll]
hop = { nvlink = "0.5us" }
wire = "2/1"
)";
  std::ofstream(folder / "net.toml") << "[protocol.ll]\nhop = { network = \"7us\" }\n";
  const auto read = [&](std::string_view toml) { return machine_from_toml(toml, "lab.toml", folder); };

  const Result<Machine> machine = read(R"(
gpus = 2
sources = ["all: made up"]
parameters = ["gpu", "net"]
[protocol.ll]
channels = 3
)");
  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->sources, (std::vector<std::string>{"all: made up", "ll: made up"}));
  EXPECT_EQ(machine->collective.launch, microseconds(9));
  ASSERT_EQ(machine->protocols.size(), 1u);
  const Protocol& ll = machine->protocols[0];
  EXPECT_EQ(ll.hop_over(LinkType::nvlink), nanoseconds(500));
  EXPECT_EQ(ll.hop_over(LinkType::network), microseconds(7));
  EXPECT_EQ(ll.wire, 2);
  EXPECT_EQ(ll.channels, 3);

  EXPECT_EQ(read("gpus = 2\nparameters = [\"gpus\"]").error().message,
            "lab.toml:2: unknown parameters 'gpus' (did you mean gpu?); expected gpu, net");
  std::ofstream(folder / "net.toml") << "[protocol.ll]\nwire = \"1/2\"\n";
  EXPECT_EQ(read("gpus = 2\nparameters = [\"net\"]").error().message,
            fmt::format("lab.toml:2: {}:2: wire: '1/2'; expected bytes on the wire over bytes of data, as in "
                        "16/15, a ratio from 1 to 1024",
                        (folder / "net.toml").string()));
  std::filesystem::remove_all(folder);
}

TEST(MachineToToml, ReadsBackAsTheSameMachine) {
  std::vector<Machine> machines = {*machine_from_toml(rich_machine, "lab.toml"),
                                   *machine_from_toml(multicast_machine, "hopper.toml")};
  for (const std::string_view spec : {"switch:8,450GB/s,350ns", "switch:8,450GB/s,350ns,multicast",
                                      "torus:3x4,100GB/s,0.5us", "fat-tree:2x3,400Gb/s,1us"}) {
    machines.push_back(*machine_from_spec(spec));
  }
  machines.back().title = "tab\there, \"quotes\" and \\ too";
  machines.push_back(*cluster_of(machines.back(), 2, {.nic = GBps(12), .sharp = true}));
  machines.front().network.sharp = true;

  for (const Machine& machine : machines) {
    const Result<Machine> again = machine_from_toml(machine_to_toml(machine), "again.toml");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(describe(*again), describe(machine));
  }
}

TEST(MachineFromToml, ReadsABundleOfAMillionLinksAtOnce) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string_view toml =
      "gpus = 1048576\nnodes = [\"nvswitch nvswitch\"]\nlinks = [\"gpu0..1048575 <-> nvswitch 25GB/s "
      "500ns\"]";

  EXPECT_EQ(machine_from_toml(toml, "lab.toml")->topology.links.size(), 2u << 20);

  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(120));
}

TEST(MachineFromToml, NamesAMachineWithoutNameAfterItsFile) {
  EXPECT_EQ(machine_from_toml("gpus = 1", "some/where/lab.toml")->name, "lab");
}

TEST(MachineFromToml, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(toml_error("gpus = 2\nlinks = [\n  \"gpu0 <-> gpu9 25GB/s\",\n]"),
            "lab.toml:3: link 'gpu0 <-> gpu9 25GB/s': unknown node 'gpu9'; expected gpu0 to gpu1");
  EXPECT_EQ(toml_error("gpus = 2\nlinks = [\"gpu0 <-> gpu1 0GB/s\"]"),
            "lab.toml:2: link 'gpu0 <-> gpu1 0GB/s': bandwidth 0; expected more than 0");
  EXPECT_EQ(
      toml_error("gpus = 2\n\ngpsu_forward = true"),
      "lab.toml:3: unknown key 'gpsu_forward' (did you mean gpus_forward?); expected name, title, sources, "
      "measured, provenance, gpu, gpus, per_node, gpus_forward, sharp, nodes, parameters, link, links, "
      "every_other_pair, "
      "collective, copy, local, staged, work, protocol, network_hops, launching, nccl, multicast, network, "
      "tempo");
  EXPECT_EQ(
      toml_error("gpus = 2\n[work]\nslot = 3"),
      "lab.toml:3: unknown key 'slot' in [work] (did you mean slots?); expected send, receive, reduce, copy, "
      "by_memory, processors, at_both_ends, memory, reduction_traffic, slots, wake, wake_beside, "
      "per_message, rendezvous, eager");
  EXPECT_EQ(toml_error("title = \"no GPUs\""),
            "lab.toml:1: the key gpus is missing; expected the number of GPUs, as in gpus = 8");
  EXPECT_EQ(toml_error("gpus = 0"),
            "lab.toml:1: gpus is wrong here; expected a whole number from 1 to 1048576");
  EXPECT_EQ(toml_error("gpus = \"8\""),
            "lab.toml:1: gpus is wrong here; expected a whole number from 1 to 1048576");
  EXPECT_EQ(toml_error("gpus = 2\ngpus_forward = 1"),
            "lab.toml:2: gpus_forward is wrong here; expected true or false");
  EXPECT_EQ(toml_error("gpus = 2\ntitle = 2"), "lab.toml:2: title is wrong here; expected a text in quotes");
  EXPECT_EQ(toml_error("gpus = 2\nwork = 2"), "lab.toml:2: work is wrong here; expected a table, [work]");
  EXPECT_EQ(toml_error("gpus = 2\nlinks = [\n1]"),
            "lab.toml:3: links is wrong here; expected a list of texts, as in [\"gpu0 <-> gpu1 4x nvlink\"]");
  EXPECT_EQ(toml_error("gpus = 2\n[copy]\nlatency = 3"),
            "lab.toml:3: latency is wrong here; expected a text with a unit, as in \"3.4us\"");
  EXPECT_EQ(
      toml_error("gpus = 2\n[copy]\nlatency = \"3 us\""),
      "lab.toml:3: latency: time '3 us': unknown unit ' us'; expected ps, ns, us, ms or s, as in 2.7us");
}

TEST(MachineFromToml, WantsNodesOfEqualSize) {
  EXPECT_EQ(toml_error("gpus = 6\n\nper_node = 4"),
            "lab.toml:3: per_node = 4 does not divide 6 GPUs; expected nodes of equal size");
}

// Ranges of equal length are joined one to one; otherwise equal numbers of neighbours are joined to one.
TEST(MachineFromToml, JoinsEachOfARangeToEachOfAnother) {
  const Topology t =
      machine_from_toml(
          "gpus = 4\nnodes = [\"plx0..1 pcie_switch\", \"nic0..3 nic\"]\nlinks = [\"each gpu0..3 <-> "
          "plx0..1 24GB/s\", \"each plx0..1 -> nic0..3  pcie 24GB/s\"]",
          "lab.toml")
          ->topology;

  std::vector<std::string> names;
  for (LinkId id = 0; id < static_cast<LinkId>(t.links.size()); ++id) names.push_back(t.link_name(id));
  EXPECT_EQ(names,
            (std::vector<std::string>{"gpu0 -> plx0", "plx0 -> gpu0", "gpu1 -> plx0", "plx0 -> gpu1",
                                      "gpu2 -> plx1", "plx1 -> gpu2", "gpu3 -> plx1", "plx1 -> gpu3",
                                      "plx0 -> nic0", "plx0 -> nic1", "plx1 -> nic2", "plx1 -> nic3"}));
}

TEST(MachineFromToml, SaysTheLineOfMalformedToml) {
  const std::string message = toml_error("gpus = 8\ntitle = \"no end\nlinks = []\n");

  EXPECT_TRUE(message.starts_with("lab.toml:2: not TOML: ")) << message;
}

std::string link_error(std::string_view rest) {
  const std::string toml =
      fmt::format("gpus = 2\nlinks = [\"{}\"]\n[link.nvlink]\nbandwidth = \"25GB/s\"", rest);
  const std::string message = toml_error(toml);
  const std::string place = fmt::format("lab.toml:2: link '{}': ", rest);
  EXPECT_TRUE(message.starts_with(place)) << message;
  return message.substr(place.size());
}

TEST(MachineFromToml, ExplainsEveryMistakeInALink) {
  EXPECT_EQ(link_error("gpu0 gpu1 nvlink"),
            "no arrow; expected A <-> B or A -> B, as in gpu0..7 <-> nvswitch 450GB/s 350ns");
  EXPECT_EQ(link_error("each gpu0 <-> gpu0 nvlink"), "gpu0 is joined to itself; expected two nodes");
  EXPECT_EQ(link_error("gpu0 <-> gpu0 nvlink"), "gpu0 is joined to itself; expected two nodes");
  EXPECT_EQ(link_error("gpu0 <-> gpu1"),
            "no bandwidth; expected one, as in 450GB/s, or a type with a bandwidth in [link.TYPE]");
  EXPECT_EQ(link_error("gpu0 <-> gpu1 nvlnik"),
            "unknown type 'nvlnik' (did you mean nvlink?); expected nvlink, pcie, socket, "
            "network, memory, other");
  EXPECT_EQ(link_error("gpu0 <-> gpu1 0x nvlink"),
            "'0x' is not a number of bonded links; expected one as in 4x");
  EXPECT_EQ(link_error("gpu1..0 <-> gpu1 nvlink"),
            "'gpu1..0' is not a range of nodes; expected one as in gpu0..7");
  EXPECT_EQ(
      link_error("gpu0 <-> gpu1 nvlink 4x"),
      "bandwidth '4x': unknown unit 'x'; expected B/s, KB/s, MB/s, GB/s, TB/s or Gb/s, as in 23.33GB/s");
  EXPECT_EQ(
      link_error("gpu0 <-> gpu1 nvlink 1GB/s 1ns fast"),
      "'fast' is out of place; expected a count (4x), a type, a bandwidth and a latency, in this order");
  EXPECT_EQ(link_error("gpu0 <-> gpu1 1000000000x nvlink"),
            "1000000000 times 25GB/s is too large; expected less");
}

TEST(MachineFromToml, ExplainsMistakesInNodesKindsAndCurves) {
  EXPECT_EQ(toml_error("gpus = 1\nnodes = [\"cpu0\"]"),
            "lab.toml:2: node 'cpu0' has no type; expected a name and a type, as in cpu0..1 cpu");
  EXPECT_EQ(
      toml_error("gpus = 1\nnodes = [\"cpu0 cqu\"]"),
      "lab.toml:2: node 'cpu0 cqu': unknown type of node 'cqu' (did you mean cpu?); expected gpu, nvswitch, "
      "pcie_switch, cpu, memory, nic, network_switch");
  EXPECT_EQ(
      toml_error("gpus = 1\nnodes = [\"cpu cpu\", \"cpu cpu\"]"),
      "lab.toml:2: node 'cpu cpu': node 'cpu' is defined twice; expected a different name for each node");
  EXPECT_EQ(toml_error("gpus = 1\nnodes = [\"gpu1 gpu\"]"),
            "lab.toml:2: node 'gpu1 gpu': the key gpus defines the GPUs; expected another type");
  EXPECT_EQ(toml_error("gpus = 1\n[link.sys]\nbandwidth = \"7GB/s\""),
            "lab.toml:2: [link.sys]: unknown type of link 'sys'; expected nvlink, pcie, socket, network, "
            "memory, other");
  EXPECT_EQ(toml_error("gpus = 1\n[link.pcie]\nlatency = \"1us\""),
            "lab.toml:2: [link.pcie] has no bandwidth, or bandwidth 0; expected more than 0");
  EXPECT_EQ(toml_error("gpus = 2\n[staged]\none_way = \"19GB/s\"\n"),
            "lab.toml:2: [staged] has no one_way or no both_ways; expected both, more than 0");
  EXPECT_EQ(toml_error("gpus = 2\nevery_other_pair = \"sys\""),
            "lab.toml:2: every_other_pair 'sys': unknown type 'sys'; expected nvlink, pcie, "
            "socket, network, memory, other");
  EXPECT_EQ(
      toml_error("gpus = 4097\nevery_other_pair = \"pcie 1GB/s\""),
      "lab.toml:2: every_other_pair of 4097 GPUs: that makes 16,781,312 links; expected at most 16,777,216");
  EXPECT_EQ(toml_error("gpus = 1\n[work]\nsend = [\"4KiB\"]"),
            "lab.toml:3: '4KiB' has only one part; expected a size and a rate, as in 64KiB 9GB/s");
  EXPECT_EQ(toml_error("gpus = 1\n[work]\nsend = [\"4KiB 1GB/s\",\n\"4KiB 2GB/s\"]"),
            "lab.toml:4: '4KiB 2GB/s' comes after 4KiB; expected rising sizes");
  EXPECT_EQ(toml_error("gpus = 1\n[work]\nsend = [\"4KiB 0GB/s\"]"),
            "lab.toml:3: '4KiB 0GB/s' has rate 0; expected more than 0");
}

// A range is a few letters, and its nodes could fill any memory.
TEST(MachineToml, RangesOfTooManyNodesOrLinksAreRefusedBeforeTheyAreMade) {
  EXPECT_EQ(
      toml_error("gpus = 4\nnodes = [\"pcie0..2147483647 pcie_switch\"]"),
      "lab.toml:2: node 'pcie0..2147483647 pcie_switch': that makes 2,147,483,652 nodes; expected at most "
      "4,194,304");
  EXPECT_EQ(toml_error("gpus = 131072\nlinks = [\"gpu0..65535 <-> gpu65536..131071 450GB/s\"]"),
            "lab.toml:2: link 'gpu0..65535 <-> gpu65536..131071 450GB/s': that makes 8,589,934,592 links; "
            "expected at most 16,777,216");
  EXPECT_EQ(toml_error("gpus = 4\n[work]\nprocessors = 2147483647"),
            "lab.toml:3: processors is wrong here; expected a whole number from 0 to 65536");
}

// Looking for each name among all nodes took minutes here.
TEST(MachineToml, EachNodeIsFoundByItsNameAtOnce) {
  constexpr int cpus = 100'000;
  std::string nodes = "nodes = [\"hub nvswitch\"", links = "links = [\"gpu0..7 <-> hub 450GB/s\"";
  for (int i = 0; i < cpus; ++i) {
    nodes += fmt::format(", \"cpu{} cpu\"", i);
    links += fmt::format(", \"cpu{} <-> hub pcie 1GB/s\"", i);
  }

  const auto machine = machine_from_toml("gpus = 8\n" + nodes + "]\n" + links + "]\n", "lab.toml");

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->topology.nodes.size(), 9u + cpus);
  EXPECT_EQ(machine->topology.nodes[machine->topology.links.back().from].name, "hub");
  EXPECT_EQ(machine->topology.nodes[machine->topology.links.back().to].name, "cpu99999");
}

TEST(MachineToml, AGpusNameIsTaken) {
  EXPECT_EQ(
      toml_error("gpus = 2\nnodes = [\"gpu1 cpu\"]"),
      "lab.toml:2: node 'gpu1 cpu': node 'gpu1' is defined twice; expected a different name for each node");
}

}  // namespace
}  // namespace commlab
