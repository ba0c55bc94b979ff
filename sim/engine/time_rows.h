#pragma once
// Rows of times: when one instruction ended, on each of the ranks that run it. A row is kept for a known
// number of uses; then its place is taken by the next row.

#include <cassert>
#include <cstdint>
#include <vector>

#include "core/base/index.h"
#include "core/base/units.h"

namespace commlab {

class TimeRows {
 public:
  explicit TimeRows(std::size_t width) : width_(width) {}

  // A new row, whose times the caller sets. `latest`: no time of the row is later. May move other rows.
  std::uint32_t add(std::uint32_t uses, Time latest) {
    if (unused_.empty()) {
      unused_.push_back(static_cast<std::uint32_t>(rows_.size()));
      rows_.emplace_back();
      picoseconds_.resize(rows_.size() * width_);
    }
    const std::uint32_t row = unused_.back();
    unused_.pop_back();
    rows_[row] = {.latest = latest, .uses = uses};
    return row;
  }
  void use(std::uint32_t row) {
    assert(rows_[row].uses > 0 && "the row is still in use");
    if (--rows_[row].uses == 0) unused_.push_back(row);
  }

  std::int64_t* operator[](std::uint32_t row) { return picoseconds_.data() + row * width_; }
  const std::int64_t* operator[](std::uint32_t row) const { return picoseconds_.data() + row * width_; }
  std::size_t count() const { return rows_.size(); }
  Time latest(std::uint32_t row) const { return rows_[row].latest; }

 private:
  struct Row {
    Time latest;
    std::uint32_t uses = 0;
  };
  std::size_t width_;
  std::vector<std::int64_t> picoseconds_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace commlab
