#include "gui/window/page/curves.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

constexpr double height_share = 0.52;  // the plot's height, as a share of the width
constexpr double least_height = 120, most_height = 300;
constexpr double least_contrast = 3.3;       // of a curve's colour, against the panel
constexpr std::size_t most_with_marks = 24;  // a curve of more points has no mark at each

double sign_room(const Theme& theme) { return 1.9 * theme.small(); }

class CurvesDivider {
 public:
  CurvesDivider(const Canvas& canvas, double width, const Theme& theme, const PlotState& plot)
      : canvas_(canvas),
        width_(width),
        theme_(theme),
        plot_(plot),
        size_(theme.small()),
        line_(line_height(theme.small())) {}

  CurvesLayout divide() && {
    axes();
    double y = legend();
    const double left = y_label_room();
    layout_.unit = {{0, y + line_ / 2}, unit_caption(plot_), Anchor::start};
    if (!layout_.unit.words.empty()) y += line_;
    const double height = std::clamp(height_share * width_, least_height, most_height);
    layout_.plot = {left, y, width_ - left - 2, height};
    const double above = marks();  // they stand over the plot
    for (CurvesLayout::Mark& mark : layout_.marks) mark.label.at.y += y;
    layout_.plot.y += above + line_ / 2;
    y_ticks();
    const double foot = x_ticks();
    layout_.x_title = {{layout_.plot.center().x, foot + line_ / 2}, plot_.x_title, Anchor::middle};
    layout_.height = foot + line_;
    return std::move(layout_);
  }

 private:
  void axes() {
    using Scale = PlotBlock::Scale;
    std::vector<double> all_y, all_x = plot_.x;
    for (const PlotState::Curve& curve : plot_.curves)
      all_y.insert(all_y.end(), curve.y.begin(), curve.y.end());
    for (const PlotState::Mark& mark : plot_.marks) all_x.push_back(mark.x);
    layout_.y = axis_of(all_y, plot_.plot->scale == Scale::log);
    layout_.x = axis_of(all_x, plot_.plot->scale != Scale::linear && !plot_.x_is_text);
    if (layout_.x.log || all_x.empty()) return;
    const auto [least, most] = std::ranges::minmax(all_x);
    const double margin = most > least ? 0.04 * (most - least) : 1;
    layout_.x.least = least - margin;
    layout_.x.most = most + margin;
  }

  // In several rows if needed. Returns how far down it reaches.
  double legend() {
    double x = 0, y = 0;
    for (const PlotState::Curve& curve : plot_.curves) {
      const double needed = sign_room(theme_) + canvas_.width_of(curve.label, size_);
      if (x > 0 && x + needed > width_) x = 0, y += line_;
      const double room = width_ - x - sign_room(theme_);
      layout_.legend.push_back({{x + sign_room(theme_), y + line_ / 2},
                                shortened(curve.label, room, size_, canvas_),
                                Anchor::start});
      x += needed + 1.5 * size_;
    }
    return y + line_ + theme_.gap / 2;
  }

  static constexpr std::size_t most_y_ticks = 6;

  double y_label_room() const {
    double room = 0;
    for (const double tick : ticks_of(layout_.y, most_y_ticks))
      room = std::max(room, canvas_.width_of(tick_text(plot_, tick), size_));
    return room + theme_.gap;
  }

  void y_ticks() {
    for (const double tick : ticks_of(layout_.y, most_y_ticks))
      layout_.y_labels.push_back(
          {{layout_.plot.x - theme_.gap / 2, layout_.place(0, tick).y}, tick_text(plot_, tick), Anchor::end});
  }

