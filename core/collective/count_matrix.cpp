#include "core/collective/count_matrix.h"

#include <algorithm>

#include "core/base/index.h"

namespace commlab {
namespace {

// Row by row, the sums of what stands before each number, and of all.
template <class Count>
std::vector<std::int64_t> running_sums(std::size_t ranks, Count count) {
  std::vector<std::int64_t> sums;
  sums.reserve(ranks * (ranks + 1));
  for (std::size_t row = 0; row < ranks; ++row) {
    std::int64_t sum = 0;
    sums.push_back(sum);
    for (std::size_t k = 0; k < ranks; ++k) sums.push_back(sum += count(row, k));
  }
  return sums;
}

}  // namespace

Result<CountMatrix> CountMatrix::of(const std::vector<CountRow>& rows) {
  if (rows.empty()) return fail("there are no counts; expected a row of counts for each rank");
  __int128 total = 0;
  std::int64_t least = INT64_MAX;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].size() != rows.size())
      return fail("row {} has {} counts, and there are {} rows; expected a count for each rank", row,
                  rows[row].size(), rows.size());
    for (const std::int64_t count : rows[row]) {
      if (count < 0) return fail("row {} has {} elements; expected 0 or more", row, count);
      total += count;
      least = std::min(least, count);
    }
  }
  if (total > INT64_MAX) return fail("the counts overflow 63 bits together; at most {}", INT64_MAX);
  Shared sums{.ranks = static_cast<int>(rows.size()),
              .total = static_cast<std::int64_t>(total),
              .least = least,
              .of_rows = running_sums(rows.size(), [&](auto row, auto k) { return rows[row][k]; }),
              .of_columns = running_sums(rows.size(), [&](auto row, auto k) { return rows[k][row]; })};
  CountMatrix matrix;
  matrix.sums_ = std::make_shared<const Shared>(std::move(sums));
  return matrix;
}

std::int64_t CountMatrix::largest_buffer() const {
  std::int64_t most = 0;
  for (int rank = 0; rank < ranks(); ++rank) most = std::max({most, sent(rank), received(rank)});
  return most;
}

bool CountMatrix::is_even() const {
  return static_cast<__int128>(least()) * ranks() * ranks() == static_cast<__int128>(total());
}

std::vector<CountRow> CountMatrix::rows() const {
  std::vector<CountRow> rows(empty() ? 0 : index(ranks()));
  for (std::size_t from = 0; from < rows.size(); ++from)
    for (int to = 0; to < ranks(); ++to) rows[from].push_back(count(static_cast<int>(from), to));
  return rows;
}

bool operator==(const CountMatrix& a, const CountMatrix& b) {
  if (a.sums_ == b.sums_) return true;
  return a.sums_ && b.sums_ && a.sums_->of_rows == b.sums_->of_rows;
}

}  // namespace commlab
