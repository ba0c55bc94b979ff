// Every inner algorithm with every outer one, on nodes of every size, keeps the promise.

#include <gtest/gtest.h>

#include "core/algorithms/parts/two_levels.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"

namespace commlab {
namespace {

using enum CollectiveKind;

std::string refusal(CollectiveKind kind, int ranks, const Layout& layout) {
  const auto programs = programs_for(**find_algorithm(kind, "hierarchical"),
                                     {.kind = kind, .ranks = ranks, .count = 7}, {}, layout);
  return programs ? "" : programs.error().message;
}

void expect_proved(CollectiveKind kind, const Collective& c, const Layout& layout) {
  const auto programs = programs_for(**find_algorithm(kind, "hierarchical"), c, {}, layout);
  ASSERT_TRUE(programs) << programs.error().message;
  const Status proved = verify(*programs);
  EXPECT_TRUE(proved) << name_of(kind) << " " << programs->algorithm << " on " << c.ranks
                      << " ranks, nodes of " << layout.per_node << ": " << proved.error().message;
}

bool can(const Algorithm& a, int ranks) {
  return !a.check_parts && !a.needs_multicast && a.supports({.kind = a.collective, .ranks = ranks});
}

TEST(Hierarchy, IsMadeOfAnyTwo) {
  struct Kinds {
    CollectiveKind kind, inner, outer;
  };
  for (const Kinds& kinds :
       {Kinds{all_reduce, all_gather, all_reduce}, Kinds{all_gather, all_gather, all_gather},
        Kinds{reduce_scatter, all_gather, all_gather}, Kinds{broadcast, broadcast, broadcast},
        Kinds{reduce, broadcast, broadcast}})
    for (const auto& [per_node, nodes] : {std::pair(2, 2), std::pair(2, 3), std::pair(4, 3), std::pair(3, 5)})
      for (const Algorithm* inner : algorithms_for(kinds.inner))
        for (const Algorithm* outer : algorithms_for(kinds.outer)) {
          if (!can(*inner, per_node) || !can(*outer, nodes)) continue;
          const int p = per_node * nodes;
          expect_proved(
              kinds.kind,
              {.kind = kinds.kind, .ranks = p, .count = 101, .root = has_root(kinds.kind) ? p / 2 : 0},
              {.per_node = per_node, .parts = {std::string(inner->name), std::string(outer->name)}});
        }
}

TEST(Hierarchy, KeepsARingOrderWithinItsNodes) {
  for (const CollectiveKind kind : {all_reduce, all_gather, reduce_scatter, broadcast})
    expect_proved(kind, {.kind = kind, .ranks = 6, .count = 60},
                  {.order = {4, 2, 0, 1, 5, 3}, .per_node = 3, .parts = {}});
}

TEST(Hierarchy, TakesForANodeWhatTheMachineSays) {
  EXPECT_EQ(ranks_of_a_node(16, {.per_node = 8}), 8);
  EXPECT_EQ(ranks_of_a_node(12, {.per_node = 8}), 4);  // 8 does not divide 12; no group may span nodes
  EXPECT_EQ(ranks_of_a_node(16, {.per_node = 16}), 4);
  EXPECT_EQ(ranks_of_a_node(12, {}), 3);
  EXPECT_EQ(ranks_of_a_node(7, {}), 1);
}

TEST(Hierarchy, WhatAUserCanGetWrongIsSaidInOneSentence) {
  EXPECT_EQ(refusal(all_reduce, 7, {}),
            "all_reduce hierarchical does not support 7 ranks; it needs a number of ranks that is a product, "
            "nodes times ranks per node, up to 4096");
  EXPECT_EQ(refusal(all_reduce, 8, {.parts = {"ring"}}),
            "a hierarchy has two parts, within nodes and between them, as in direct,ring; found 1: 'ring'");
  EXPECT_EQ(refusal(all_reduce, 8, {.parts = {"dirct", "ring"}}).substr(0, 63),
            "within nodes: unknown algorithm 'dirct' (did you mean direct?);");
  EXPECT_EQ(refusal(all_reduce, 8, {.parts = {"direct", "rign"}}).substr(0, 60),
            "between nodes: unknown algorithm 'rign' (did you mean ring?)");
  EXPECT_EQ(refusal(all_reduce, 8, {.parts = {"direct", "hierarchical"}}),
            "between nodes: 'hierarchical' is itself a hierarchy; name an algorithm that is not");
  EXPECT_EQ(refusal(all_reduce, 8, {.parts = {"nvls", "ring"}}),
            "within nodes: 'nvls' sends no messages, but the parts of a hierarchy must; name an algorithm "
            "that does");
  EXPECT_EQ(programs_for(**find_algorithm(all_reduce, "ring:direct,ring"), {.ranks = 4, .count = 4}, {},
                         {.parts = parts_of("ring:direct,ring")})
                .error()
                .message,
            "ring is not made of other algorithms: leave out ':direct,ring'");
}

}  // namespace
}  // namespace commlab
