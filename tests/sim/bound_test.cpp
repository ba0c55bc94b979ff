// No algorithm beats the bound, on any machine and at any size; and in a row, no call beats that of its
// bytes.

#include "core/bounds/bounds.h"

#include "tests/sanitized.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

void expect_bounded(const Machine& m, std::int64_t bytes) {
  for (const Algorithm* a : algorithms_on(m)) {
    if (a->collective == CollectiveKind::p2p && m.topology.gpus == 1) continue;
    const Programs programs = programs_on(m, a->collective, a->name, {bytes});
    const Result<Bound> least = bound(programs.collective, m.topology);
    ASSERT_TRUE(least) << least.error().message;
    EXPECT_GE(simulate(programs, m)->finish, least->time)
        << m.name << " " << name_of(a->collective) << " " << a->name << " " << bytes << " B";
    EXPECT_GE(simulate(programs, m, {.loop = true})->finish, least->bandwidth)
        << m.name << " " << name_of(a->collective) << " " << a->name << " " << bytes << " B in a row";
  }
}

TEST(Simulate, NeverBeatsTheBoundOfASwitchOfAnySize) {
  for (const int p : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 64}) {
    if (!worth_sanitizing(p)) continue;
    const Machine m = machine(fmt::format("switch:{},25GB/s,0.5us", p));
    for (const std::int64_t elements : {0, 1, p - 1, p, p + 1, 1'003}) expect_bounded(m, elements * 4);
  }
}

// On this machine all algorithms can run, and the bound is the lower one of switches that reduce.
TEST(Simulate, NeverBeatsTheBoundOfASwitchThatMulticasts) {
  for (const int p : {1, 2, 3, 5, 8, 9, 17, 64}) {
    if (!worth_sanitizing(p)) continue;
    const Machine m = machine(fmt::format("switch:{},25GB/s,0.5us,multicast", p));
    for (const std::int64_t elements : {0, 1, p + 1, 1'000'003}) expect_bounded(m, elements * 4);
  }
}

TEST(Simulate, NeverBeatsTheBoundWhereRoutesMeet) {
  for (const char* spec :
       {"ring:6,25GB/s,0.5us", "mesh:3x3,25GB/s,0.5us", "torus:3x4,25GB/s,0.5us", "switch:5,25GB/s,0ns"})
    for (const std::int64_t bytes : {0, 4, 4'004, 4'000'004}) expect_bounded(machine(spec), bytes);
}

}  // namespace
}  // namespace commlab
