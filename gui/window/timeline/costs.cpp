#include "gui/window/timeline/costs.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "gui/window/timeline/painter.h"

namespace commlab {
namespace {

constexpr std::size_t most_copies = 4;
constexpr double least_height = 4;  // of a bar, in letters

class CostDrawing : public TimelinePainter {
 public:
  using TimelinePainter::TimelinePainter;

  void draw() {
    for (const Track& track : at_.tracks) {
      if (track.look != Track::Look::filled || track.height < least_height * small_) continue;
      for (const std::int32_t i : track.transfers)
        for (const CopyCost& cost : costs_of(transfer(*track.trace, i))) bracket(track, cost);
    }
  }

 private:
  // Words that are wider than their bracket are above it.
  void bracket(const Track& track, const CopyCost& cost) {
    const double left = std::max(x(cost.from), at_.rows.x) + 1,
                 right = std::min(x(cost.to), at_.rows.right()) - 1;
    if (right - left < 8) return;
    const double y = track.y + track.height - 1.1 * small_, arm = 0.4 * small_, high = 1.5 * small_;
    const double width = canvas_.width_of(cost.words, small_) + 10;
    const double words_y = width <= right - left ? y : y - high;
    canvas_.fill({left, y - high / 2, right - left, high}, theme_.panel.faded(0.85));
    const std::array shape = {PicturePoint{left, y - arm},  PicturePoint{left, y + arm},
                              PicturePoint{left, y},        PicturePoint{right, y},
                              PicturePoint{right, y - arm}, PicturePoint{right, y + arm}};
    canvas_.path(shape, {.color = theme_.words, .width = line_width(1.5)});
    const Area plate = {std::clamp((left + right - width) / 2, at_.rows.x, at_.rows.right() - width),
                        words_y - high / 2, width, high};
    canvas_.fill(plate, theme_.panel, 3);
    canvas_.text(plate.center(), cost.words,
                 {.color = theme_.words, .size = small_, .anchor = Anchor::middle});
  }
};

}  // namespace

std::vector<CopyCost> costs_of(const Transfer& t) {
  if (t.overhead.ps == 0) return {};
  const auto cost = [](std::string_view name, Time from, Time to) {
    return CopyCost{from, to, fmt::format("{} {}", name, to_human(to - from))};
  };
  std::vector<CopyCost> costs = {cost("alpha", t.start - t.overhead, t.start)};
  if (t.sent > t.start) costs.push_back(cost("size/beta", t.start, t.sent));
  if (t.end > t.sent) costs.push_back(cost("latency", t.sent, t.end));
  return costs;
}

bool has_costs(const TimelineLayout& layout, const Shown& shown, const TimelineRows& rows) {
  const bool copies = !rows.scene.row_of_copy.empty() && !layout.compares;
  return copies && layout.detail == TimelineDetail::shapes && shown.view.labels &&
         shown.scene.trace().transfers.size() <= most_copies;
}

void draw_costs(Canvas& canvas, const TimelineLayout& layout, const Shown& shown, const TimelineRows& rows) {
  CostDrawing(canvas, layout, shown, rows).draw();
}

}  // namespace commlab
