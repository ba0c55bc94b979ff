// Schedules made of schedules: what holds for a schedule holds for its reverse, for copies on other ranks,
// and for several schedules one after the other.

#include <algorithm>
#include <numeric>
#include <ranges>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programs/lower.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"
#include "core/schedule/frame.h"
#include "core/schedule/reverse.h"
#include "core/verify/verify.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

using enum CollectiveKind;

std::string proved(const Schedule& s, const Lowering& how = {}) {
  const auto programs = lower(s, how);
  if (!programs) return programs.error().message;
  const Status status = verify(*programs);
  return status ? "proved" : status.error().message;
}

// Calls check for every schedule that can be reversed, for many numbers of ranks and several roots.
template <class Check>
void for_reversible(Check check) {
  for (const Algorithm* a : algorithms())
    for (const int ranks : {2, 3, 4, 5, 6, 7, 8, 13, 16}) {
      if (!worth_sanitizing(ranks)) continue;
      for (const Rank root : {0, ranks / 2, ranks - 1})
        for (const bool in_place : {false, true}) {
          const Collective c{
              .kind = a->collective, .ranks = ranks, .count = 37, .root = root, .in_place = in_place};
          if (a->needs_multicast || !has_opposite(a->collective) || !a->supports(c) ||
              (root != 0 && !has_root(a->collective)))
            continue;
          const Schedule s = schedule_for(*a, c);
          if (!reversible(s)) continue;
          check(*a, s,
                fmt::format("{} {} on {} ranks, root {}{}", name_of(a->collective), a->name, ranks, root,
                            in_place ? ", in place" : ""));
        }
    }
}

// One block sent in a step, without its buffers.
struct Sent {
  int step;
  Rank from;
  Rank to;
  int block;
  int share;
  auto operator<=>(const Sent&) const = default;
};

std::vector<Sent> sent(const Schedule& s) {
  std::vector<Sent> all;
  for (const auto& rule : s.rules()) {
    const auto& ranks = s.ranks_of(rule.group);
    const auto& who = rule.move.who;
    for (int i = who.first; i < std::min(static_cast<int>(ranks.size()), who.last); i += who.stride) {
      const int j = apply(rule.move.to, i, static_cast<int>(ranks.size()));
      for (int k = 0; k < rule.move.blocks && i != j; ++k) {
        Pattern block = rule.move.block;
        if (block.kind == Pattern::Kind::flip)
          block = shift(first_block(block, i, s.blocks(), rule.move.blocks) - i);
        block.by += rule.move.spacing.offset(k);
        if (block.kind == Pattern::Kind::at) block.by %= s.blocks();
        all.push_back({rule.step, ranks[static_cast<std::size_t>(i)], ranks[static_cast<std::size_t>(j)],
                       s.block_of(rule.group, block, i), rule.move.share});
      }
    }
  }
  std::ranges::sort(all);
  return all;
}

std::vector<Sent> mirrored(std::vector<Sent> all) {
  int last = 0;
  for (const Sent& each : all) last = std::max(last, each.step);
  for (Sent& each : all) {
    std::swap(each.from, each.to);
    each.step = last - each.step;
  }
  std::ranges::sort(all);
  return all;
}

TEST(Reverse, OfEverySchedulePromisesTheOpposite) {
  for_reversible([](const Algorithm&, const Schedule& s, const std::string& title) {
    const Schedule back = reverse(s);
    EXPECT_EQ(back.collective().kind, opposite(s.collective().kind));
    EXPECT_EQ(proved(back), "proved") << title;
    EXPECT_EQ(proved(back, {.channels = 2, .pieces = 3}), "proved") << title;
  });
}

TEST(Reverse, SendsTheSameBytesAgainstTheArrow) {
  for_reversible([](const Algorithm&, const Schedule& s, const std::string& title) {
    EXPECT_EQ(sent(reverse(s)), mirrored(sent(s))) << title;
    EXPECT_EQ(reverse(s).steps(), s.steps()) << title;
  });
}

TEST(Reverse, OfTheReverseIsTheScheduleItself) {
  for_reversible([](const Algorithm&, const Schedule& s, const std::string& title) {
    const Schedule again = reverse(reverse(s));
    EXPECT_EQ(again.collective(), s.collective());
    EXPECT_EQ(sent(again), sent(s)) << title;
    EXPECT_EQ(proved(again), "proved") << title;
  });
}

