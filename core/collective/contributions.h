#pragma once
// What a chunk of memory holds, followed symbolically: whose contributions, how often, and of
// which chunk of the vector. Kept as runs of neighbouring ranks, because that is what sums
// look like on rings and trees: a ring's partial sum is one run or two, whatever its length.

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
    Rank last;  // one past
    int times;
    bool operator==(const Run&) const = default;
  };

  // min and max may meet a contribution again and again: then nothing counts twice.
  explicit Contributions(ReduceOp op) : once_(op == ReduceOp::min || op == ReduceOp::max) {}

  ValueId of_rank(Rank, int chunk);
  ValueId combined(ValueId, ValueId);

  int chunk(ValueId id) const { return at(id).chunk; }
  bool repeats(ValueId id) const { return at(id).repeats; }
  bool has(ValueId, Rank) const;
  std::span<const Run> runs(ValueId id) const { return {runs_.data() + at(id).first_run, at(id).runs}; }
  int contributors(ValueId) const;                               // ranks, however often each contributes
  Rank only_rank(ValueId id) const { return run(id, 0).first; }  // REQUIRES: it is one rank's.
  // The order of operations as a number: equal for values combined alike, whatever the order of the two
  // operands, since addition commutes, bit for bit, but does not associate.
  std::uint64_t expression(ValueId id) const { return at(id).expression; }
  bool is_rank(ValueId, Rank) const;                   // exactly this rank's, once
  bool is_all(ValueId, int ranks) const;               // exactly once each of 0..ranks-1
  std::vector<Run> missing(ValueId, int ranks) const;  // of 0..ranks-1
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
std::string ranks_to_text(std::vector<Rank> ranks);  // distinct, in any order

}  // namespace commlab
