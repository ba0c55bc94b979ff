// The trace of a group of ranks is the part of the whole trace that these ranks see, to the picosecond: what
// they send, receive and do.

#include "sim/group_trace.h"

#include <tuple>

#include "core/machine/cluster.h"
#include "core/plan/setup.h"
#include "tests/sanitized.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

auto facts_of(const Transfer& t) {
  return std::tuple(t.start, t.from, t.to, t.channel, t.step, t.block, t.part, t.blocks, t.spacing.run,
                    t.phase, t.reduces, t.bytes, t.ready, t.head, t.sent, t.end, t.overhead, t.alone);
}

// Work, and the message that it is on.
auto facts_of(const Trace& trace, const Span& span) {
  using Message = std::optional<decltype(facts_of(Transfer{}))>;
  return std::tuple(span.start, span.rank, span.lane, span.step, span.op, span.bytes, span.end,
                    span.transfer < 0 ? Message() : facts_of(trace.transfers[span.transfer]));
}

auto transfers_of(const Trace& trace, const RankRange& group) {
  std::vector<decltype(facts_of(Transfer{}))> all;
  for (const Transfer& t : trace.transfers)
    if (group.has(t.from) || group.has(t.to)) all.push_back(facts_of(t));
  std::ranges::sort(all);
  return all;
}

auto work_of(const Trace& trace, const RankRange& group) {
  std::vector<decltype(facts_of(trace, Span{}))> all;
  for (const Span& span : trace.spans)
    if (group.has(span.rank)) all.push_back(facts_of(trace, span));
  std::ranges::sort(all);
  return all;
}

// By sender, receiver and channel, what is in the group of the links that the messages cross.
auto routes_of(const Trace& trace, const RankRange& group, const std::vector<bool>& of_group) {
  std::vector<std::tuple<Rank, Rank, int, std::vector<LinkId>>> all;
  for (const Transfer& t : trace.transfers) {
    if (!group.has(t.from) && !group.has(t.to)) continue;
    std::vector<LinkId> links = trace.routes[t.route];
    std::erase_if(links, [&](LinkId link) { return !of_group[link]; });
    all.emplace_back(t.from, t.to, t.channel, std::move(links));
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<bool> links_of(const Trace& group) {
  std::vector<bool> used(group.topology.links.size());
  for (const std::vector<LinkId>& route : group.routes)
    for (const LinkId link : route) used[link] = true;
  return used;
}

// Compares every group of every algorithm with the whole trace. Returns how many there were.
int compare_groups(const Machine& m, const Lowering& lowering = {}, const SimulateOptions& asked = {}) {
  int compared = 0;
  for (const Algorithm* a : algorithms_on(m)) {
    const Collective c{.kind = a->collective, .ranks = m.topology.gpus, .count = 1'440 * m.topology.gpus};
    if (a->collective == CollectiveKind::p2p) continue;
    Lowering of_a_tile = lowering;
    of_a_tile.one_tile = true;
    const Result<Programs> programs = programs_for(*a, c, of_a_tile, layout_on(m, m.topology.gpus));
    if (!programs) continue;
    SimulateOptions options = asked;
    options.trace = true;
    const Result<Run> whole = simulate(*programs, m, options);
    if (!whole) continue;
    EXPECT_FALSE(whole->trace->recorded);
    for (int n = 0; n < m.topology.gpus; ++n) {
      options.group = n;
      const Result<Run> part = simulate(*programs, m, options);
      if (!part) return ADD_FAILURE() << part.error().message, 0;
      EXPECT_EQ(part->finish, whole->finish);
      if (!part->trace->recorded) break;
      const RankRange group = *part->trace->recorded;
      if (group.first != n * group.ranks) break;  // there are not so many groups
      const std::string what = fmt::format("{} {} {} group {}", m.name, name_of(a->collective), a->name, n);
      EXPECT_EQ(transfers_of(*part->trace, group), transfers_of(*whole->trace, group)) << what;
      EXPECT_EQ(work_of(*part->trace, group), work_of(*whole->trace, group)) << what;
      const std::vector<bool> links = links_of(*part->trace);
      EXPECT_EQ(routes_of(*part->trace, group, links), routes_of(*whole->trace, group, links)) << what;
      EXPECT_EQ(part->split.has_value(), whole->split.has_value());
      ++compared;
    }
  }
  return compared;
}

Machine nodes(const Machine& node, int count, const Interconnect& network) {
  Result<Machine> all = cluster_of(node, count, network);
  EXPECT_TRUE(all) << (all ? "" : all.error().message);
  return std::move(*all);
}

TEST(GroupTrace, IsThePartOfTheWholeTraceThatTheGroupSees) {
  for (const Machine& node : {machine("switch:4,25GB/s,1us"), machine("ring:3,25GB/s,1us")})
    for (const int count : {2, 3, 4, 6}) {
      if (!worth_sanitizing(count)) continue;
      EXPECT_GT(compare_groups(nodes(node, count, {.nic = GBps(12)})), 0);
      compare_groups(nodes(node, count, {.nic = GBps(12), .rails = true}), {.fused = true},
                     {.streaming = true});
      if (count > 2 && count % 2 == 0)
        compare_groups(nodes(node, count, {.nic = GBps(12), .nodes_per_leaf = 2, .oversubscription = 2}),
                       {.pieces = 3});
    }
}

TEST(GroupTrace, OfASwitchHasSeveralGpus) {
  for (const int gpus : {2, 5, 8, 12, 16, 17})
    EXPECT_GT(compare_groups(machine(fmt::format("switch:{},25GB/s,1us", gpus))), 0);
}

// Once, its messages had the routes of one rank, because only one rank was placed.
TEST(GroupTrace, OfAnExactRunIsTheWholeTrace) {
  const Machine m = machine("switch:8,25GB/s,1us");
  for (const Algorithm* a : algorithms_on(m)) {
    const Collective c{.kind = a->collective, .ranks = 8, .count = 11'520};
    if (a->collective == CollectiveKind::p2p) continue;
    const Result<Programs> programs = programs_for(*a, c, {}, layout_on(m, 8));
    if (!programs) continue;
    const Result<commlab::Run> whole = simulate(*programs, m, {.exact = true, .trace = true});
    const Result<commlab::Run> asked = simulate(*programs, m, {.exact = true, .trace = true, .group = 0});
    ASSERT_TRUE(whole && asked) << a->name;
    const RankRange all{0, 8};
    EXPECT_FALSE(asked->trace->recorded);
    EXPECT_EQ(transfers_of(*asked->trace, all), transfers_of(*whole->trace, all)) << a->name;
    EXPECT_EQ(asked->trace->routes, whole->trace->routes) << a->name;
  }
}

TEST(GroupTrace, HasGroupsOfEquallyManyRanks) {
  for (int of_a_tile = 1; of_a_tile <= 20; ++of_a_tile)
    for (int count = 2; count <= 50; ++count) {
      const Tiles tiles{.ranks = of_a_tile, .count = count};
      const RankRange first = group_of_ranks(tiles, 0);
      EXPECT_EQ(first.first, 0);
      EXPECT_EQ(first.ranks % of_a_tile, 0);
      EXPECT_EQ(of_a_tile * count % first.ranks, 0);
      EXPECT_LE(first.ranks, std::max(8, of_a_tile));
      const int last = of_a_tile * count / first.ranks - 1;
      EXPECT_EQ(group_of_ranks(tiles, last), (RankRange{last * first.ranks, first.ranks}));
      EXPECT_EQ(group_of_ranks(tiles, last + 5), group_of_ranks(tiles, last));
    }
}

}  // namespace
}  // namespace commlab
