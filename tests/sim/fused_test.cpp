// A rank that receives and passes on in one instruction sends the same messages as one that does both in
// turn.

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "sim/critical_path.h"
#include "tests/sim/traces.h"

namespace commlab {
namespace {

// What a message is, whenever it travels.
using Named =
    std::tuple<std::string, std::int32_t, Rank, Rank, std::int32_t, std::int32_t, std::int32_t, std::int32_t>;

Named name_of_message(const Trace& trace, const Transfer& t) {
  return {trace.phases.empty() ? "" : trace.phases[t.phase],
          t.step,
          t.from,
          t.to,
          t.group,
          t.channel,
          t.block,
          t.part};
}

std::vector<Named> messages_of(const Trace& trace) {
  std::vector<Named> all;
  for (const Transfer& t : trace.transfers) all.push_back(name_of_message(trace, t));
  std::ranges::sort(all);
  return all;
}

template <class Check>
void for_every_algorithm(Check check) {
  for (const char* spec :
       {"switch:2,25GB/s,0.5us,multicast", "ring:3,25GB/s,0.5us", "switch:8,25GB/s,0.5us,multicast"}) {
    const Machine m = machine(spec);
    for (const Algorithm* a : algorithms_on(m)) {
      Collective c{.kind = a->collective, .ranks = m.topology.gpus};
      if (c.kind == CollectiveKind::p2p) c.to = {1};
      c.count = count_for(c.kind, c.ranks, c.dtype, {9'004});
      for (const int pieces : {1, 2}) {
        const Result<Programs> apart = programs_for(*a, c, {.pieces = pieces});
        const Result<Programs> fused = programs_for(*a, c, {.pieces = pieces, .fused = true});
        ASSERT_TRUE(apart && fused) << a->name;
        check(played(m, *apart), played(m, *fused));
      }
    }
  }
}

// A message that was passed on had the step, and the phase, of the one before it: "step 1" came twice.
TEST(FusedPrograms, SendMessagesOfTheSameStepsAndPhases) {
  for_every_algorithm([](const Played& apart, const Played& fused) {
    EXPECT_EQ(messages_of(fused.trace), messages_of(apart.trace)) << fused.name;
  });
}

TEST(TheCriticalPath, HasNoMessageTwice) {
  for_every_algorithm([](const Played& apart, const Played& fused) {
    for (const Played* each : {&apart, &fused}) {
      std::set<Named> different;
      const std::vector<std::int32_t> path = critical_path(each->trace).transfers;
      for (const std::int32_t t : path)
        different.insert(name_of_message(each->trace, each->trace.transfers[t]));
      EXPECT_EQ(different.size(), path.size()) << each->name;
    }
  });
}

}  // namespace
}  // namespace commlab
