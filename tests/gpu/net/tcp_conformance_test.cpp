// The property of tests/gpu/conformance_test.cpp where every rank has its own member and messages go over
// sockets. Members are threads here, so that sanitizers see all of them; tests/cli runs them as processes.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/net/tcp_backend.h"
#include "tests/algorithm_name.h"
#include "tests/patience.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

RealRunOptions once_over_sockets() {
  RealRunOptions options;
  options.iterations = 1;
  options.warmup = 1;
  options.deadline = time_enough;
  return options;
}

class TcpConformance : public testing::TestWithParam<const Algorithm*> {
 protected:
  // True if it was run.
  bool run_and_check(GroupOnCall& group, const Collective& c, const Lowering& how = {}) {
    if (!check(c) || !GetParam()->supports(c)) return false;
    const auto programs = programs_for(*GetParam(), c, how);
    if (!programs) return false;  // this collective cannot be cut into pieces
    const auto run = run_on_tcp(*programs, group, {}, once_over_sockets());
    if (!programs->groups.empty()) {
      EXPECT_FALSE(run);
      EXPECT_NE(run.error().message.find("without multicast"), std::string::npos) << run.error().message;
      return true;
    }
    EXPECT_TRUE(run) << run.error().message;
    if (!run) return true;
    EXPECT_TRUE(run->checked);
    EXPECT_EQ(run->backend, "tcp");
    EXPECT_EQ(run->transfers, programs->transfers());
    return true;
  }
};

TEST_P(TcpConformance, FewRanksAwkwardSizesInPlaceAndNot) {
  bool ran = false;
  for (const int ranks : {1, 2, 3, 5, 8}) {
    GroupOnCall group{{}};
    for (const std::int64_t count : {std::int64_t{0}, std::int64_t{ranks} + 1, std::int64_t{1'003}})
      for (const bool in_place : {false, true}) {
        if (sanitized && (count == 0 || (in_place && ranks == 8))) continue;
        Collective c{.kind = GetParam()->collective, .ranks = ranks, .count = count, .root = ranks / 2};
        c.in_place = in_place;
        if (c.kind == CollectiveKind::p2p) c.from = ranks - 1, c.to = {0};
        ran |= run_and_check(group, c);
      }
  }
  EXPECT_TRUE(ran) << GetParam()->name << " supports nothing";
}

TEST_P(TcpConformance, ManyChannelsManyPiecesFewSlotsAndFused) {
  GroupOnCall group{{}};
  for (const Lowering& how :
       {Lowering{.channels = 2}, Lowering{.pieces = 3, .slots = 1},
        Lowering{.channels = 2, .pieces = 5, .slots = 2}, Lowering{.pieces = 3, .fused = true}}) {
    Collective c{.kind = GetParam()->collective, .ranks = 4, .count = 103, .root = 2};
    if (c.kind == CollectiveKind::p2p) c.from = 3, c.to = {0, 1};
    run_and_check(group, c, how);
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, TcpConformance,
                         testing::ValuesIn(algorithms().begin(), algorithms().end()),
                         [](const auto& info) { return test_name(*info.param); });

}  // namespace
}  // namespace commlab
