#include "core/machine/bus_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "tests/shipped_machine.h"

namespace commlab {
namespace {

// The same machine, in which GPU i has the number numbers[i].
Topology renumbered(Topology topology, const std::vector<NodeId>& numbers) {
  const auto number = [&](NodeId node) {
    return node < topology.gpus ? numbers[static_cast<std::size_t>(node)] : node;
  };
  for (Link& link : topology.links) {
    link.from = number(link.from);
    link.to = number(link.to);
  }
  return topology;
}

TEST(BusOrder, IsThatOfTheNumbersOnMachinesThatCountAlongTheBus) {
  for (const char* name : {"dgx-a100", "dgx-h100", "l40s", "a100-pcie", "dgx1-v100", "hcm8", "gh200x4"}) {
    const Topology topology = shipped_machine(name).topology;
    const std::vector<NodeId> order = bus_order(topology, topology.gpus);
    EXPECT_TRUE(std::ranges::is_sorted(order)) << name;
  }
}

// Rings in the order of the ranks took up to twice as long where GPUs had other numbers.
TEST(BusOrder, DoesNotDependOnTheNumbersOfGpus) {
  const std::vector<NodeId> numbers = {5, 2, 7, 0, 3, 6, 1, 4};
  for (const char* name : {"dgx-a100", "l40s", "a100-pcie"}) {
    const Topology topology = shipped_machine(name).topology;
    const std::vector<NodeId> order = bus_order(renumbered(topology, numbers), 8);
    for (int i = 0; i < 8; i += 2) {  // the two GPUs of a switch
      const auto first = static_cast<std::size_t>(i);
      EXPECT_EQ(std::minmax(order[first], order[first + 1]), std::minmax(numbers[first], numbers[first + 1]))
          << name;
    }
  }
}

// The first number once came first. But it is the wiring behind a GPU's name that decides what it can do, and
// rings through a cube mesh had other links where the numbers were dealt otherwise.
TEST(BusOrder, IsThatOfTheNamesBelowASwitch) {
  Topology topology = shipped_machine("dgx1-v100").topology;
  std::swap(topology.nodes[0], topology.nodes[1]);
  for (Link& link : topology.links)
    for (NodeId* end : {&link.from, &link.to})
      if (*end < 2) *end = 1 - *end;
  EXPECT_EQ(bus_order(topology, 8), (std::vector<NodeId>{1, 0, 2, 3, 4, 5, 6, 7}));
}

TEST(BusOrder, IsThatOfTheNumbersWithoutABus) {
  Topology gpus;
  for (int gpu = 0; gpu < 3; ++gpu) gpus.add("gpu", NodeType::gpu);
  EXPECT_EQ(bus_order(gpus, 3), (std::vector<NodeId>{0, 1, 2}));
}

}  // namespace
}  // namespace commlab
