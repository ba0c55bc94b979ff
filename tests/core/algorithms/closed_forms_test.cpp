// Rounds and bytes of every algorithm with a closed form, counted in its Programs for p = 2..64. S is p
// blocks; the forms are those of the algorithms' own files.

#include <algorithm>
#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

constexpr int most_ranks = sanitized ? 8 : 64;

using enum CollectiveKind;

int log2_up(int p) { return std::bit_width(static_cast<unsigned>(p - 1)); }
int bits_up_to(int p) {
  int bits = 0;
  for (int j = 1; j < p; ++j) bits += std::popcount(static_cast<unsigned>(j));
  return bits;
}
// The size of the largest subtree below a binomial tree's root: that of rank `half`, which may be cut short,
// or that of rank `half / 2`, which is full.
int largest_subtree(int p) {
  const int half = 1 << (log2_up(p) - 1);
  return std::max(p - half, half / 2);
}

struct Form {
  CollectiveKind kind;
  std::string_view algorithm;
  int (*rounds)(int p);  // steps in which anything is sent
  int (*blocks)(int p);  // blocks that the busiest rank sends
};

constexpr Form forms[] = {
    {broadcast, "flat", [](int) { return 1; }, [](int p) { return (p - 1) * p; }},
    {broadcast, "binomial", log2_up, [](int p) { return log2_up(p) * p; }},
    {broadcast, "chain", [](int p) { return p - 1; }, [](int p) { return p; }},
    {broadcast, "multi-chain", [](int p) { return p - 1; }, [](int p) { return p; }},
    {broadcast, "double-tree", log2_up, [](int p) { return p; }},
    {reduce, "flat", [](int) { return 1; }, [](int p) { return p; }},
    {reduce, "binomial", log2_up, [](int p) { return p; }},
    {reduce, "chain", [](int p) { return p - 1; }, [](int p) { return p; }},
    {reduce, "multi-chain", [](int p) { return p - 1; }, [](int p) { return p; }},
    {reduce, "double-tree", log2_up, [](int p) { return p; }},
    {reduce, "gloo", [](int p) { return 2 * p - 1; }, [](int p) { return p; }},
    {scatter, "flat", [](int) { return 1; }, [](int p) { return p - 1; }},
    {scatter, "binomial", log2_up, [](int p) { return p - 1; }},
    {gather, "flat", [](int) { return 1; }, [](int) { return 1; }},
    {gather, "binomial", log2_up, largest_subtree},
    {all_gather, "direct", [](int) { return 1; }, [](int p) { return p - 1; }},
    {all_gather, "ring", [](int p) { return p - 1; }, [](int p) { return p - 1; }},
    {all_gather, "bruck", log2_up, [](int p) { return p - 1; }},
    {all_gather, "circulant", log2_up, [](int p) { return p - 1; }},
    {all_gather, "pat", log2_up, [](int p) { return p - 1; }},
    {all_gather, "bidirectional-ring", [](int p) { return p - 1; }, [](int p) { return p - 1; }},
    {all_gather, "multi-ring", [](int p) { return p - 1; }, [](int p) { return p - 1; }},
    {reduce_scatter, "direct", [](int) { return 1; }, [](int p) { return p - 1; }},
    {reduce_scatter, "ring", [](int p) { return p - 1; }, [](int p) { return p - 1; }},
    {reduce_scatter, "circulant", log2_up, [](int p) { return p - 1; }},
    {reduce_scatter, "pat", log2_up, [](int p) { return p - 1; }},
    {reduce_scatter, "bidirectional-ring", [](int p) { return p - 1; }, [](int p) { return p - 1; }},
    {reduce_scatter, "multi-ring", [](int p) { return p - 1; }, [](int p) { return p - 1; }},
    {all_reduce, "ring", [](int p) { return 2 * (p - 1); }, [](int p) { return 2 * (p - 1); }},
    {all_reduce, "two-shot", [](int) { return 2; }, [](int p) { return 2 * (p - 1); }},
    {all_reduce, "one-shot", [](int) { return 1; }, [](int p) { return (p - 1) * p; }},
    {all_reduce, "one-shot-own-first", [](int) { return 1; }, [](int p) { return (p - 1) * p; }},
    {all_reduce, "reduce-scatter-all-gather", [](int p) { return 2 * (p - 1); },
     [](int p) { return 2 * (p - 1); }},
    {all_reduce, "reduce-broadcast", [](int p) { return 2 * log2_up(p); },
     [](int p) { return log2_up(p) * p; }},
    {all_reduce, "circulant", [](int p) { return 2 * log2_up(p); }, [](int p) { return 2 * (p - 1); }},
    {all_reduce, "bidirectional-ring", [](int p) { return 2 * (p - 1); }, [](int p) { return 2 * (p - 1); }},
    {all_reduce, "multi-ring", [](int p) { return 2 * (p - 1); }, [](int p) { return 2 * (p - 1); }},
    {all_to_all, "direct", [](int) { return 1; }, [](int p) { return p - 1; }},
    {all_to_all, "shift", [](int p) { return p - 1; }, [](int p) { return p - 1; }},
    {all_to_all, "bruck", log2_up, bits_up_to},
};

