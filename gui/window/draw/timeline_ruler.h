#pragma once
// The scale of the timeline, and which times get a label.

#include <string>
#include <vector>

#include "core/playback/time_scale.h"
#include "gui/picture/canvas.h"

namespace commlab {

// Converts times to pixels and back, along the view's axis.
class TimeRuler {
 public:
  // The stretch [from, to] of the axis, in [0, 1], fills the pixels from `left` on. If `axis` is null, the
  // scale is linear and ends at `extent`.
  TimeRuler(const TimeScale* axis, Time extent, double from, double to, double left, double width)
      : axis_(axis), extent_(extent), from_(from), to_(to), left_(left), width_(width) {}

  double share_of(Time) const;        // in [0, 1], of the whole axis
  Time at_share(double share) const;  // clamped to the run
  double x_of(Time t) const { return left_ + (share_of(t) - from_) / (to_ - from_) * width_; }
  double share_at(double x) const { return from_ + (x - left_) / width_ * (to_ - from_); }
  Time time_at(double x) const { return at_share(share_at(x)); }
  Time first() const { return at_share(from_); }
  Time last() const { return at_share(to_); }
  double left() const { return left_; }
  double right() const { return left_ + width_; }
  double width() const { return width_; }
  bool straight() const { return axis_ == nullptr; }
  TimeRuler whole(double left, double width) const { return {axis_, extent_, 0, 1, left, width}; }

 private:
  const TimeScale* axis_;
  Time extent_;
  double from_, to_;
  double left_, width_;
};

struct Tick {
  Time at;
  double x;
  std::string label;
};
// Round times (1, 2, 5 times powers of ten), their labels at least `gap` apart and inside the scale.
std::vector<Tick> ticks_of(const TimeRuler&, const Canvas&, double size, double gap);
// "1.2 ms": in the unit that suits `largest`, with as many decimals as `step` needs.
std::string tick_label(Time, Time step, Time largest);

}  // namespace commlab
