#include "gui/window/draw/timeline_ruler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace commlab {
namespace {

std::int64_t round_up_to_1_2_5(double ps) {
  std::int64_t decade = 1;
  while (static_cast<double>(decade) * 10 <= ps && decade < INT64_MAX / 100) decade *= 10;
  for (const std::int64_t digit : {1, 2, 5})
    if (static_cast<double>(digit * decade) >= ps) return digit * decade;
  return 10 * decade;
}

class TickPlacer {
 public:
  TickPlacer(const TimeRuler& scale, const Canvas& canvas, double size, double gap)
      : scale_(scale), canvas_(canvas), size_(size), gap_(gap), largest_(scale.last()) {}

  // On a linear axis: a tick at every multiple of the smallest round step whose labels do not overlap.
  std::vector<Tick> even() && {
    const double ps_per_pixel =
        static_cast<double>((scale_.last() - scale_.first()).ps) / std::max(scale_.width(), 1.0);
    double apart = 30;
    for (int attempt = 0; attempt < 8; ++attempt) {
      const std::int64_t step = round_up_to_1_2_5(std::max(ps_per_pixel * apart, 1.0));
      const double needed = gap_ + std::max(width(scale_.first(), step), width(largest_, step));
      const double pixels = static_cast<double>(step) / std::max(ps_per_pixel, 1e-12);
      if (pixels >= needed) {
        each_multiple(step);
        break;
      }
      apart = std::max(needed, apart * 1.5);
    }
    return std::move(ticks_);
  }

  // On any other axis: coarse ticks first, then finer ones where there is room left.
  std::vector<Tick> uneven() && {
    std::int64_t step = 1;
    while (step < (scale_.last() - scale_.first()).ps && step < INT64_MAX / 100) step *= 10;
    for (int level = 0; level < 9 && step > 0; ++level) {
      each_multiple(step);
      step = level % 2 == 0 ? step / 2 : step / 5;
    }
    std::ranges::sort(ticks_, {}, &Tick::x);
    return std::move(ticks_);
  }

 private:
  double width(Time t, std::int64_t step) const {
    return canvas_.width_of(tick_label(t, {step}, largest_), size_);
  }

  void each_multiple(std::int64_t step) {
    constexpr int most = 400;
    const std::int64_t first = (scale_.first().ps + step - 1) / step;
    for (std::int64_t k = first; k * step <= scale_.last().ps && k < first + most; ++k)
      place({k * step}, step);
  }

  void place(Time at, std::int64_t step) {
    Tick tick{at, scale_.x_of(at), tick_label(at, {step}, largest_)};
    const double half = canvas_.width_of(tick.label, size_) / 2;
    if (tick.x + half > scale_.right() || tick.x < scale_.left() - 0.5) return;
    tick.x = std::max(tick.x, scale_.left());
    for (const auto& [from, to] : taken_)
      if (tick.x - half < to + gap_ && from < tick.x + half + gap_) return;
    taken_.emplace_back(tick.x - half, tick.x + half);
    ticks_.push_back(std::move(tick));
  }

  const TimeRuler& scale_;
  const Canvas& canvas_;
  double size_, gap_;
  Time largest_;
  std::vector<Tick> ticks_;
  std::vector<std::pair<double, double>> taken_;
};

}  // namespace

double TimeRuler::share_of(Time t) const {
  if (axis_) return axis_->position(t);
  return extent_.ps > 0 ? static_cast<double>(t.ps) / static_cast<double>(extent_.ps) : 0;
}

Time TimeRuler::at_share(double share) const {
  share = std::clamp(share, 0.0, 1.0);
  if (axis_) return axis_->time(share);
  return {static_cast<std::int64_t>(std::llround(share * static_cast<double>(extent_.ps)))};
}

std::string tick_label(Time t, Time step, Time largest) {
  struct Unit {
    std::int64_t ps;
    std::string_view name;
  };
  constexpr std::array<Unit, 5> units = {
      {{1'000'000'000'000, "s"}, {1'000'000'000, "ms"}, {1'000'000, "us"}, {1'000, "ns"}, {1, "ps"}}};
  if (t.ps == 0) return "0";
  const Unit& unit = *std::ranges::find_if(
      units, [&](const Unit& u) { return std::max<std::int64_t>(largest.ps, 1) >= u.ps; });
  int decimals = 0;
  for (std::int64_t least = unit.ps; least > 1 && step.ps % least != 0; least /= 10) ++decimals;
  return fmt::format("{:.{}f} {}", static_cast<double>(t.ps) / static_cast<double>(unit.ps), decimals,
                     unit.name);
}

std::vector<Tick> ticks_of(const TimeRuler& scale, const Canvas& canvas, double size, double gap) {
  if (scale.last() <= scale.first()) return {};
  TickPlacer placer(scale, canvas, size, gap);
  return scale.straight() ? std::move(placer).even() : std::move(placer).uneven();
}

}  // namespace commlab