  // Labels every n-th value, so that labels do not touch. Returns how far down they reach.
  double x_ticks() {
    const double y = layout_.plot.bottom() + theme_.gap / 2 + line_ / 2;
    for (std::size_t every = 1; every <= std::max<std::size_t>(1, plot_.x.size()); ++every) {
      layout_.x_labels.clear();
      double free_from = -1e9;
      bool apart = true;
      for (std::size_t i = 0; i < plot_.x.size(); i += every) {
        const double half = canvas_.width_of(plot_.x_texts[i], size_) / 2;
        const double x =
            std::clamp(layout_.place(plot_.x[i], layout_.y.most).x, half, std::max(half, width_ - half));
        apart = apart && x - half >= free_from;
        free_from = x + half + size_ / 2;
        layout_.x_labels.push_back({{x, y}, plot_.x_texts[i], Anchor::middle});
      }
      if (apart) break;
    }
    return y + line_ / 2;
  }

  // The marks' names, in rows above the plot so that no name lies on another. Returns the rows' height.
  double marks() {
    std::vector<double> rows;  // how far right each is taken
    for (const PlotState::Mark& mark : plot_.marks) {
      const double x = layout_.place(mark.x, layout_.y.most).x;
      const std::string words = shortened(mark.label, width_, size_, canvas_);
      const double half = canvas_.width_of(words, size_) / 2;
      const double middle = std::clamp(x, half, std::max(half, width_ - half));
      std::size_t row = 0;
      while (row < rows.size() && rows[row] > middle - half) ++row;
      if (row == rows.size()) rows.push_back(0);
      rows[row] = middle + half + size_;
      layout_.marks.push_back(
          {x, {{middle, (static_cast<double>(row) + 0.5) * line_}, words, Anchor::middle}});
    }
    return line_ * static_cast<double>(rows.size());
  }

  const Canvas& canvas_;
  double width_;
  const Theme& theme_;
  const PlotState& plot_;
  double size_, line_;
  CurvesLayout layout_;
};

class CurvesDrawing {
 public:
  CurvesDrawing(Canvas& canvas, PicturePoint corner, const CurvesLayout& layout, const Theme& theme,
                const PlotState& plot)
      : canvas_(canvas), corner_(corner), at_(layout), theme_(theme), plot_(plot) {}

  void draw() {
    axes();
    for (const CurvesLayout::Mark& mark : at_.marks) {
      const double x = corner_.x + mark.x;
      canvas_.line({x, moved(mark.label.at).y + theme_.small() / 2}, {x, corner_.y + at_.plot.bottom()},
                   {.color = theme_.quiet, .width = 1.5 * theme_.line, .dash = Dash::dashed});
      label(mark.label, theme_.words);
    }
    for (std::size_t k = plot_.curves.size(); k-- > 0;) curve(k);  // the first is on top
    for (std::size_t k = 0; k < at_.legend.size(); ++k) {
      const PicturePoint at = moved(at_.legend[k].at);
      const double middle = at.x - 0.5 * sign_room(theme_) - 0.15 * theme_.small();
      const double half = 0.6 * theme_.small();
      canvas_.line({middle - half, at.y}, {middle + half, at.y}, line_of(k));
      sign(k, {middle, at.y});
      label(at_.legend[k], theme_.words);
    }
  }

 private:
  PicturePoint moved(PicturePoint p) const { return {corner_.x + p.x, corner_.y + p.y}; }
  Line line_of(std::size_t k) const { return {.color = color_of_curve(theme_, k), .width = 2 * theme_.line}; }

  void label(const CurvesLayout::Label& label, Color ink) {
    canvas_.text(moved(label.at), label.words,
                 {.color = ink, .size = theme_.small(), .anchor = label.anchor});
  }

