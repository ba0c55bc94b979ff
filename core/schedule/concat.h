#pragma once
// Schedules made of schedules: one after the other, or side by side, on all ranks or on some.
//
//   all_reduce = reduce_scatter, then all_gather
//
//   s.cut_into(s.ranks());
//   s.phase("reduce-scatter");
//   concat(s, {.schedule = schedule_for(reduce_scatter_ring, s),
//              .in = {.scratch = Buffer::output}});     // partial sums grow where the results will lie
//   s.phase("all-gather");
//   concat(s, {.schedule = schedule_for(all_gather_ring, s),
//              .in = {.input = Buffer::output}});       // what it shares is what came out

#include <span>
#include <vector>

#include "core/schedule/schedule.h"

namespace commlab {

// Which buffers of the outer schedule the inner one uses as its own. A copy that becomes a copy onto itself
// is left out.
struct BuffersIn {
  Buffer input = Buffer::input;
  Buffer output = Buffer::output;
  Buffer scratch = Buffer::scratch;
};

// The inner schedule's block b is the outer one's blocks
//   first + b * apart + {0, stride, 2 stride, ... (each - 1) stride}.
// By default they have the same blocks.
struct BlocksIn {
  int first = 0;
  int apart = 1;
  int each = 1;
  int stride = 1;
  bool operator==(const BlocksIn&) const = default;
};

// A schedule, and where it lies in an outer one.
struct Inner {
  Schedule schedule;
  std::vector<Rank> ranks{};  // its rank i is the outer rank ranks[i]; empty: its ranks are the outer ones
  BlocksIn blocks{};
  BuffersIn in{};
  int share = every_share;  // the only share of the outer schedule that it moves
};

// Adds the inner schedule's steps after all steps of the outer one. Its moves belong to the phase
// that the outer one is in; where it has several phases of its own, to those.
// Where the inner collective has blocks of ranks and the outer one has not, the inner block of the rank at
// position i of the inner ring order is taken for block i.
// An inner schedule in several shares splits the outer one into as many.
// REQUIRES: ranks and blocks exist in the outer schedule; of two schedules that are split, both are split
// into equally many shares.
void concat(Schedule& outer, const Inner& inner);

// Adds several at once: step k of all of them is one step. The phase stays that of the outer schedule.
void side_by_side(Schedule& outer, std::span<const Inner> inners);

}  // namespace commlab