constexpr Form forms_of_powers_of_two[] = {
    {all_to_all, "pairwise", [](int p) { return p - 1; }, [](int p) { return p - 1; }},
    {all_to_all, "bruck", log2_up, [](int p) { return p / 2 * log2_up(p); }},
    {all_reduce, "recursive-doubling", log2_up, [](int p) { return p * log2_up(p); }},
    {all_reduce, "rabenseifner", [](int p) { return 2 * log2_up(p); }, [](int p) { return 2 * (p - 1); }},
    {all_reduce, "rabenseifner-half", [](int p) { return 2 * log2_up(p); },
     [](int p) { return 2 * (p - 1); }},
    {all_gather, "recursive-doubling", log2_up, [](int p) { return p - 1; }},
    {reduce_scatter, "recursive-halving", log2_up, [](int p) { return p - 1; }},
};

constexpr Form forms_of_even_ranks[] = {
    {all_gather, "neighbour-exchange", [](int p) { return p / 2; }, [](int p) { return p - 1; }},
    {all_gather, "swing", log2_up, [](int p) { return p - 1; }},
    {reduce_scatter, "swing", log2_up, [](int p) { return p - 1; }},
    {all_reduce, "swing", [](int p) { return 2 * log2_up(p); }, [](int p) { return 2 * (p - 1); }},
};

int log2_down(int p) { return std::bit_width(static_cast<unsigned>(p)) - 1; }

// Where p is no power of two, the remaining ranks are folded in before and unfolded after: two more rounds.
struct FoldedForm {
  CollectiveKind kind;
  std::string_view algorithm;
  int (*rounds)(int p);
};
constexpr FoldedForm folded_forms[] = {
    {all_reduce, "recursive-doubling", [](int p) { return log2_down(p) + 2; }},
    {all_reduce, "rabenseifner", [](int p) { return 2 * log2_down(p) + 2; }},
    {all_reduce, "rabenseifner-half", [](int p) { return 2 * log2_down(p) + 3; }},
    {all_gather, "recursive-doubling", [](int p) { return log2_down(p) + 2; }},
    {reduce_scatter, "recursive-halving", [](int p) { return log2_down(p) + 2; }},
};

struct Counted {
  std::set<int> rounds;
  std::int64_t most_bytes = 0;     // bytes that the busiest rank sends
  std::int64_t most_messages = 0;  // messages of the rank that sends the most
};

Counted counted(const Programs& programs) {
  Counted all;
  for (Rank rank = 0; rank < programs.collective.ranks; ++rank) {
    std::int64_t bytes = 0, messages = 0;
    for (const Lane& lane : programs.of(rank).lanes)
      for (const Instruction& i : lane.code) {
        if (!sends(i.op)) continue;
        all.rounds.insert(i.step);
        bytes += programs.bytes(rank, i).count;
        ++messages;
      }
    all.most_bytes = std::max(all.most_bytes, bytes);
    all.most_messages = std::max(all.most_messages, messages);
  }
  return all;
}

Counted counted(CollectiveKind kind, std::string_view algorithm, int p, std::int64_t block_bytes,
                const Layout& layout = {}) {
  Collective c{.kind = kind, .ranks = p};
  c.count = count_for(kind, p, c.dtype, {p * block_bytes});
  return counted(*programs_for(**find_algorithm(kind, algorithm), c, {}, layout));
}

void expect_form(const Form& form, int p) {
  constexpr std::int64_t block = 24;  // divisible by 2 and 3, so that parts are whole elements
  const Counted found = counted(form.kind, form.algorithm, p, block);
  EXPECT_EQ(found.rounds.size(), form.rounds(p))
      << name_of(form.kind) << " " << form.algorithm << ", p " << p;
  EXPECT_EQ(found.most_bytes, form.blocks(p) * block)
      << name_of(form.kind) << " " << form.algorithm << ", p " << p;
}

TEST(ClosedForm, HoldsForEveryNumberOfRanks) {
  for (const Form& form : forms)
    for (int p = 2; p <= most_ranks; ++p) expect_form(form, p);
}

