// One property over all algorithms: each keeps its collective's promise. The Programs are proved (verify) and
// tried on data (interpret against the plain result). A new algorithm is covered without an edit here.

#include <algorithm>
#include <ranges>
#include <set>

#include <gtest/gtest.h>

#include "core/collective/reference.h"
#include "core/programs/interpret.h"
#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

std::vector<int> rank_counts() { return {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 32, 64}; }

// The collective with every root worth trying; for p2p from rank 0 to rank 1, from the last rank to rank 0,
// and from rank 0 to all others.
std::vector<Collective> with_roots(Collective c) {
  if (c.kind == CollectiveKind::p2p) {
    if (c.ranks == 1) return {};
    std::vector<Rank> others(static_cast<std::size_t>(c.ranks) - 1);
    for (Rank to = 1; to < c.ranks; ++to) others[static_cast<std::size_t>(to) - 1] = to;
    Collective first = c, last = c, all = c;
    first.to = {1};
    last.from = c.ranks - 1;
    last.to = {0};
    all.to = others;
    return {first, last, all};
  }
  if (!has_root(c.kind)) return {c};
  std::vector<Collective> all;
  const std::set roots = sanitized ? std::set{c.ranks / 2} : std::set{0, c.ranks / 2, c.ranks - 1};
  for (const Rank root : roots) {
    c.root = root;
    all.push_back(c);
  }
  return all;
}

// Calls check(algorithm, collective) for the collectives of every algorithm.
template <class Check>
void for_all(const std::vector<int>& rank_counts, Check check) {
  for (const Algorithm* algorithm : algorithms())
    for (const int ranks : rank_counts | std::views::filter(worth_sanitizing))
      for (const bool in_place : {false, true})
        for (Collective& c :
             with_roots({.kind = algorithm->collective, .ranks = ranks, .in_place = in_place}))
          if (algorithm->supports(c)) check(*algorithm, c);
}

std::string title(const Algorithm& algorithm, const Collective& c) {
  return fmt::format("{} {} on {} ranks, count {}, root {}, {}{}, {} {}", name_of(c.kind), algorithm.name,
                     c.ranks, c.count, c.root, c.in_place ? "in place" : "out of place",
                     c.to.size() > 1 ? ", to all" : "", name_of(c.op), name_of(c.dtype));
}

void expect_proved(const Algorithm& algorithm, const Collective& c, const Lowering& lowering = {},
                   const ProofOptions& options = {}, const Layout& layout = {}) {
  const auto programs = programs_for(algorithm, c, lowering, layout);
  ASSERT_TRUE(programs) << title(algorithm, c) << ": " << programs.error().message;
  const Status proved = verify(*programs, options);
  EXPECT_TRUE(proved) << title(algorithm, c) << ": " << proved.error().message;
}

void expect_plain_result(const Algorithm& algorithm, const Collective& c) {
  const auto programs = programs_for(algorithm, c);
  ASSERT_TRUE(programs) << title(algorithm, c) << ": " << programs.error().message;
  const auto found = interpret(*programs, DataPattern::index);
  ASSERT_TRUE(found) << title(algorithm, c) << ": " << found.error().message;
  const auto expected = plain_result(c, programs->partition, DataPattern::index);
  const Status equal = equal_where_promised(c, programs->partition, found->output, expected);
  EXPECT_TRUE(equal) << title(algorithm, c) << ": " << equal.error().message;
}

