// Paths over relays: together as wide as the narrowest cut, and none uses bandwidth that another needs.

#include "core/routes/rank_paths.h"

#include <filesystem>
#include <map>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/bounds/bounds.h"
#include "core/collective/reference.h"
#include "core/machine/machine.h"
#include "core/programs/interpret.h"
#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/routes/router.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

using testing::ElementsAre;

Topology topology(std::string_view name) { return shipped_machine(name).topology; }

std::vector<std::vector<Rank>> ranks_of(const std::vector<RankPath>& paths) {
  std::vector<std::vector<Rank>> ranks;
  for (const RankPath& path : paths) ranks.push_back(path.ranks);
  return ranks;
}

// Worked out by hand from the drawing in hcm8.toml: twelve NVLinks leave gpu0, and twelve enter gpu2.
TEST(DisjointPaths, OfThePuzzleServerFillEveryLinkOfBothEnds) {
  const std::vector<RankPath> paths = disjoint_paths(topology("hcm8"), 8, 0, 2);

  EXPECT_THAT(ranks_of(paths),
              testing::UnorderedElementsAre(ElementsAre(0, 7, 2), ElementsAre(0, 5, 2),
                                            ElementsAre(0, 1, 5, 2), ElementsAre(0, 1, 6, 2),
                                            ElementsAre(0, 7, 3, 2), ElementsAre(0, 4, 3, 2)));
  EXPECT_THAT(paths.front().ranks, ElementsAre(0, 7, 2)) << "few hops, and a wide first link";
  for (const RankPath& path : paths) EXPECT_EQ(path.bandwidth, Bandwidth{46'660'000'000});
}

// A copy's bandwidth bound is the narrowest cut; on any machine the paths together are as wide.
TEST(DisjointPaths, AreTogetherAsWideAsTheNarrowestCut) {
  for (const char* name : {"hcm8", "switch:5,100GB/s,1us", "ring:7,100GB/s,1us", "mesh:3x4,100GB/s,1us",
                           "torus:3x3,100GB/s,1us", "fat-tree:2x3,100GB/s,1us"}) {
    const Topology t = topology(name);
    for (Rank from = 0; from < t.gpus; ++from)
      for (Rank to = 0; to < t.gpus; ++to) {
        if (from == to) continue;
        std::int64_t width = 0;
        for (const RankPath& path : disjoint_paths(t, t.gpus, from, to)) {
          width += path.bandwidth.bytes_per_second;
          EXPECT_EQ(path.ranks.front(), from);
          EXPECT_EQ(path.ranks.back(), to);
        }
        const Collective c{.kind = CollectiveKind::p2p,
                           .ranks = t.gpus,
                           .count = 1'000'000'000,
                           .dtype = DataType::uint8,
                           .from = from,
                           .to = {to}};
        const bool has_nvlinks = t.links[0].type == LinkType::nvlink;
        const auto least = bound(c, t, has_nvlinks ? LinkChoice::nvlink : LinkChoice::all);
        ASSERT_TRUE(least) << name << ": " << least.error().message;
        // The bound is rounded down to the picosecond.
        EXPECT_LE(least->bandwidth, serialization_time({1'000'000'000}, {width}))
            << name << " " << from << " " << to;
        EXPECT_GE(least->bandwidth + Time{1}, serialization_time({1'000'000'000}, {width}))
            << name << " " << from << " " << to;
      }
  }
}

// The first link in the list once decided between equal ways, and a copy over relays took up to a third
// longer or shorter.
TEST(DisjointPaths, DoNotDependOnTheOrderInWhichLinksAreListed) {
  for (const char* name :
       {"mesh:5x4,212GB/s,2us", "torus:3x4,258GB/s,407ns", "dgx1-p100", "dgx1-v100", "hcm8", "a100-pcie"}) {
    const Topology listed = topology(name);
    Topology backwards = listed;
    std::ranges::reverse(backwards.links);
    for (Rank from = 0; from < listed.gpus; ++from)
      for (Rank to = 0; to < listed.gpus; ++to) {
        if (from == to) continue;
        EXPECT_EQ(disjoint_paths(listed, listed.gpus, from, to),
                  disjoint_paths(backwards, listed.gpus, from, to))
            << name << ", from " << from << " to " << to;
      }
  }
}

TEST(DisjointPaths, NeverAskMoreOfALinkThanItHas) {
  const Topology t = topology("hcm8");
  Router router(t);
  for (Rank from = 0; from < 8; ++from)
    for (Rank to = 0; to < 8; ++to) {
      if (from == to) continue;
      std::map<LinkId, std::int64_t> used;
      for (const RankPath& path : disjoint_paths(t, 8, from, to))
        for (int hop = 0; hop < path.hops(); ++hop) {
          const auto route = router.route(path.ranks[static_cast<std::size_t>(hop)],
                                          path.ranks[static_cast<std::size_t>(hop) + 1]);
          ASSERT_TRUE(route);
          for (const LinkId link : *route) used[link] += path.bandwidth.bytes_per_second;
        }
      for (const auto& [link, bytes] : used)
        EXPECT_LE(bytes, t.links[static_cast<std::size_t>(link)].bandwidth.bytes_per_second)
            << t.link_name(link);
    }
}

// A switch gives one path. A ring whose GPUs forward gives two, and only the long one needs a rank that
// stores.
TEST(DisjointPaths, NameOnlyTheRanksThatStore) {
  EXPECT_THAT(ranks_of(disjoint_paths(topology("switch:4,100GB/s,1us"), 4, 0, 3)),
              ElementsAre(ElementsAre(0, 3)));
  const auto round = disjoint_paths(topology("ring:8,100GB/s,1us"), 8, 0, 1);
  ASSERT_EQ(round.size(), 2u);
  EXPECT_THAT(round[0].ranks, ElementsAre(0, 1));
  EXPECT_GT(round[1].hops(), 1);
}

// Ranks outside the copy do not relay.
TEST(DisjointPaths, StayAmongTheRanks) {
  for (const RankPath& path : disjoint_paths(topology("hcm8"), 5, 0, 2))
    for (const Rank rank : path.ranks) EXPECT_LT(rank, 5);
}

TEST(PathNamed, IsTheWayAndItsNarrowestHop) {
  const Collective c{.kind = CollectiveKind::p2p, .ranks = 8, .from = 0, .to = {2}};
  const auto path = path_named("0-7-2", topology("hcm8"), c);
  ASSERT_TRUE(path);
  EXPECT_THAT(path->ranks, ElementsAre(0, 7, 2));
  EXPECT_EQ(path->bandwidth, Bandwidth{46'660'000'000});
}

TEST(PathNamed, RefusesWhatIsNoWay) {
  const Collective c{.kind = CollectiveKind::p2p, .ranks = 3, .from = 0, .to = {2}};
  Topology line;  // gpu0 and gpu2 are on a switch, gpu1 has no links
  for (const char* name : {"gpu0", "gpu1", "gpu2"}) line.add(name, NodeType::gpu);
  const NodeId hub = line.add("nvswitch", NodeType::nvswitch);
  line.connect(0, hub, LinkType::nvlink, GBps(100), {});
  line.connect(2, hub, LinkType::nvlink, GBps(100), {});
  const auto said = [&](std::string_view text) {
    const auto path = path_named(text, line, c);
    return path ? "" : path.error().message;
  };
  EXPECT_EQ(said("0-9-2"), "--route 0-9-2: there is no rank 9 among ranks 0 to 2");
  EXPECT_EQ(said("1-2"), "--route 1-2 begins at rank 1, but the sender (--from) is rank 0");
  EXPECT_EQ(said("0-1"), "--route 0-1 ends at rank 1, but the receiver (--to) is rank 2");
  EXPECT_EQ(said("0-1-0-2"), "--route 0-1-0-2: rank 0 comes twice; expected each rank only once");
  EXPECT_EQ(said("0"), "--route 0: a path has two ends; expected one as in 0-7-2");
  EXPECT_EQ(said("0--2"), "--route 0--2: '' is not a rank; expected a path, as in 0-7-2");
  EXPECT_EQ(said("0-99999999999-2"),
            "--route 0-99999999999-2: '99999999999' is not a rank; expected a path, as in 0-7-2");
  EXPECT_EQ(said("0-1-2"),
            "--route 0-1-2: no route from gpu0 to gpu1; expected links that join them without passing a GPU");
  EXPECT_EQ(said("0-2"), "");
}

// On these machines' paths both algorithms keep the promise of a copy, however they are lowered.
TEST(WaysOverRelays, AreProvedAndGiveThePlainResult) {
  for (const char* name : {"hcm8", "ring:5,100GB/s,1us", "mesh:3x3,100GB/s,1us"}) {
    const Topology t = topology(name);
    for (const char* algorithm : {"relay", "multipath"})
      for (const auto& [from, to] : {std::pair{0, 2}, std::pair{3, 1}, std::pair{4, 0}})
        for (const std::int64_t count : {0, 1, 7, 1'003, 100'003})
          for (const Lowering& how :
               {Lowering{}, Lowering{.pieces = 3, .slots = 1}, Lowering{.channels = 2, .fused = true}})
            for (const bool in_place : {false, true}) {
              const Collective c{.kind = CollectiveKind::p2p,
                                 .ranks = t.gpus,
                                 .count = count,
                                 .in_place = in_place,
                                 .from = from,
                                 .to = {to}};
              const Layout layout{.paths = disjoint_paths(t, t.gpus, from, to),
                                  .per_message = nanoseconds(10)};
              const auto programs = programs_for(**find_algorithm(c.kind, algorithm), c, how, layout);
              ASSERT_TRUE(programs) << programs.error().message;
              const auto proved = verify(*programs);
              EXPECT_TRUE(proved) << name << " " << algorithm << ": " << proved.error().message;
              const auto found = interpret(*programs, DataPattern::index);
              ASSERT_TRUE(found) << found.error().message;
              EXPECT_TRUE(equal_where_promised(c, programs->partition, found->output,
                                               plain_result(c, programs->partition, DataPattern::index)));
            }
  }
}

// Rank 0 sends over rank 2 and over rank 3, whose way is wider. The blocks of a way are its width, rounded to
// 1/64 of the narrowest way.
TEST(Multipath, SharesAreAsWideAsTheWays) {
  constexpr std::int64_t narrow = 6'400;
  for (std::int64_t wide = narrow; wide <= 2 * narrow; wide += 7) {
    const Collective c{.kind = CollectiveKind::p2p, .ranks = 4, .count = 1, .from = 0, .to = {1}};
    const Schedule s = schedule_for(**find_algorithm(c.kind, "multipath"), c,
                                    {.paths = {{{0, 2, 1}, {narrow}}, {{0, 3, 1}, {wide}}}});
    std::map<Rank, std::int64_t> blocks;  // that rank 0 sends, by receiver
    for (const Schedule::Rule& rule : s.rules())
      if (rule.move.who == only(0)) blocks[rule.move.to.by] += rule.move.blocks;

    EXPECT_LE(2 * std::abs(blocks[3] * narrow - blocks[2] * wide), narrow) << wide;
  }
}

TEST(WaysOverRelays, NeedNoSlotToSpare) {
  const Topology t = topology("hcm8");
  const Collective c{.kind = CollectiveKind::p2p, .ranks = 8, .count = 1'003, .from = 0, .to = {2}};
  for (const char* algorithm : {"relay", "multipath"}) {
    const Layout layout{.paths = disjoint_paths(t, 8, 0, 2)};
    const auto programs = programs_for(**find_algorithm(c.kind, algorithm), c, {}, layout);
    for (const int slots : {0, 1})
      EXPECT_TRUE(verify(*programs, {.slots = slots})) << algorithm << " " << slots;
  }
}

// Each receiver is served along its own path; one relay may serve two receivers.
TEST(WaysOverRelays, LeadToSeveralReceivers) {
  const Topology t = topology("hcm8");
  const Collective c{.kind = CollectiveKind::p2p, .ranks = 8, .count = 1'003, .from = 0, .to = {2, 7, 3}};
  Layout layout;
  for (const Rank to : c.to)
    for (const RankPath& path : disjoint_paths(t, 8, 0, to)) layout.paths.push_back(path);
  const auto programs = programs_for(**find_algorithm(c.kind, "relay"), c, {.pieces = 3}, layout);
  ASSERT_TRUE(programs) << programs.error().message;
  EXPECT_TRUE(verify(*programs));
  EXPECT_FALSE(programs_for(**find_algorithm(c.kind, "multipath"), c, {}, layout));
}

}  // namespace
}  // namespace commlab
