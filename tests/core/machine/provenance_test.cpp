#include "core/machine/provenance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Provenance from(const std::vector<std::string>& lines) {
  Provenance provenance;
  for (const std::string& line : lines) EXPECT_TRUE(add_line(provenance, line)) << line;
  return provenance;
}

TEST(Provenance, ItsLinesReadBack) {
  const Provenance whole{.facts = {{"driver", "580.65"},
                                   {"NCCL_TOPO_FILE", "/a: b, c.xml"},
                                   {"clocks limited on gpu0", "by nothing before, by power cap after"}},
                         .states = {{.name = "clock of gpu0", .unit = "MHz", .before = 1980, .after = 1410.5},
                                    {.name = "load", .unit = "", .before = 0.25, .after = 3}}};

  EXPECT_EQ(from(lines_of(whole)), whole);
  EXPECT_THAT(lines_of(whole), testing::Contains("clock of gpu0: 1980 MHz before, 1410.5 MHz after"));
}

TEST(Provenance, ALineWithoutANameIsRefused) {
  Provenance provenance;
  for (const char* line : {"", "driver", ": 580", "driver:580"})
    EXPECT_FALSE(add_line(provenance, line)) << line;
  EXPECT_FALSE(provenance.known());
}

TEST(Provenance, NamesWhatDiffers) {
  const Provenance then = from({"driver: 580.65", "kernel: Linux 6", "NCCL_ALGO: Ring",
                                "clock: 2000 MHz before, 2000 MHz after", "load: 0.1 before, 4 after"});
  const Provenance now = from({"driver: 570.86", "kernel: Linux 6", "NCCL_PROTO: LL",
                               "clock: 1500 MHz before, 1500 MHz after", "load: 2.1 before, 4 after"});

  EXPECT_THAT(differences(then, now, "then", "now"),
              ElementsAre("driver: 580.65 then, 570.86 now", "NCCL_ALGO: Ring then, not there now",
                          "NCCL_PROTO: not there then, LL now", "clock: 2000 MHz then, 1500 MHz now",
                          "load: 0.1 then, 2.1 now"));
}

// A clock that moves by a few percent, and a load that is little higher, explain nothing.
TEST(Provenance, SmallChangesOfStatesAreNoDifference) {
  const Provenance then = from({"clock: 2000 MHz before, 1950 MHz after", "load: 0.1 before, 4 after"});
  const Provenance now = from({"clock: 1900 MHz before, 1900 MHz after", "load: 0.9 before, 0 after"});

  EXPECT_THAT(differences(then, now, "then", "now"), IsEmpty());
  EXPECT_THAT(differences(then, {}, "then", "now"), IsEmpty()) << "nothing is known of now";
  EXPECT_THAT(differences({}, now, "then", "now"), IsEmpty());
}

TEST(Provenance, WhatChangedDuringAMeasurementIsKept) {
  const Provenance before =
      from({"clocks limited: by nothing", "kernel: Linux 6", "clock: 2000 MHz before, 2000 MHz after"});
  const Provenance now =
      from({"clocks limited: by power cap", "kernel: Linux 6", "clock: 1500 MHz before, 1500 MHz after"});

  const Provenance both = after(before, now);

  EXPECT_THAT(lines_of(both), ElementsAre("clocks limited: by nothing before, by power cap after",
                                          "kernel: Linux 6", "clock: 2000 MHz before, 1500 MHz after"));
  EXPECT_THAT(changes(both), ElementsAre("clock: 2000 MHz before, 1500 MHz after"));
  EXPECT_EQ(after(before, before), before);
}

// Only what differs on the other computer is kept, and its name says where.
TEST(Provenance, OfAnotherComputerKeepsWhatDiffers) {
  const ComputersFound found{
      .here = from({"processor: A", "kernel: Linux 6", "NCCL_ALGO: Ring",
                    "clock: 2000 MHz before, 2000 MHz after", "load: 1 before, 1 after"}),
      .others = {{"node2", from({"processor: B", "kernel: Linux 6", "UCX_TLS: tcp",
                                 "clock: 1500 MHz before, 1500 MHz after", "load: 1.5 before, 1.5 after"})},
                 {"node3", from({"processor: A", "kernel: Linux 6", "NCCL_ALGO: Ring",
                                 "clock: 1990 MHz before, 1990 MHz after", "load: 1 before, 1 after"})}}};

  EXPECT_THAT(lines_of(after(found, found)),
              ElementsAre("processor: A", "kernel: Linux 6", "NCCL_ALGO: Ring", "processor of node2: B",
                          "UCX_TLS of node2: tcp", "NCCL_ALGO of node2: not there",
                          "clock: 2000 MHz before, 2000 MHz after", "load: 1 before, 1 after",
                          "clock of node2: 1500 MHz before, 1500 MHz after"));
}

// A clock that falls on one computer only while the work runs explains a slow run, though all began alike.
TEST(Provenance, WhatChangesOnAnotherComputerDuringAMeasurementIsKept) {
  const Provenance fast = from({"clock: 2000 MHz before, 2000 MHz after"});
  const Provenance slow = from({"clock: 1000 MHz before, 1000 MHz after"});
  const ComputersFound before{.here = fast, .others = {{"node2", fast}}};

  EXPECT_THAT(lines_of(after(before, {.here = fast, .others = {{"node2", slow}}})),
              ElementsAre("clock: 2000 MHz before, 2000 MHz after",
                          "clock of node2: 2000 MHz before, 1000 MHz after"));
  EXPECT_THAT(lines_of(after(before, {.here = fast})), ElementsAre("clock: 2000 MHz before, 2000 MHz after"))
      << "node2 could not be asked again";
}

}  // namespace
}  // namespace commlab
