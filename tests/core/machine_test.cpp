#include "core/machine.h"

#include <chrono>
#include <fstream>
#include <stdexcept>

#include <gtest/gtest.h>

namespace commlab {
namespace {

const std::filesystem::path machine_folder = std::filesystem::path(COMMLAB_SOURCE_DIR) / "sim" / "machines";

Machine hcm8() { return *find_machine("hcm8", machine_folder); }

std::string error_of(std::string_view toml) { return machine_from_toml(toml, "lab.toml").error().message; }

const Link& link_between(const Topology& t, NodeId from, NodeId to) {
  for (const Link& link : t.links)
    if (link.from == from && link.to == to) return link;
  throw std::runtime_error("no such link");
}

std::string describe(const RateCurve& curve) {
  std::string text;
  for (const auto& point : curve.points) text += to_text(point.size) + " " + to_text(point.rate) + ", ";
  return text;
}

// Everything a machine is, as one text, so that two can be compared.
std::string describe(const Machine& m) {
  std::string text = fmt::format("{}|{}|{}|{}|{}|{}\n", m.name, m.title, fmt::join(m.sources, ";"),
                                 m.measured, m.topology.gpus, m.topology.gpus_forward);
  for (const Node& node : m.topology.nodes) text += fmt::format("{} {}\n", node.name, name_of(node.type));
  for (const Link& l : m.topology.links) {
    text += fmt::format("{} {} {} {} {} {}\n", l.from, l.to, name_of(l.type), l.bandwidth.bytes_per_second,
                        l.latency.ps, l.lanes);
  }
  for (const Costs& c : {m.collective, m.copy}) {
    text += fmt::format("{} {} {}\n", c.launch.ps, c.overhead.ps, c.latency.ps);
  }
  for (const RateCurve* curve : {&m.work.send, &m.work.receive, &m.work.reduce, &m.work.copy}) {
    text += describe(*curve) + "\n";
  }
  text += fmt::format("{} {} {} {}\n", m.work.processors, m.work.memory.bytes_per_second, m.work.slots,
                      m.work.wake.ps);
  if (m.topology.multicast)
    text += fmt::format("multicast {} {}\n", m.multicast.launch.ps, m.multicast.efficiency);
  for (const Protocol& p : m.protocols) {
    std::vector<std::int64_t> hops;
    for (const Time hop : p.hop) hops.push_back(hop.ps);
    text += fmt::format("{} {} hop {} {}/{} {} {} {} {}\n", p.name, p.start.ps, fmt::join(hops, ","), p.wire,
                        p.data, p.piece.count, p.rate.bytes_per_second, p.channels, p.grain.count);
  }
  return text + fmt::format("{} {}\n", m.launching.each.ps, m.launching.graph_saves.ps);
}

// The puzzle server.

TEST(Hcm8, HasTwelveNvlinksPerGpuAndAPipeToEveryOther) {
  const Topology t = hcm8().topology;

  ASSERT_EQ(t.gpus, 8);
  EXPECT_EQ(t.links.size(), 8u * 7);
  for (NodeId gpu = 0; gpu < 8; ++gpu) {
    int nvlinks = 0;
    for (const Link& link : t.links)
      if (link.from == gpu && link.type == LinkType::nvlink) nvlinks += link.lanes;
    EXPECT_EQ(nvlinks, 12) << "gpu" << gpu;
  }
}

TEST(Hcm8, HasTheMeasuredNumbers) {
  const Machine m = hcm8();

  EXPECT_EQ(m.name, "hcm8");
  EXPECT_EQ(link_between(m.topology, 0, 1).bandwidth, (Bandwidth{93'320'000'000}));
  EXPECT_EQ(link_between(m.topology, 0, 1).lanes, 4);
  EXPECT_EQ(link_between(m.topology, 4, 0).bandwidth, (Bandwidth{46'660'000'000}));
  EXPECT_EQ(link_between(m.topology, 0, 2).bandwidth, (Bandwidth{7'500'000'000}));
  EXPECT_EQ(link_between(m.topology, 0, 2).type, LinkType::socket);
  EXPECT_EQ(link_between(m.topology, 0, 2).latency, Time{});
  EXPECT_EQ(m.collective.launch, nanoseconds(8400));
  EXPECT_EQ(m.collective.latency, nanoseconds(3400));
  EXPECT_EQ(m.copy.latency, nanoseconds(2700));
  EXPECT_EQ(m.copy.launch, Time{});
}

// Every machine file of the folder is readable, says where its numbers come from, and is whole.
TEST(Machines, OfTheFolderAreReadableAndNameTheirSources) {
  const std::vector<std::string> names = machine_names(machine_folder);
  ASSERT_FALSE(names.empty());

  for (const std::string& name : names) {
    const Result<Machine> machine = find_machine(name, machine_folder);
    ASSERT_TRUE(machine) << machine.error().message;
    EXPECT_EQ(machine->name, name);
    EXPECT_FALSE(machine->title.empty()) << name;
    EXPECT_FALSE(machine->sources.empty()) << name;
    const Router router(machine->topology);
    for (NodeId a = 0; a < machine->topology.gpus; ++a)
      for (NodeId b = 0; b < machine->topology.gpus; ++b) EXPECT_TRUE(router.route(a, b)) << name << a << b;
  }
}

// Reading and writing.

constexpr std::string_view rich_machine = R"(
name = "lab"
title = "a \"lab\" machine"
sources = ["all: made up for this test"]
measured = "2024-02-29 on lab"
gpus = 4
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
[work]
send = ["4KiB 3.1GB/s", "64KiB 9GB/s"]
receive = ["1B 7GB/s"]
reduce = ["1KiB 2GB/s"]
copy = ["1MiB 4GB/s"]
processors = 2
memory = "12GB/s"
slots = 3
wake = "2us"
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
)";

TEST(MachineFromToml, ReadsEveryField) {
  const Result<Machine> machine = machine_from_toml(rich_machine, "lab.toml");

  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(describe(*machine), R"(lab|a "lab" machine|all: made up for this test|2024-02-29 on lab|4|false
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
4KiB 3.1GB/s, 64KiB 9GB/s, 
1B 7GB/s, 
1KiB 2GB/s, 
1MiB 4GB/s, 
2 12000000000 3 2000000
ll 1000000 hop 500000,0,0,7000000,0,0 2/1 0 5000000000 24 4096
simple 0 hop 0,0,0,0,0,0 1/1 524288 0 1 0
4700000 3300000
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

  EXPECT_FALSE(hcm8().topology.multicast);
  EXPECT_TRUE(
      machine_from_toml("gpus = 2\nnodes = [\"s nvswitch\"]\n[multicast]", "a.toml")->topology.multicast);
  EXPECT_EQ(error_of("gpus = 2\n[multicast]\nefficiency = 0.8"),
            "lab.toml:2: [multicast], but no nvswitch among the nodes that could; expected one");
  for (const std::string_view wrong : {"0", "1.1", "-0.5", "nan", "\"0.8\""})
    EXPECT_EQ(
        error_of(fmt::format("gpus = 2\nnodes = [\"s nvswitch\"]\n[multicast]\nefficiency = {}", wrong)),
        "lab.toml:4: efficiency is wrong here; expected a number above 0 and up to 1, as in 0.83");
}

// Parameters of a generation, a network's on top of them, the machine's own on top of both.
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
  EXPECT_EQ(ll.hop[static_cast<std::size_t>(LinkType::nvlink)], nanoseconds(500));
  EXPECT_EQ(ll.hop[static_cast<std::size_t>(LinkType::network)], microseconds(7));
  EXPECT_EQ(ll.wire, 2);
  EXPECT_EQ(ll.channels, 3);

  EXPECT_EQ(read("gpus = 2\nparameters = [\"gpus\"]").error().message,
            "lab.toml:2: unknown parameters 'gpus' (did you mean gpu?); expected gpu, net");
  std::ofstream(folder / "net.toml") << "[protocol.ll]\nwire = \"1/2\"\n";
  EXPECT_EQ(
      read("gpus = 2\nparameters = [\"net\"]").error().message,
      fmt::format("lab.toml:2: {}:2: wire: '1/2'; expected bytes on the wire over bytes of data, as in 16/15",
                  (folder / "net.toml").string()));
  std::filesystem::remove_all(folder);
}

TEST(Machines, AllParametersAreReadableAndNameTheirSources) {
  const std::vector<std::string> names = machine_names(machine_folder / "parameters");
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    const auto machine = machine_from_toml(fmt::format("gpus = 1\nparameters = [\"{}\"]", name), "lab.toml",
                                           machine_folder / "parameters");
    ASSERT_TRUE(machine) << machine.error().message;
    EXPECT_FALSE(machine->sources.empty()) << name;
  }
}

TEST(MachineToToml, ReadsBackAsTheSameMachine) {
  std::vector<Machine> machines = {hcm8(), *machine_from_toml(rich_machine, "lab.toml"),
                                   *machine_from_toml(multicast_machine, "hopper.toml")};
  for (const std::string_view spec : {"switch:8,450GB/s,350ns", "switch:8,450GB/s,350ns,multicast",
                                      "torus:3x4,100GB/s,0.5us", "fat-tree:2x3,400Gb/s,1us"}) {
    machines.push_back(*machine_from_spec(spec));
  }
  machines.back().title = "tab\there, \"quotes\" and \\ too";

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

  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(MachineFromToml, NamesAMachineWithoutNameAfterItsFile) {
  EXPECT_EQ(machine_from_toml("gpus = 1", "some/where/lab.toml")->name, "lab");
}

TEST(MachineFromToml, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(error_of("gpus = 2\nlinks = [\n  \"gpu0 <-> gpu9 25GB/s\",\n]"),
            "lab.toml:3: link 'gpu0 <-> gpu9 25GB/s': unknown node 'gpu9'; expected gpu0 to gpu1");
  EXPECT_EQ(error_of("gpus = 2\nlinks = [\"gpu0 <-> gpu1 0GB/s\"]"),
            "lab.toml:2: link 'gpu0 <-> gpu1 0GB/s': bandwidth 0; expected more than 0");
  EXPECT_EQ(
      error_of("gpus = 2\n\ngpsu_forward = true"),
      "lab.toml:3: unknown key 'gpsu_forward' (did you mean gpus_forward?); expected name, title, sources, "
      "measured, gpus, gpus_forward, nodes, link, links, every_other_pair, parameters, collective, copy, "
      "work, protocol, launching, multicast");
  EXPECT_EQ(error_of("gpus = 2\n[work]\nslot = 3"),
            "lab.toml:3: unknown key 'slot' in [work] (did you mean slots?); expected send, receive, "
            "reduce, copy, "
            "processors, memory, slots, wake");
  EXPECT_EQ(error_of("title = \"no GPUs\""),
            "lab.toml:1: no gpus; expected the number of GPUs, as in gpus = 8");
  EXPECT_EQ(error_of("gpus = 0"),
            "lab.toml:1: gpus is wrong here; expected a whole number from 1 to 1048576");
  EXPECT_EQ(error_of("gpus = \"8\""),
            "lab.toml:1: gpus is wrong here; expected a whole number from 1 to 1048576");
  EXPECT_EQ(error_of("gpus = 2\ngpus_forward = 1"),
            "lab.toml:2: gpus_forward is wrong here; expected true or false");
  EXPECT_EQ(error_of("gpus = 2\ntitle = 2"), "lab.toml:2: title is wrong here; expected a text in quotes");
  EXPECT_EQ(error_of("gpus = 2\nwork = 2"), "lab.toml:2: work is wrong here; expected a table, [work]");
  EXPECT_EQ(error_of("gpus = 2\nlinks = [\n1]"),
            "lab.toml:3: links is wrong here; expected a list of texts, as in [\"gpu0 <-> gpu1 4x nvlink\"]");
  EXPECT_EQ(error_of("gpus = 2\n[copy]\nlatency = 3"),
            "lab.toml:3: latency is wrong here; expected a text with a unit, as in \"3.4us\"");
  EXPECT_EQ(
      error_of("gpus = 2\n[copy]\nlatency = \"3 us\""),
      "lab.toml:3: latency: time '3 us': unknown unit ' us'; expected ps, ns, us, ms or s, as in 2.7us");
}

TEST(MachineFromToml, SaysTheLineOfMalformedToml) {
  const std::string message = error_of("gpus = 8\ntitle = \"no end\nlinks = []\n");

  EXPECT_TRUE(message.starts_with("lab.toml:2: not TOML: ")) << message;
}

std::string link_error(std::string_view rest) {
  const std::string toml =
      fmt::format("gpus = 2\nlinks = [\"{}\"]\n[link.nvlink]\nbandwidth = \"25GB/s\"", rest);
  const std::string message = error_of(toml);
  const std::string place = fmt::format("lab.toml:2: link '{}': ", rest);
  EXPECT_TRUE(message.starts_with(place)) << message;
  return message.substr(place.size());
}

TEST(MachineFromToml, ExplainsEveryMistakeInALink) {
  EXPECT_EQ(link_error("gpu0 gpu1 nvlink"),
            "no arrow; expected A <-> B or A -> B, as in gpu0..7 <-> nvswitch 450GB/s 350ns");
  EXPECT_EQ(link_error("gpu0 <-> gpu0 nvlink"), "gpu0 is joined to itself; expected two nodes");
  EXPECT_EQ(link_error("gpu0 <-> gpu1"),
            "no bandwidth; expected one, as in 450GB/s, or a type that [link.TYPE] gives one");
  EXPECT_EQ(link_error("gpu0 <-> gpu1 nvlnik"),
            "unknown type 'nvlnik' (did you mean nvlink?); expected nvlink, pcie, socket, "
            "network, memory, other");
  EXPECT_EQ(link_error("gpu0 <-> gpu1 0x nvlink"), "'0x' bonded links; expected a number as in 4x");
  EXPECT_EQ(link_error("gpu1..0 <-> gpu1 nvlink"),
            "'gpu1..0' is no range of nodes; expected one as in gpu0..7");
  EXPECT_EQ(
      link_error("gpu0 <-> gpu1 nvlink 4x"),
      "bandwidth '4x': unknown unit 'x'; expected B/s, KB/s, MB/s, GB/s, TB/s or Gb/s, as in 23.33GB/s");
  EXPECT_EQ(link_error("gpu0 <-> gpu1 nvlink 1GB/s 1ns fast"),
            "'fast' is left over; expected how many (4x), a type, a bandwidth and a latency, in this order");
  EXPECT_EQ(link_error("gpu0 <-> gpu1 1000000000x nvlink"),
            "1000000000 times 25GB/s does not fit; expected less");
}

TEST(MachineFromToml, ExplainsMistakesInNodesKindsAndCurves) {
  EXPECT_EQ(error_of("gpus = 1\nnodes = [\"cpu0\"]"),
            "lab.toml:2: node 'cpu0' has no type; expected a name and a type, as in cpu0..1 cpu");
  EXPECT_EQ(error_of("gpus = 1\nnodes = [\"cpu0 cqu\"]"),
            "lab.toml:2: node 'cpu0 cqu': unknown type of node 'cqu' (did you mean cpu?); expected gpu, "
            "nvswitch, "
            "pcie_switch, cpu, memory, nic, network_switch");
  EXPECT_EQ(error_of("gpus = 1\nnodes = [\"cpu cpu\", \"cpu cpu\"]"),
            "lab.toml:2: node 'cpu cpu': node 'cpu' is there twice; expected names that differ");
  EXPECT_EQ(error_of("gpus = 1\nnodes = [\"gpu1 gpu\"]"),
            "lab.toml:2: node 'gpu1 gpu': GPUs are counted by gpus; expected another type");
  EXPECT_EQ(error_of("gpus = 1\n[link.sys]\nbandwidth = \"7GB/s\""),
            "lab.toml:2: [link.sys]: unknown type of link 'sys'; expected nvlink, pcie, socket, network, "
            "memory, other");
  EXPECT_EQ(error_of("gpus = 1\n[link.pcie]\nlatency = \"1us\""),
            "lab.toml:2: [link.pcie] has no bandwidth or 0; expected more than 0");
  EXPECT_EQ(error_of("gpus = 2\nevery_other_pair = \"sys\""),
            "lab.toml:2: every_other_pair 'sys': unknown type 'sys'; expected nvlink, pcie, "
            "socket, network, memory, other");
  EXPECT_EQ(error_of("gpus = 4097\nevery_other_pair = \"pcie 1GB/s\""),
            "lab.toml:2: every_other_pair of 4097 GPUs; expected at most 4096");
  EXPECT_EQ(error_of("gpus = 1\n[work]\nsend = [\"4KiB\"]"),
            "lab.toml:3: '4KiB' is no point; expected a size and a rate, as in 64KiB 9GB/s");
  EXPECT_EQ(error_of("gpus = 1\n[work]\nsend = [\"4KiB 1GB/s\",\n\"4KiB 2GB/s\"]"),
            "lab.toml:4: '4KiB 2GB/s' comes after 4KiB; expected rising sizes");
  EXPECT_EQ(error_of("gpus = 1\n[work]\nsend = [\"4KiB 0GB/s\"]"),
            "lab.toml:3: '4KiB 0GB/s' has rate 0; expected more than 0");
}

// Families.

TEST(MachineFromSpec, WiresASwitchWithOneLinkEachWayPerGpu) {
  const Machine m = *machine_from_spec("switch:8,450GB/s,350ns");

  EXPECT_EQ(m.topology.gpus, 8);
  EXPECT_EQ(m.topology.nodes.size(), 9u);
  EXPECT_EQ(m.topology.links.size(), 16u);
  EXPECT_EQ(m.topology.link_name(0), "gpu0 -> nvswitch");
  EXPECT_EQ(m.topology.links[0].bandwidth, GBps(450));
  EXPECT_EQ(m.topology.links[0].latency, nanoseconds(350));
  EXPECT_FALSE(m.topology.gpus_forward);
  EXPECT_EQ(m.collective.launch, Time{});
  EXPECT_EQ(m.title, "8 GPUs on one NVSwitch");
}

TEST(MachineFromSpec, ASwitchMayMulticast) {
  const Machine m = *machine_from_spec("switch:8,450GB/s,350ns,multicast");

  EXPECT_TRUE(m.topology.multicast);
  EXPECT_EQ(m.multicast.launch, Time{});
  EXPECT_EQ(m.multicast.efficiency, 1);
  EXPECT_EQ(m.title, "8 GPUs on one NVSwitch that multicasts and reduces");
  EXPECT_FALSE(machine_from_spec("ring:8,450GB/s,350ns,multicast"));
  EXPECT_FALSE(machine_from_spec("switch:8,450GB/s,350ns,multicsat"));
}

std::size_t links_of(std::string_view spec) { return machine_from_spec(spec)->topology.links.size(); }

// Directed links; sides of two do not wrap twice, sides of one have none.
TEST(MachineFromSpec, WiresRingsMeshesAndTori) {
  EXPECT_EQ(links_of("ring:8,1GB/s,0"), 16u);
  EXPECT_EQ(links_of("ring:2,1GB/s,0"), 2u);
  EXPECT_EQ(links_of("ring:1,1GB/s,0"), 0u);
  EXPECT_EQ(links_of("mesh:4x3,1GB/s,0"), 2u * (4 * 2 + 3 * 3));
  EXPECT_EQ(links_of("torus:4x3,1GB/s,0"), 2u * 2 * 12);
  EXPECT_EQ(links_of("torus:2x2x2,1GB/s,0"), 24u);  // a cube

  const Topology torus = machine_from_spec("torus:3x4,1GB/s,0")->topology;
  EXPECT_TRUE(torus.gpus_forward);
  EXPECT_EQ(link_between(torus, 3, 0).to, 0);   // round the first row
  EXPECT_EQ(link_between(torus, 11, 3).to, 3);  // round the last column
}

TEST(MachineFromSpec, WiresAFatTreeOfFullBisection) {
  const Topology t = machine_from_spec("fat-tree:16x8,400Gb/s,1us")->topology;

  EXPECT_EQ(t.gpus, 128);
  const Link& upper = link_between(t, *t.find("leaf3"), *t.find("root"));
  EXPECT_EQ(upper.bandwidth, GBps(16 * 50));
  EXPECT_EQ(upper.lanes, 16);
  EXPECT_EQ(link_between(t, 127, *t.find("leaf7")).bandwidth, GBps(50));
}

// Quadratic work would take hours; the limit leaves room for slow computers and sanitizers.
TEST(MachineFromSpec, BuildsTheLargestSwitchAtOnce) {
  const auto begin = std::chrono::steady_clock::now();

  EXPECT_EQ(machine_from_spec("switch:1048576,25GB/s,0.5us")->topology.gpus, 1 << 20);

  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

std::string spec_error(std::string_view spec) { return machine_from_spec(spec).error().message; }

TEST(MachineFromSpec, SaysWhatIsWrong) {
  EXPECT_EQ(spec_error("swich:8,450GB/s,350ns"),
            "machine 'swich:8,450GB/s,350ns': unknown family 'swich' (did you mean switch?); expected "
            "switch, ring, "
            "mesh, torus, fat-tree");
  EXPECT_EQ(spec_error("switch:0,450GB/s,350ns"),
            "machine 'switch:0,450GB/s,350ns': 0 GPUs; expected 1 to 1048576");
  EXPECT_EQ(spec_error("switch:1048577,450GB/s,350ns"),
            "machine 'switch:1048577,450GB/s,350ns': 1048577 GPUs; expected 1 to 1048576");
  EXPECT_EQ(spec_error("mesh:1025x1024,1GB/s,0"),
            "machine 'mesh:1025x1024,1GB/s,0': 1025x1024 GPUs; expected 1 to 1048576");
  EXPECT_EQ(spec_error("ring:99999999999999999999,1GB/s,0"),
            "machine 'ring:99999999999999999999,1GB/s,0': 99999999999999999999 GPUs; expected 1 to 1048576");
  EXPECT_EQ(
      spec_error("switch:8,450GB/s"),
      "machine 'switch:8,450GB/s': 2 of 3 parts; expected switch:GPUS,BANDWIDTH,LATENCY[,multicast], as in "
      "switch:8,450GB/s,350ns");
  EXPECT_EQ(spec_error("switch:"),
            "machine 'switch:': 1 of 3 parts; expected switch:GPUS,BANDWIDTH,LATENCY[,multicast], as in "
            "switch:8,450GB/s,350ns");
  EXPECT_EQ(spec_error("switch:eight,450GB/s,350ns"),
            "machine 'switch:eight,450GB/s,350ns': 'eight' is no number of GPUs; expected "
            "switch:GPUS,BANDWIDTH,LATENCY[,multicast], as in switch:8,450GB/s,350ns");
  EXPECT_EQ(spec_error("mesh:16,1GB/s,0"),
            "machine 'mesh:16,1GB/s,0': shape '16'; expected mesh:ROWSxCOLUMNS,BANDWIDTH,LATENCY, as in "
            "mesh:4x4,100GB/s,500ns");
  EXPECT_EQ(spec_error("switch:8,0GB/s,350ns"),
            "machine 'switch:8,0GB/s,350ns': bandwidth 0; expected more than 0");
  EXPECT_EQ(spec_error("switch:8,450,350ns"),
            "machine 'switch:8,450,350ns': bandwidth '450': no unit; expected B/s, KB/s, MB/s, GB/s, TB/s or "
            "Gb/s, as "
            "in 23.33GB/s");
  EXPECT_EQ(spec_error("fat-tree:1000x2,9000000000GB/s,0"),
            "machine 'fat-tree:1000x2,9000000000GB/s,0': bandwidth 9000000000GB/s times 1000 does not fit; "
            "expected "
            "less");
}

// Finding.

TEST(FindMachine, TakesANameAFileOrASpec) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "lab.toml";
  std::ofstream(file) << rich_machine;

  EXPECT_EQ(find_machine("hcm8", machine_folder)->topology.gpus, 8);
  EXPECT_EQ(find_machine(file.string(), machine_folder)->topology.gpus, 4);
  EXPECT_EQ(find_machine("switch:16,450GB/s,350ns", machine_folder)->topology.gpus, 16);
}

TEST(FindMachine, OffersTheNearestName) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "machines";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "alpha.toml") << "gpus = 1";
  std::ofstream(folder / "beta.toml") << "gpus = 1";

  EXPECT_EQ(find_machine("bata", folder).error().message,
            "unknown machine 'bata' (did you mean beta?); expected alpha, beta, a file, or a SPEC like "
            "switch:8,450GB/s,350ns");
  EXPECT_EQ(find_machine("bata", folder / "none").error().message,
            "unknown machine 'bata'; expected a file, or a SPEC like switch:8,450GB/s,350ns");
}

TEST(FindMachine, SaysThatAFileCannotBeRead) {
  EXPECT_EQ(find_machine("no/such.toml", machine_folder).error().message,
            "machine file 'no/such.toml' cannot be read; expected a TOML file, as sim/machines/hcm8.toml");
  EXPECT_EQ(find_machine("./", machine_folder).error().message,
            "machine file './' cannot be read; expected a TOML file, as sim/machines/hcm8.toml");
}

// Rates.

TEST(RateCurve, IsLinearInTheLogarithmOfTheSize) {
  const RateCurve curve{{{KiB(4), GBps(3)}, {KiB(64), GBps(11)}}};

  EXPECT_EQ(curve.at(KiB(1)), GBps(3));
  EXPECT_EQ(curve.at(KiB(4)), GBps(3));
  EXPECT_EQ(curve.at(KiB(8)), GBps(5));  // a quarter of the way from 2^12 to 2^16
  EXPECT_EQ(curve.at(KiB(16)), GBps(7));
  EXPECT_EQ(curve.at(KiB(64)), GBps(11));
  EXPECT_EQ(curve.at(MiB(1)), GBps(11));
}

TEST(RateCurve, FallsAsWellAsRises) {
  const RateCurve curve{{{KiB(1), GBps(9)}, {KiB(4), GBps(5)}}};

  EXPECT_EQ(curve.at(KiB(2)), GBps(7));
  EXPECT_NEAR(curve.at({3 << 10}).bytes_per_second, 9e9 - 4e9 * 1.584962501 / 2, 1e5);  // log2(3)
}

TEST(RateCurve, OfOnePointIsConstant) {
  const RateCurve curve{{{KiB(4), GBps(3)}}};

  EXPECT_TRUE(curve.limited());
  EXPECT_EQ(curve.at({0}), GBps(3));
  EXPECT_EQ(curve.at(MiB(4)), GBps(3));
  EXPECT_FALSE(RateCurve{}.limited());
}

}  // namespace
}  // namespace commlab