std::set<std::int64_t> counts(int ranks) {
  if (sanitized) return {0, ranks + 1};
  return {0, 1, ranks - 1, ranks, ranks + 1, 7, 1'003};
}

// So "auto" always has an algorithm to choose, on a machine without multicast, too.
TEST(Algorithms, OfEveryCollectiveOneSupportsAnyNumberOfRanks) {
  for (const CollectiveKind kind : all_collective_kinds)
    for (const int ranks : {2, 3, 5, 6, 7, 9, 1'000, 65'537, 1 << 20}) {
      const Collective c{.kind = kind, .ranks = ranks, .to = {1}};
      EXPECT_TRUE(std::ranges::any_of(
          algorithms_for(kind),
          [&](const Algorithm* algorithm) { return algorithm->supports(c) && !algorithm->needs_multicast; }))
          << name_of(kind) << " over " << ranks;
    }
}

// The count only changes the sizes of messages, so one uneven count is enough.
TEST(Algorithms, KeepTheirCollectivesPromise) {
  for_all(rank_counts(), [](const Algorithm& algorithm, Collective& c) {
    c.count = 1'003;
    expect_proved(algorithm, c);
  });
}

TEST(Algorithms, KeepItAtEveryCount) {
  for_all({2, 3, 5, 8}, [](const Algorithm& algorithm, Collective& c) {
    for (const std::int64_t count : counts(c.ranks)) {
      c.count = count;
      expect_proved(algorithm, c);
    }
  });
}

TEST(Algorithms, KeepItWithOneSlotAndAsExchangesWithNone) {
  for_all({1, 2, 3, 5, 8}, [](const Algorithm& algorithm, Collective& c) {
    c.count = 7;
    expect_proved(algorithm, c, {}, {.slots = 1});
    expect_proved(algorithm, c, {}, {.slots = 0});
  });
}

// The root of a collective without a root is not checked, and such an algorithm may be made of parts that use
// one. The promise must hold whatever this root is.
TEST(Algorithms, KeepItWhateverRootACollectiveWithoutOneNames) {
  for (const Algorithm* algorithm : algorithms()) {
    if (has_root(algorithm->collective) || algorithm->collective == CollectiveKind::p2p) continue;
    const Collective c{.kind = algorithm->collective, .ranks = 8, .count = 40, .root = 9};
    const auto programs = programs_for(*algorithm, c);
    if (!programs) continue;
    const Status status = verify(*programs);
    EXPECT_TRUE(status) << algorithm->name << ": " << status.error().message;
  }
}

TEST(Algorithms, KeepItOnSeveralChannelsInPiecesAndFused) {
  for_all({1, 2, 3, 5, 8}, [](const Algorithm& algorithm, Collective& c) {
    c.count = 61;
    expect_proved(algorithm, c, {.channels = 2});
    expect_proved(algorithm, c, {.pieces = 3});
    expect_proved(algorithm, c, {.channels = 2, .pieces = 2, .fused = true});
  });
}

// 2, 4, ..., then 1, 3, ..., then 0: an order in which no two ranks are neighbours, and no rotation of one.
std::vector<Rank> scattered(int ranks) {
  std::vector<Rank> order;
  for (Rank rank = 2; rank < ranks; rank += 2) order.push_back(rank);
  for (Rank rank = 1; rank < ranks; rank += 2) order.push_back(rank);
  order.push_back(0);
  return order;
}

TEST(Algorithms, KeepItInAnyRingOrder) {
  for_all({2, 3, 5, 6, 8, 12}, [](const Algorithm& algorithm, Collective& c) {
    c.count = 13;
    expect_proved(algorithm, c, {}, {}, {.order = scattered(c.ranks)});
    expect_proved(algorithm, c, {.channels = 2, .fused = true}, {}, {.order = scattered(c.ranks)});
  });
}

TEST(Algorithms, ComputeThePlainResultAtEveryCount) {
  for_all(rank_counts(), [](const Algorithm& algorithm, Collective& c) {
    for (const std::int64_t count : counts(c.ranks)) {
      c.count = count;
      expect_plain_result(algorithm, c);
    }
  });
}

TEST(Algorithms, ComputeThePlainResultForEveryTypeAndOp) {
  for_all({1, 2, 3, 8, 17}, [](const Algorithm& algorithm, Collective& c) {
    c.count = 37;
    for (const DataType dtype : all_data_types)
      for (const ReduceOp op : all_reduce_ops) {
        if (!reduces(c.kind) && op != ReduceOp::sum) continue;
        c.dtype = dtype;
        c.op = op;
        expect_plain_result(algorithm, c);
      }
  });
}

}  // namespace
}  // namespace commlab
