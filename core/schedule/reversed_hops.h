#pragma once
// The transfers of a schedule in reverse order, last one first: the transfers of the reversed schedule.

#include <utility>
#include <vector>

#include "core/schedule/frame.h"
#include "core/schedule/schedule.h"

namespace commlab {

// One transfer. In a symmetric schedule it is the one to position 0, and stands for those of all positions.
struct ReversedHop {
  int step;  // counted from the last; steps without transfers are left out
  int phase;
  Group group;
  int from;  // positions in the group
  int to;
  Pattern block;  // seen from `from`: at or shift; in a symmetric schedule as the frame has it
  int blocks;
  Spacing spacing;
  int share;
};

class ReversedHops {
 public:
  // Keeps a reference. Of a schedule that has only the first tile, the hops that begin or end there.
  // REQUIRES: the schedule has only moves.
  explicit ReversedHops(const Schedule&);

  const std::vector<ReversedHop>& all() const { return hops_; }  // in order of steps
  bool symmetric() const { return frame_ != Frame::absolute; }
  // The position that is `by` away, as the frame counts.
  Pattern along(int by) const { return frame_ == Frame::flip ? flip(by) : shift(by); }
  // The move that leads from a position to position 0.
  Pattern to_first(int position) const { return along(frame_ == Frame::flip ? position : -position); }

  // The k-th of a hop's blocks, at one of its ends, as a place in memory. In a symmetric schedule rank 0 is
  // position 0, and block b the one at offset b or under mask b.
  std::pair<int, int> rank_and_block(const ReversedHop&, int position, int k) const;
  // The rank and the block of such a place.
  std::pair<Rank, int> named(std::pair<int, int> place) const;

 private:
  // Adds the hop in which what member i sent comes back to i.
  void add_hop(const Schedule::Rule&, int step, int i);

  const Schedule& s_;
  Frame frame_;
  std::vector<ReversedHop> hops_;
};

}  // namespace commlab
