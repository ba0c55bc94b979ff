#pragma once
// How many elements each rank sends to each rank, where the counts of an all_to_all differ. Row r is what
// rank r sends: torch's input_split_sizes (all_to_all_single), MPI_Alltoallv's sendcounts. Column r is what
// rank r receives.
//
//              to 0  1  2
//   rank 0       4   1   1     rank 0's input    |---- 0 ----| 1 | 2 |      blocks one behind the other
//   rank 1       1   4   1
//   rank 2       1   1   4     rank 0's output   |---- 0 ----| 1 | 2 |      by sender

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/collective/element_range.h"

namespace commlab {

using CountRow = std::vector<std::int64_t>;

// Copies share the numbers, which never change.
class CountMatrix {
 public:
  CountMatrix() = default;  // no matrix: all counts are the collective's one count
  // An error if there are no rows, if a row has not a number for each row, if a number is negative, or if all
  // together exceed 63 bits.
  static Result<CountMatrix> of(const std::vector<CountRow>& rows);

  bool empty() const { return sums_ == nullptr; }
  // REQUIRES for all below: !empty().
  int ranks() const { return sums_->ranks; }
  std::int64_t count(int from, int to) const { return in_input(from, to).size(); }
  // Where the block for `to` lies in the input of `from`, and in the output of `to` the block of `from`.
  ElementRange in_input(int from, int to) const { return range(sums_->of_rows, from, to); }
  ElementRange in_output(int from, int to) const { return range(sums_->of_columns, to, from); }
  std::int64_t sent(int from) const { return sum(sums_->of_rows, from); }
  std::int64_t received(int to) const { return sum(sums_->of_columns, to); }
  std::int64_t total() const { return sums_->total; }
  std::int64_t least() const { return sums_->least; }  // the smallest count
  std::int64_t largest_buffer() const;                 // the most that a rank sends, or receives
  bool is_even() const;                                // all counts are equal
  std::vector<CountRow> rows() const;

  friend bool operator==(const CountMatrix&, const CountMatrix&);  // the same counts

 private:
  // Row r begins at r * (ranks + 1). Its k-th number is the sum of what stands before column k.
  using Sums = std::vector<std::int64_t>;
  struct Shared {
    int ranks = 0;
    std::int64_t total = 0;
    std::int64_t least = 0;
    Sums of_rows;
    Sums of_columns;
  };
  ElementRange range(const Sums& sums, int row, int k) const {
    const std::int64_t* const at = sums.data() + std::int64_t{row} * (sums_->ranks + 1) + k;
    return {at[0], at[1]};
  }
  std::int64_t sum(const Sums& sums, int row) const {
    return sums[static_cast<std::size_t>(row + 1) * static_cast<std::size_t>(sums_->ranks + 1) - 1];
  }

  std::shared_ptr<const Shared> sums_;
};

}  // namespace commlab