// gloo's reduce sends a sum away from a rank and back again; such a schedule has no reverse broadcast.
TEST(Reverse, IsRefusedWhereBlocksDoNotGoAlongTrees) {
  const Collective c{.kind = reduce, .ranks = 4, .count = 16};
  EXPECT_FALSE(reversible(schedule_for(**find_algorithm(reduce, "gloo"), c)));
  for (const char* name : {"binomial", "chain", "double-tree", "flat"})
    EXPECT_TRUE(reversible(schedule_for(**find_algorithm(reduce, name), c))) << name;
}

// The reverse of a symmetric schedule is symmetric: a ring of many ranks is still one program.
TEST(Reverse, OfASymmetricScheduleIsSymmetric) {
  for_reversible([](const Algorithm&, const Schedule& s, const std::string& title) {
    EXPECT_EQ(frame_of(reverse(s)), frame_of(s)) << title;
  });
  const Algorithm& ring = **find_algorithm(all_gather, "ring");
  const Schedule back = reverse(schedule_for(ring, {.kind = all_gather, .ranks = 65'536, .count = 1}));
  EXPECT_EQ(back.rules().size(), 65'535u);
}

// The reverse of the ring all_gather is, move by move, the ring reduce_scatter in the other direction; the
// direct ones are each other's reverse. So neither needs a copy.
TEST(Reverse, NeedsNoMoreMemoryThanThePagesWrittenByHand) {
  const Collective c{.kind = all_gather, .ranks = 8, .count = 8};
  const auto copies = [](const Schedule& s) {
    return std::ranges::count_if(s.rules(),
                                 [](const auto& rule) { return rule.move.combine == Combine::copy; });
  };
  for (const char* name : {"ring", "direct"})
    EXPECT_EQ(copies(reverse(schedule_for(**find_algorithm(all_gather, name), c))), 0) << name;
}

// A schedule in any ring order, reversed, is right in that order.
TEST(Reverse, KeepsTheRingOrder) {
  const Layout layout{.order = {0, 2, 4, 1, 3}};
  for (const auto& [kind, name] : {std::pair{all_gather, "ring"}, std::pair{reduce_scatter, "direct"},
                                   std::pair{broadcast, "binomial"}}) {
    const Collective c{.kind = kind, .ranks = 5, .count = 11, .root = 2};
    const Schedule s = schedule_for(**find_algorithm(kind, name), c, layout);
    EXPECT_EQ(proved(reverse(s)), "proved") << name;
    EXPECT_EQ(sent(reverse(s)), mirrored(sent(s))) << name;
  }
}

// A broadcast whose two halves go round the ring in opposite directions.
Schedule halves_on_two_chains(bool in_place) {
  Schedule s({.kind = broadcast, .ranks = 5, .count = 21, .root = 1, .in_place = in_place});
  s.split_into(2);
  const Group ranks = s.from_root();
  for (int i = 0; i < 4; ++i) {
    s.next_step();
    const Buffer from = i == 0 ? Buffer::input : Buffer::output;
    s.every(ranks, {.to = shift(1), .from = from, .who = only(i), .share = 0});
    s.every(ranks, {.to = shift(-1), .from = from, .who = only((5 - i) % 5), .share = 1});
    if (i == 0) s.every(ranks, {.to = shift(0), .from = Buffer::input, .who = only(0)});
  }
  return s;
}

TEST(Shares, GoTheirOwnWaysBothWays) {
  for (const bool in_place : {false, true}) {
    const Schedule s = halves_on_two_chains(in_place);
    for (const Lowering how : {Lowering{}, Lowering{.channels = 2, .pieces = 3}, Lowering{.fused = true}}) {
      EXPECT_EQ(proved(s, how), "proved");
      EXPECT_EQ(proved(reverse(s), how), "proved");
      EXPECT_EQ(lower(s, how)->channels, 2 * how.channels);
    }
  }
}

// reduce_scatter then all_gather, for every pair of algorithms.
TEST(Concat, OfAReduceScatterAndAnAllGatherIsAnAllReduce) {
  for (const Algorithm* first : algorithms_for(reduce_scatter))
    for (const Algorithm* second : algorithms_for(all_gather))
      for (const int ranks : {2, 3, 4, 7, 8}) {
        if (!worth_sanitizing(ranks)) continue;
        for (const bool in_place : {false, true}) {
          const Collective c{.kind = all_reduce, .ranks = ranks, .count = 41, .in_place = in_place};
          if (!first->supports({.kind = reduce_scatter, .ranks = ranks}) ||
              !second->supports({.kind = all_gather, .ranks = ranks}))
            continue;
          Schedule s(c);
          const Schedule scatter = schedule_for(*first, s), gather = schedule_for(*second, s);
          s.cut_into(ranks);
          s.split_into(std::max(scatter.shares(), gather.shares()));
          concat(s, {.schedule = scatter, .in = {.scratch = Buffer::output}});
          concat(s, {.schedule = gather, .in = {.input = Buffer::output}});
          EXPECT_EQ(proved(s), "proved") << first->name << " + " << second->name << " on " << ranks;
          EXPECT_EQ(s.steps(), scatter.steps() + gather.steps());
          if (frame_of(scatter) == Frame::shift && frame_of(gather) == Frame::shift) {
            EXPECT_EQ(frame_of(s), Frame::shift) << first->name << " + " << second->name;
          }
        }
      }
}

// gather then broadcast, for every pair of algorithms: the two kinds name blocks differently.
TEST(Concat, OfAGatherAndABroadcastIsAnAllGather) {
  for (const Algorithm* first : algorithms_for(gather))
    for (const Algorithm* second : algorithms_for(broadcast))
      for (const Rank root : {0, 2}) {
        const Collective c{.kind = all_gather, .ranks = 6, .count = 5, .root = root};
        Schedule s(c);
        concat(s, {.schedule = schedule_for(*first, s)});
        concat(
            s,
            {.schedule = schedule_for(*second, s), .blocks = {.each = 6}, .in = {.input = Buffer::output}});
        EXPECT_EQ(proved(s), "proved") << first->name << " + " << second->name << ", root " << root;
      }
}

// Two nodes of three ranks: all_reduce within both nodes at once, then between ranks of the same place.
TEST(SideBySide, TwoHalvesSumFirstAndThenEachOther) {
  for (const Algorithm* inner : algorithms_for(all_reduce)) {
    Schedule s({.kind = all_reduce, .ranks = 6, .count = 60});
    if (!inner->supports({.ranks = 2}) || !inner->supports({.ranks = 3})) continue;
    const auto schedule_on = [&](int ranks) {
      return schedule_for(*inner, {.kind = all_reduce, .ranks = ranks, .count = 60});
    };
    const int cut = std::lcm(schedule_on(2).blocks(), schedule_on(3).blocks());
    const auto on = [&](std::vector<Rank> ranks, BuffersIn in) {
      Schedule each = schedule_on(static_cast<int>(ranks.size()));
      const int apart = cut / each.blocks();
      s.split_into(each.shares());
      return Inner{.schedule = std::move(each),
                   .ranks = std::move(ranks),
                   .blocks = {.apart = apart, .each = apart},
                   .in = in};
    };
    s.cut_into(cut);
    side_by_side(s, std::vector{on({0, 1, 2}, {}), on({3, 4, 5}, {})});
    const BuffersIn on_sums{.input = Buffer::output};
    side_by_side(s, std::vector{on({0, 3}, on_sums), on({1, 4}, on_sums), on({5, 2}, on_sums)});
    EXPECT_EQ(proved(s), "proved") << inner->name;
  }
}

TEST(SideBySide, SharesGoAtOnce) {
  Schedule s({.kind = broadcast, .ranks = 4, .count = 9, .root = 3});
  s.split_into(2);
  const auto half = [&](const char* name, int share) {
    return Inner{.schedule = schedule_for(**find_algorithm(broadcast, name), s), .share = share};
  };
  side_by_side(s, std::vector{half("binomial", 0), half("flat", 1)});
  EXPECT_EQ(s.steps(), 2);
  EXPECT_EQ(proved(s), "proved");
}

}  // namespace
}  // namespace commlab
