#pragma once
// An Algorithm is a page that a student can read: its name, its idea, its cost, its source, and the function
// that writes its Schedule. Each has its own file in core/algorithms/; CMake makes the list from the file
// names.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/schedule/layout.h"
#include "core/schedule/schedule.h"

namespace commlab {

struct Algorithm {
  std::string_view name;  // "ring", "recursive-doubling"
  CollectiveKind collective;
  std::string_view idea;  // one sentence
  // "2(p-1)(alpha + S/p beta)": p ranks, S bytes of the full vector, alpha a message and beta a byte.
  std::string_view cost;
  std::string_view source;  // the paper or library it is taught from
  bool (*supports)(const Collective&);
  void (*write)(Schedule&);     // REQUIRES: supports(s.collective()).
  std::string_view needs = {};  // the condition of `supports`, in words: "a power-of-two number of ranks"
  // Checks the parts that the user names (Layout::parts). Null if the algorithm is not composed of parts.
  Status (*check_parts)(const Collective&, const Layout&) = nullptr;
  bool looks_at_size = false;            // its moves depend on the collective's count
  bool needs_multicast = false;          // a switch that stores to many and reduces (Topology::multicast)
  bool multicasts_within_nodes = false;  // only to the ranks of a node, not to all
  bool multicasts_between_nodes = false;  // to one rank of each node, through the network (Topology::sharp)
  // The number of pieces by the formula of a pipelined algorithm; ratio = S beta / alpha.
  // Null: the vector travels in one piece.
  double (*pieces)(int ranks, double ratio) = nullptr;
  // Writes the schedule instead of `write`, for an algorithm that came while the program runs. Called from
  // several threads at once.
  const std::function<void(Schedule&)>* author = nullptr;
};

// Algorithms that a user of the program has written, beside those of the list. Each lives as long as what was
// made with it.
using OwnAlgorithms = std::span<const Algorithm* const>;

constexpr bool any_ranks(const Collective&) { return true; }
inline bool even_counts(const Collective& c) { return !is_uneven(c); }
constexpr bool powers_of_two(const Collective& c) { return (c.ranks & (c.ranks - 1)) == 0; }
constexpr bool even_ranks(const Collective& c) { return c.ranks % 2 == 0 || c.ranks == 1; }

// All algorithms, in order of collective, then name.
std::span<const Algorithm* const> algorithms();
// Those of the list, then the user's own.
std::vector<const Algorithm*> algorithms_for(CollectiveKind, OwnAlgorithms = {});
// Finds an algorithm by its name, which the parts to use may follow: "hierarchical:direct,ring" (see
// parts_of).
// An error offers the nearest name and lists the algorithms of the collective.
Result<const Algorithm*> find_algorithm(CollectiveKind, std::string_view name, OwnAlgorithms = {});

// {"direct", "ring"} of "hierarchical:direct,ring".
std::vector<std::string> parts_of(std::string_view name);

// The algorithm's schedule; on one rank, a copy of input to output.
// REQUIRES: a valid collective that it supports, an order that is a permutation.
Schedule schedule_for(const Algorithm&, const Collective&, const Layout& = {});
// The same, or only what the first tile does, if the algorithm claims that tiles repeat.
Schedule schedule_of_a_tile(const Algorithm&, const Collective&, const Layout&);
// The same, as a part of an outer schedule: for its ranks, root, type, op and layout; of a tile if the outer
// one is.
Schedule schedule_for(const Algorithm&, const Schedule& outer);

}  // namespace commlab
