#pragma once
// Where a moment stands on a time axis from 0 to 1. Three axes: a straight one; one on which algorithm
// steps are equally wide; and one on which no pause between two events is too short to be seen.
//
//   linear     position = t / end
//   logical    step k of n ends at k / n; between two ends, straight. Steps that end together share a place
//   stretched  half of the width is shared out by time, half equally among the intervals between events:
//              the i-th of n events stands at (t_i / end + i / n) / 2; between two events, straight
//
// All rise strictly, so each position is one moment: time(position(t)) is t to the picosecond, for traces
// of up to a second (a double has 53 bits, and a straight piece may have few of them).

#include <cstdint>
#include <vector>

#include "core/base/units.h"
#include "core/playback/playback.h"

namespace commlab {

enum class TimeAxis : std::uint8_t { linear, logical, stretched };

class TimeScale {
 public:
  // Keeps a reference to the playback if the axis is stretched.
  TimeScale(TimeAxis, const Playback&);

  TimeAxis axis() const { return axis_; }
  double position(Time) const;  // a moment before 0 is at 0, a moment after the end at 1
  Time time(double position) const;

 private:
  struct Place {
    Time time;
    double position;
  };
  std::size_t places() const;
  Place place(std::size_t) const;  // the i-th knot
  template <class Before>
  std::size_t piece(Before) const;

  TimeAxis axis_;
  const Playback* playback_;
  std::vector<Time> step_ends_;  // for logical: distinct, from 0 to the end
};

}  // namespace commlab
