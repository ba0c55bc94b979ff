#pragma once
// The ranks that may be able to go on at this moment, in the order in which they were added.

#include <optional>
#include <vector>

#include "core/collective/collective.h"

namespace commlab {

class RanksToAdvance {
 public:
  explicit RanksToAdvance(int ranks) : is_listed_(ranks) {}

  void add(Rank rank) {
    if (is_listed_[rank]) return;
    is_listed_[rank] = true;
    ranks_.push_back(rank);
  }

  // Takes out the next rank; nullopt if none is left.
  std::optional<Rank> next() {
    if (taken_ == ranks_.size()) {
      ranks_.clear();
      taken_ = 0;
      return std::nullopt;
    }
    const Rank rank = ranks_[taken_++];
    is_listed_[rank] = false;
    return rank;
  }

 private:
  std::vector<Rank> ranks_;
  std::size_t taken_ = 0;
  std::vector<bool> is_listed_;
};

}  // namespace commlab