  void axes() {
    const Area plot{corner_.x + at_.plot.x, corner_.y + at_.plot.y, at_.plot.width, at_.plot.height};
    canvas_.fill(plot, blend(theme_.panel, theme_.ground, 0.5));
    const Line grid{.color = theme_.edge.faded(0.35), .width = theme_.line};
    for (const CurvesLayout::Label& tick : at_.y_labels) {
      const double y = moved(tick.at).y;
      canvas_.line({plot.x, y}, {plot.right(), y}, grid);
      label(tick, theme_.quiet);
    }
    for (const CurvesLayout::Label& tick : at_.x_labels) label(tick, theme_.quiet);
    for (const double x : plot_.x) {
      const double place = corner_.x + at_.place(x, at_.y.most).x;
      canvas_.line({place, plot.bottom()}, {place, plot.bottom() + 4}, grid);
    }
    canvas_.line({plot.x, plot.y}, {plot.x, plot.bottom()}, {.color = theme_.edge, .width = theme_.line});
    canvas_.line({plot.x, plot.bottom()}, {plot.right(), plot.bottom()},
                 {.color = theme_.edge, .width = theme_.line});
    label(at_.x_title, theme_.quiet);
    label(at_.unit, theme_.quiet);
  }

  // Draws the curve in pieces, with gaps where a value is missing or a logarithmic axis cannot show it.
  void curve(std::size_t k) {
    std::vector<PicturePoint> piece;
    const auto end_piece = [&] {
      if (piece.size() > 1) canvas_.path(piece, line_of(k));
      if (piece.size() == 1 || plot_.x.size() <= most_with_marks)
        for (const PicturePoint p : piece) sign(k, p);
      piece.clear();
    };
    for (std::size_t i = 0; i < plot_.x.size(); ++i) {
      const double y = plot_.curves[k].y[i];
      if (!std::isfinite(y) || (at_.y.log && y <= 0))
        end_piece();
      else
        piece.push_back(moved(at_.place(plot_.x[i], y)));
    }
    end_piece();
  }

  void sign(std::size_t k, PicturePoint p) {
    const Color color = color_of_curve(theme_, k);
    const double r = 3.4 * theme_.line + 0.5;
    const std::array diamond{PicturePoint{p.x, p.y - 1.3 * r}, PicturePoint{p.x + 1.3 * r, p.y},
                             PicturePoint{p.x, p.y + 1.3 * r}, PicturePoint{p.x - 1.3 * r, p.y}};
    const std::array triangle{PicturePoint{p.x, p.y - 1.2 * r}, PicturePoint{p.x + 1.2 * r, p.y + r},
                              PicturePoint{p.x - 1.2 * r, p.y + r}};
    switch (k % 4) {
      case 0: return canvas_.disc(p, r, color);
      case 1: return canvas_.fill({p.x - r, p.y - r, 2 * r, 2 * r}, color);
      case 2: return canvas_.polygon(diamond, color);
      default: return canvas_.polygon(triangle, color);
    }
  }

  Canvas& canvas_;
  PicturePoint corner_;
  const CurvesLayout& at_;
  const Theme& theme_;
  const PlotState& plot_;
};

}  // namespace

CurvesLayout lay_out_curves(const Canvas& canvas, double width, const Theme& theme, const PlotState& plot) {
  assert(!plot.locked && plot.plot->kind == PlotBlock::Kind::curves && "an open plot of curves");
  return CurvesDivider(canvas, width, theme, plot).divide();
}

void draw_curves(Canvas& canvas, PicturePoint corner, const CurvesLayout& layout, const Theme& theme,
                 const PlotState& plot) {
  CurvesDrawing(canvas, corner, layout, theme, plot).draw();
}

std::optional<std::size_t> x_under(const CurvesLayout& layout, const PlotState& plot,
                                   PicturePoint from_corner) {
  if (!layout.plot.has(from_corner)) return std::nullopt;
  std::optional<std::size_t> nearest;
  double best = layout.plot.width;
  for (std::size_t i = 0; i < plot.x.size(); ++i) {
    const double away = std::abs(layout.place(plot.x[i], layout.y.most).x - from_corner.x);
    if (away < best) nearest = i, best = away;
  }
  return nearest;
}

Color color_of_curve(const Theme& theme, std::size_t k) {
  std::array<Color, chunk_hues> hues = theme.chunk;
  std::ranges::stable_partition(hues,
                                [&](Color hue) { return contrast(hue, theme.panel) >= least_contrast; });
  return hues[k % hues.size()];
}

}  // namespace commlab
