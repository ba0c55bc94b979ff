#include "gui/window/script/lanes_messages.h"
#include "gui/window/script/span_look.h"

#include <array>
#include <cmath>

namespace commlab {
namespace {

constexpr std::size_t clear_messages = 150;  // more of them are drawn fainter
constexpr std::size_t most_messages = 4'000;

class MessagesDrawing {
 public:
  MessagesDrawing(Canvas& canvas, const LanesLayout& layout, const ScriptShown& shown)
      : canvas_(canvas), at_(layout), shown_(shown), theme_(shown.theme) {}

  void draw() {
    const std::vector<Transfer>& all = shown_.run.trace.transfers;
    if (all.size() > most_messages) return;
    const double faint = all.size() > clear_messages ? 0.35 : 0.8;
    for (const Transfer& transfer : all)
      if (at_.rows_of_ranks[transfer.from] != at_.rows_of_ranks[transfer.to] &&
          transfer.end >= at_.scale.first() && transfer.start <= at_.scale.last())
        draw(transfer, faint);
  }

 private:
  void draw(const Transfer& transfer, double strength) {
    const std::optional<double> from = end_of_message(transfer.from, transfer.to);
    const std::optional<double> to = end_of_message(transfer.to, transfer.from);
    if (!from || !to) return;
    const PicturePoint a{at_.scale.x_of(transfer.start), *from}, b{at_.scale.x_of(transfer.end), *to};
    const Color color = theme_.words.faded(strength * strength_at(transfer.start, shown_));
    canvas_.line(a, b, {.color = color, .width = theme_.line});
    head(a, b, color);
  }

  // The edge of the rank's lane on the side of the other rank.
  std::optional<double> end_of_message(Rank rank, Rank other) const {
    std::optional<Area> lane = at_.lane_of(rank, ScriptLane::communication);
    if (!lane) lane = at_.lane_of(rank, at_.lanes.front());
    if (!lane) return std::nullopt;
    return other > rank ? lane->bottom() - 2 : lane->y + 2;
  }

  void head(PicturePoint a, PicturePoint b, Color color) {
    const double length = std::hypot(b.x - a.x, b.y - a.y), size = 5 * theme_.line;
    if (length < 2 * size) return;
    const double dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
    const std::array points = {b, PicturePoint{b.x - size * (dx + 0.5 * dy), b.y - size * (dy - 0.5 * dx)},
                               PicturePoint{b.x - size * (dx - 0.5 * dy), b.y - size * (dy + 0.5 * dx)}};
    canvas_.polygon(points, color);
  }

  Canvas& canvas_;
  const LanesLayout& at_;
  const ScriptShown& shown_;
  const Theme& theme_;
};

}  // namespace

void draw_messages(Canvas& canvas, const LanesLayout& layout, const ScriptShown& shown) {
  MessagesDrawing(canvas, layout, shown).draw();
}

}  // namespace commlab
