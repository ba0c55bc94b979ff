#pragma once
// Symbolic contents of a chunk of memory: which ranks contributed, how often each, and to which chunk of the
// vector. Contributors are kept as runs of neighbouring ranks, because partial sums on rings and trees are
// such runs: one or two runs on a ring of any length.

#include <cassert>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/collective/collective.h"

namespace commlab {

using ValueId = std::int32_t;

class Contributions {
 public:
  inline static constexpr int mixed = -1;  // the chunk of a value combined from two different ones

  struct Run {
    Rank first;
    Rank last;  // one past the last rank
    int times;
    bool operator==(const Run&) const = default;
  };

  // For min and max a contribution may come several times: it is not counted twice.
  explicit Contributions(ReduceOp op) : once_(op == ReduceOp::min || op == ReduceOp::max) {}

  ValueId of_rank(Rank rank, int chunk) { return of_rank(rank, chunk, static_cast<std::uint64_t>(rank)); }
  // `name`: what stands for the contribution in expressions.
  ValueId of_rank(Rank, int chunk, std::uint64_t name);
  ValueId combined(ValueId, ValueId);
  // The same, of the ranks that are `by` further, cyclically, and of another chunk. The expression stays:
  // names do not turn.
  ValueId turned(ValueId, int by, int ranks, int chunk);

  int chunk(ValueId id) const { return at(id).chunk; }
  bool repeats(ValueId id) const { return at(id).repeats; }
  bool has(ValueId, Rank) const;
  std::span<const Run> runs(ValueId id) const { return {runs_.data() + at(id).first_run, at(id).runs}; }
  int contributors(ValueId) const;  // number of ranks, each counted once
  // REQUIRES: exactly one rank contributes.
  Rank only_rank(ValueId id) const {
    assert(contributors(id) == 1);
    return run(id, 0).first;
  }
  // The order of operations, as a number: equal for values that were combined in the same order. Swapped
  // operands make no difference: addition commutes bit for bit, but it is not associative.
  std::uint64_t expression(ValueId id) const { return at(id).expression; }
  bool is_rank(ValueId, Rank) const;                   // exactly this rank's contribution, once
  bool is_all(ValueId, int ranks) const;               // exactly one contribution from each rank 0..ranks-1
  std::vector<Run> missing(ValueId, int ranks) const;  // ranks of 0..ranks-1 that did not contribute
  std::vector<Run> repeated(ValueId) const;
  std::string text(ValueId) const;  // "rank 1", "ranks 0..2, 5 twice"

 private:
  struct Value {
    int chunk;
    std::uint32_t first_run;
    std::uint32_t runs;
    bool repeats;
    std::uint64_t expression;
  };
  const Value& at(ValueId id) const { return values_[id]; }
  const Run& run(ValueId id, std::uint32_t i) const { return runs_[at(id).first_run + i]; }
  void append(std::uint32_t first_run, Run);

  bool once_;
  std::vector<Value> values_;
  std::vector<Run> runs_;
};

// "ranks 0..2, 5 twice"; "rank 5".
std::string ranks_to_text(const std::vector<Contributions::Run>&);
std::string ranks_to_text(std::vector<Rank> ranks);  // REQUIRES: the ranks are distinct; any order.

}  // namespace commlab