// The data goes up each tree and down again. No rank sends more than twice the vector: one half up, two
// copies of it down, and the other half up.
TEST(ClosedForm, ADoubleTreeAllReduceTakesItsDepthTwice) {
  for (int p = 2; p <= most_ranks; ++p) {
    const Counted found = counted(all_reduce, "double-tree", p, 24);
    EXPECT_EQ(found.rounds.size(), 2 * log2_up(p)) << p;
    EXPECT_LE(found.most_bytes, 2 * p * 24) << p;
    if (p > 4) {
      EXPECT_EQ(found.most_bytes, 2 * p * 24) << p;
    }
  }
}

TEST(ClosedForm, HoldsForPowersOfTwo) {
  for (const Form& form : forms_of_powers_of_two)
    for (int p = 2; p <= most_ranks; p *= 2) expect_form(form, p);
}

TEST(ClosedForm, HoldsForEvenNumbersOfRanks) {
  for (const Form& form : forms_of_even_ranks)
    for (int p = 2; p <= most_ranks; p += 2) expect_form(form, p);
}

TEST(ClosedForm, AFoldTakesItsRoundsMore) {
  for (const FoldedForm& form : folded_forms)
    for (int p = 3; p <= most_ranks; ++p) {
      if (std::has_single_bit(static_cast<unsigned>(p))) continue;
      EXPECT_EQ(counted(form.kind, form.algorithm, p, 4).rounds.size(), form.rounds(p))
          << form.algorithm << ", p " << p;
    }
}

// Rings within nodes of `a` ranks and between `b` nodes take 2(a-1) + 2(b-1) rounds, and send the fewest
// bytes.
TEST(ClosedForm, AHierarchyOfRingsTakesTheRoundsOfBoth) {
  constexpr std::int64_t block = 12;
  for (int a = 1; a <= 5; ++a)
    for (int b = 2; b <= 5; ++b) {
      const int p = a * b;
      const Layout layout{.per_node = a, .parts = {"ring", "ring"}};
      if (!(*find_algorithm(all_reduce, "hierarchical"))->supports({.ranks = p})) continue;  // prime
      const Counted reduced = counted(all_reduce, "hierarchical", p, block, layout);
      EXPECT_EQ(reduced.rounds.size(), 2 * (a - 1) + 2 * (b - 1)) << a << " x " << b;
      EXPECT_EQ(reduced.most_bytes, 2 * (p - 1) * block) << a << " x " << b;
      for (const CollectiveKind kind : {all_gather, reduce_scatter}) {
        const Counted half = counted(kind, "hierarchical", p, block, layout);
        EXPECT_EQ(half.rounds.size(), a - 1 + b - 1) << a << " x " << b;
        EXPECT_EQ(half.most_bytes, (p - 1) * block) << a << " x " << b;
        EXPECT_EQ(half.most_messages, half.rounds.size()) << a << " x " << b;  // a round is one message
      }
    }
}

// In each round a rank sends one message and receives one: the blocks of a round are packed together.
TEST(ClosedForm, AMessageCarriesAllBlocksOfARound) {
  for (const auto& [kind, algorithm] : {std::pair(all_gather, "bruck"), std::pair(all_gather, "circulant"),
                                        std::pair(reduce_scatter, "circulant"),
                                        std::pair(all_reduce, "circulant"), std::pair(all_to_all, "bruck")})
    for (int p = 2; p <= most_ranks; ++p) {
      const Counted found = counted(kind, algorithm, p, 4);
      EXPECT_EQ(found.most_messages, found.rounds.size()) << algorithm << ", p " << p;
    }
}

// Every rank does the same as seen from its own place, so one program is stored for all ranks.
TEST(ClosedForm, SymmetricOnesAreStoredOnce) {
  for (const auto& [kind, algorithm] :
       {std::pair(all_gather, "bruck"), std::pair(all_gather, "circulant"), std::pair(all_gather, "pat"),
        std::pair(reduce_scatter, "pat"), std::pair(all_gather, "recursive-doubling"),
        std::pair(all_gather, "bidirectional-ring"), std::pair(reduce_scatter, "recursive-halving"),
        std::pair(reduce_scatter, "bidirectional-ring"), std::pair(all_reduce, "bidirectional-ring"),
        std::pair(all_reduce, "rabenseifner-half"), std::pair(reduce_scatter, "circulant"),
        std::pair(all_reduce, "circulant"), std::pair(all_reduce, "rabenseifner"),
        std::pair(all_to_all, "bruck"), std::pair(all_to_all, "shift"), std::pair(all_to_all, "pairwise")})
    for (const int p : {4, 16, 64}) {
      const Programs programs =
          *programs_for(**find_algorithm(kind, algorithm), {.kind = kind, .ranks = p, .count = p});
      EXPECT_TRUE(programs.symmetric()) << algorithm << ", p " << p;
    }
}

}  // namespace
}  // namespace commlab
