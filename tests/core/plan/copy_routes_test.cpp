// What a copy costs on its route, and what --links answers.
#include "core/plan/copy_routes.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/machine_text/machine_families.h"

namespace commlab {
namespace {

Collective copy(int ranks, Rank to) {
  return {.kind = CollectiveKind::p2p, .ranks = ranks, .count = 1, .from = 0, .to = {to}};
}

// From one GPU to the next a link of the ring takes a microsecond.
TEST(CostOfACopy, IsTheOverheadAndASlotsShareOfTheLatencyUnderWay) {
  Machine ring = *machine_from_spec("ring:8,25GB/s,1us");
  ring.copy.overhead = nanoseconds(700);
  ring.copy.latency = microseconds(2);
  for (const int slots : {1, 2, 8}) {
    ring.work.slots = slots;
    for (Rank to = 1; to < 8; ++to) {
      const Time under_way = microseconds(2 + std::min(to, 8 - to));
      EXPECT_EQ(cost_of_a_copy(ring, copy(8, to)), nanoseconds(700) + Time{under_way.ps / slots}) << to;
    }
  }
}

TEST(CostOfACopy, LeavesOutLinksThatAreNotKnown) {
  Machine ring = *machine_from_spec("ring:8,25GB/s,1us");
  ring.copy.overhead = nanoseconds(700);
  ring.copy.latency = microseconds(2);
  ring.work.slots = 1;
  EXPECT_EQ(cost_of_a_copy(ring, copy(9, 8)), nanoseconds(2'700));
}

std::string links_error(LinkChoice links, const std::optional<Machine>& machine) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 2, .count = 1};
  const Status checked = check_links({.links = links}, c, machine);
  return checked ? "" : checked.error().message;
}

TEST(CheckLinks, OfNvlinkAloneNeedsAMachineThatNvlinksJoin) {
  Machine joined, apart;
  for (Machine* machine : {&joined, &apart})
    for (const char* gpu : {"gpu0", "gpu1"}) machine->topology.add(gpu, NodeType::gpu);
  joined.topology.connect(0, 1, LinkType::nvlink, GBps(50), {});
  apart.topology.connect(0, 1, LinkType::pcie, GBps(10), {});

  EXPECT_EQ(links_error(LinkChoice::nvlink, std::nullopt),
            "--links nvlink: this needs a machine; name one with --machine");
  EXPECT_EQ(links_error(LinkChoice::nvlink, joined), "");
  EXPECT_EQ(links_error(LinkChoice::nvlink, apart),
            "--links nvlink: no way leads from gpu0 to gpu1; expected links that join all ranks of the "
            "all_reduce");
  for (const std::optional<Machine>& any :
       {std::optional<Machine>{}, std::optional(joined), std::optional(apart)})
    EXPECT_EQ(links_error(LinkChoice::all, any), "");
}

}  // namespace
}  // namespace commlab
