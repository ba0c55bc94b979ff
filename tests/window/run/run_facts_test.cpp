// What the window computes from a trace equals what the simulator counted during the run.
#include "gui/window/run/run_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/schedule/algorithm.h"
#include "sim/simulate.h"
#include "tests/window/scene_of.h"

namespace commlab {
namespace {

using testing::ElementsAre;

constexpr std::string_view slow_link =
    "all_reduce --machine ring:4,100GB/s,500ns --algorithm ring --slow gpu1-gpu2:4x";

TEST(RunFacts, AreTheSimulators) {
  for (const std::string_view line :
       {slow_link, std::string_view("broadcast --machine switch:8,450GB/s,350ns --algorithm binomial"),
        std::string_view("all_to_all --machine mesh:2x3,100GB/s,500ns --algorithm shift")}) {
    const auto run = run_of(line);
    const RunFacts facts = run_facts(*run.trace);

    for (const LinkUse& use : run.links) {
      EXPECT_EQ(facts.links[use.link].bytes, use.bytes) << line;
      EXPECT_EQ(facts.links[use.link].busy.ps, use.busy.ps) << line;
    }
    for (std::size_t rank = 0; rank < run.idle.size(); ++rank)
      EXPECT_EQ(facts.ranks[rank].idle.ps, run.idle[rank].ps) << line;
  }
}

TEST(RunFacts, PutTheSlowLinkFirst) {
  const Scene scene = scene_of(slow_link);
  const RunFacts facts = run_facts(scene.trace());
  EXPECT_EQ(scene.trace().topology.link_name(facts.busiest[0]), "gpu1 -> gpu2");
  EXPECT_EQ(facts.steps, 6);
}

TEST(RunFacts, FollowAChunkAllItsWay) {
  const Scene scene = scene_of("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring");
  const auto hops = journey(*scene.replay, 2, 0);
  ASSERT_EQ(hops.size(), 6u);  // 2 (n - 1)
  for (std::size_t i = 1; i < hops.size(); ++i) EXPECT_LE(hops[i - 1]->at, hops[i]->at);
}

TEST(RunFacts, SayWhatAChangeDidInNumbers) {
  EXPECT_EQ(change_sentence(microseconds(100), microseconds(339)), "100 us, now 339 us: 3.39 times as long");
  EXPECT_EQ(change_sentence(microseconds(339), microseconds(100)), "339 us, now 100 us: 3.39 times as fast");
  EXPECT_EQ(change_sentence(microseconds(100), microseconds(112)), "100 us, now 112 us: 12 % longer");
  EXPECT_EQ(change_sentence(microseconds(100), microseconds(100)), "100 us, now as long");
}

TEST(RunFacts, KnowWhoUsesALink) {
  const Scene scene = scene_of("all_reduce --machine ring:4,100GB/s,500ns --algorithm ring");
  const RunFacts facts = run_facts(scene.trace());
  EXPECT_THAT(users_of(scene.trace(), facts.busiest[0], 8), ElementsAre("rank 0 -> rank 1"));
}

}  // namespace
}  // namespace commlab
