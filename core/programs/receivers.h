#pragma once
// Which lanes receive what other lanes send. All ranks of one program send from its lanes to equal lanes, so
// there is one answer for each lane that the programs store.

#include <cstdint>
#include <utility>
#include <vector>

#include "core/programs/programs.h"

namespace commlab {

class Receivers {
 public:
  explicit Receivers(const Programs&);  // keeps a reference

  // Which of the peer's lanes receives what this lane of `rank` sends to it; -1 if none does. REQUIRES: the
  // lane sends to the peer.
  std::int32_t lane_for(Rank rank, const Lane& sending, Rank peer) const;

 private:
  using End = std::pair<std::uint64_t, std::int32_t>;  // its name, and the lane

  const Programs& programs_;
  std::vector<End> ends_;           // of one program after the other, each sorted
  std::vector<std::size_t> first_;  // per program; one more entry at the end
};

}  // namespace commlab
