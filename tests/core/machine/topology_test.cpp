#include "core/machine/topology.h"

#include <chrono>

#include <gtest/gtest.h>

#include "core/machine/machine.h"
#include "core/machine_text/machine_families.h"
#include "core/routes/router.h"

namespace commlab {
namespace {

// Two GPUs on each of two sockets, and one NVLink between GPUs of both:
//
//   gpu0 -- cpu0 ==== cpu1 -- gpu2
//   gpu1 --/    socket    \-- gpu3        gpu0 <-nvlink-> gpu3
Topology two_sockets() {
  Topology t;
  for (int i = 0; i < 4; ++i) t.add("gpu" + std::to_string(i), NodeType::gpu);
  const NodeId cpu0 = t.add("cpu0", NodeType::cpu);
  const NodeId cpu1 = t.add("cpu1", NodeType::cpu);
  for (int i = 0; i < 4; ++i) t.connect(i, i < 2 ? cpu0 : cpu1, LinkType::pcie, GBps(25), nanoseconds(500));
  t.connect(cpu0, cpu1, LinkType::socket, GBps(20), nanoseconds(200));
  t.connect(0, 3, LinkType::nvlink, GBps(50), nanoseconds(100));
  return t;
}

std::vector<std::string> link_names(const Topology& t, const std::vector<LinkId>& route) {
  std::vector<std::string> result;
  for (const LinkId id : route) result.push_back(t.link_name(id));
  return result;
}

using Names = std::vector<std::string>;

TEST(Topology, FindsNodesByName) {
  const Topology t = two_sockets();

  EXPECT_EQ(t.find("gpu3"), 3);
  EXPECT_EQ(t.find("cpu1"), 5);
  EXPECT_EQ(t.find("gpu4").error().message, "unknown node 'gpu4'; expected gpu0 to gpu3 or cpu0, cpu1");
  EXPECT_EQ(t.find("cpu-1").error().message,
            "unknown node 'cpu-1' (did you mean cpu1?); expected gpu0 to gpu3 or cpu0, cpu1");
  EXPECT_EQ(t.find("socket").error().message, "unknown node 'socket'; expected gpu0 to gpu3 or cpu0, cpu1");
}

TEST(Router, TakesADirectLinkBeforeAWayOverTheHost) {
  const Topology t = two_sockets();
  Router router(t);

  EXPECT_EQ(link_names(t, *router.route(0, 3)), Names{"gpu0 -> gpu3"});
  EXPECT_EQ(link_names(t, *router.route(0, 1)), (Names{"gpu0 -> cpu0", "cpu0 -> gpu1"}));
  EXPECT_EQ(link_names(t, *router.route(2, 1)), (Names{"gpu2 -> cpu1", "cpu1 -> cpu0", "cpu0 -> gpu1"}));
  EXPECT_TRUE(router.route(2, 2)->empty());
}

// NVLinks join gpu0 to gpu3 and gpu3 to gpu2, but a GPU never relays: the route leads over the CPUs.
TEST(Router, NeverRelaysOverAnotherGpu) {
  Topology t = two_sockets();
  t.connect(3, 2, LinkType::nvlink, GBps(50), nanoseconds(100));
  Router router(t);

  EXPECT_EQ(link_names(t, *router.route(0, 2)), (Names{"gpu0 -> cpu0", "cpu0 -> cpu1", "cpu1 -> gpu2"}));
}

// Where GPUs forward by themselves, routes do lead over GPUs.
TEST(Router, PassesGpusThatForward) {
  const Machine ring = *machine_from_spec("ring:5,100GB/s,1us");
  Router router(ring.topology);

  EXPECT_EQ(link_names(ring.topology, *router.route(0, 3)), (Names{"gpu0 -> gpu4", "gpu4 -> gpu3"}));
  EXPECT_EQ(link_names(ring.topology, *router.route(1, 3)), (Names{"gpu1 -> gpu2", "gpu2 -> gpu3"}));
}

TEST(Router, PrefersAllNvlinkEvenWherePcieIsShorter) {
  Topology t;
  for (int i = 0; i < 2; ++i) t.add("gpu" + std::to_string(i), NodeType::gpu);
  const NodeId nvswitch = t.add("nvswitch", NodeType::nvswitch);
  t.connect(0, 1, LinkType::pcie, GBps(25), nanoseconds(500));
  for (int i = 0; i < 2; ++i) t.connect(i, nvswitch, LinkType::nvlink, GBps(450), nanoseconds(300));

  EXPECT_EQ(link_names(t, *Router(t).route(0, 1)), (Names{"gpu0 -> nvswitch", "nvswitch -> gpu1"}));
}

// Three parallel paths of equal length: the first is narrow, and the other two are equally wide.
TEST(Router, BreaksTiesByWidthThenByLinkId) {
  for (const int stages : {1, 2}) {  // the shortcut for two links, and the search
    Topology t;
    t.add("gpu0", NodeType::gpu);
    t.add("gpu1", NodeType::gpu);
    for (int way = 0; way < 3; ++way) {
      const Bandwidth bandwidth = way == 0 ? GBps(10) : GBps(40);
      NodeId last = 0;
      for (int stage = 0; stage < stages; ++stage) {
        const NodeId next =
            t.add("switch" + std::to_string(way) + "-" + std::to_string(stage), NodeType::pcie_switch);
        t.connect(last, next, LinkType::pcie, GBps(40), {});
        last = next;
      }
      t.connect(last, 1, LinkType::pcie, bandwidth, {});
    }

    const Names route = link_names(t, *Router(t).route(0, 1));

    EXPECT_EQ(route.front(), "gpu0 -> switch1-0");
    EXPECT_EQ(route.size(), stages + 1u);
  }
}

TEST(Router, NamesBothEndsWhereNoPathLeads) {
  Topology t;
  for (int i = 0; i < 3; ++i) t.add("gpu" + std::to_string(i), NodeType::gpu);
  t.connect(0, 1, LinkType::nvlink, GBps(50), {});
  t.connect(1, 2, LinkType::nvlink, GBps(50), {});

  EXPECT_EQ(Router(t).route(0, 2).error().message,
            "no route from gpu0 to gpu2; expected links that join them without passing a GPU");
}

TEST(Router, CrossesAFatTreeOverItsRoot) {
  const Machine tree = *machine_from_spec("fat-tree:2x3,50GB/s,1us");
  Router router(tree.topology);

  EXPECT_EQ(link_names(tree.topology, *router.route(0, 1)), (Names{"gpu0 -> leaf0", "leaf0 -> gpu1"}));
  EXPECT_EQ(link_names(tree.topology, *router.route(1, 4)),
            (Names{"gpu1 -> leaf0", "leaf0 -> root", "root -> leaf2", "leaf2 -> gpu4"}));
}

// A quadratic search would take minutes. The limit leaves room for slow computers and sanitizers.
TEST(Router, RoutesARingOverA65536GpuSwitchAtOnce) {
  const int gpus = 65'536;
  const auto begin = std::chrono::steady_clock::now();
  const Machine machine = *machine_from_spec("switch:65536,450GB/s,350ns");
  Router router(machine.topology);

  std::size_t links = 0;
  for (NodeId gpu = 0; gpu < gpus; ++gpu) links += router.route(gpu, (gpu + 1) % gpus)->size();

  EXPECT_EQ(links, 2u * gpus);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(120));
}

TEST(Topology, AnUnknownNodeIsAnsweredWithSomeOfManyNames) {
  Topology t;
  t.add("gpu0", NodeType::gpu);
  for (int i = 0; i < 1'000; ++i) t.add(fmt::format("cpu{}", i), NodeType::cpu);

  const std::string message = t.find("hub").error().message;

  EXPECT_TRUE(message.ends_with("cpu48, cpu49 and 950 more")) << message;
}

}  // namespace
}  // namespace commlab
