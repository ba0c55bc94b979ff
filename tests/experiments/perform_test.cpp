// What an outcome says beside its times, and what is said where nothing can run.
#include "core/plan/perform.h"

#include <gtest/gtest.h>

#include "tests/experiments/simulating_tools.h"

namespace commlab {
namespace {

Setup setup_on_four(CollectiveKind kind, const Planner& planner) {
  Result<Setup> setup = set_up(
      {.collective = kind, .machine = "switch:4,100GB/s,1us", .algorithm = "all", .size = KiB(1)}, planner);
  EXPECT_TRUE(setup) << setup.error().message;
  return *std::move(setup);
}

TEST(Perform, ASmallScheduleIsProvedByTheWay) {
  const Tools tools = simulating_tools();
  const Planner planner = tools.planner();
  for (const CollectiveKind kind : all_collective_kinds) {
    const Result<Performance> all = perform_all(setup_on_four(kind, planner), planner);
    ASSERT_TRUE(all) << all.error().message;
    for (const Outcome& outcome : all->outcomes)
      EXPECT_EQ(outcome.verified, true) << to_line(outcome.experiment);
  }
}

// The algorithm moves nothing, so the output is not what is promised.
TEST(Perform, AScheduleThatBreaksItsPromiseIsNotVerified) {
  constexpr Algorithm idle = {.name = "idle",
                              .collective = CollectiveKind::all_reduce,
                              .idea = "Nothing.",
                              .cost = "0",
                              .source = "none",
                              .supports = any_ranks,
                              .write = [](Schedule& s) { s.next_step(); }};
  const Tools tools = simulating_tools();
  const Planner planner = tools.planner();
  const Result<Outcome> outcome = perform(setup_on_four(CollectiveKind::all_reduce, planner),
                                          {&idle, "", ProtocolChoice::automatic}, planner);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(outcome->verified, false);
}

// An algorithm that the user named says why it cannot; of all algorithms, the first one does.
TEST(NobodyCan, SaysWhyTheOnlyOrTheFirstAlgorithmCannot) {
  const std::vector<const Algorithm*> algorithms = algorithms_for(CollectiveKind::broadcast);
  const Collective c{.kind = CollectiveKind::broadcast, .ranks = 6, .count = 1};
  std::vector<Refused> refused = {{algorithms[0], {"it needs a number", Fault::runtime}}};
  const Error only = nobody_can(c, refused).value();
  EXPECT_EQ(only.message, "it needs a number");
  EXPECT_EQ(only.fault, Fault::runtime);

  for (std::size_t i = 1; i < algorithms.size(); ++i) {
    refused.push_back({algorithms[i], {"it needs something else"}});
    const Error all = nobody_can(c, refused).value();
    EXPECT_EQ(all.message, fmt::format("no algorithm does broadcast over 6 ranks here; {}: it needs a number",
                                       algorithms[0]->name));
    EXPECT_EQ(all.fault, Fault::runtime);
  }
}

}  // namespace
}  // namespace commlab
