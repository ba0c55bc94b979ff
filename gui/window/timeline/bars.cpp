#include "gui/window/timeline/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/window/draw/hatching.h"
#include "gui/window/timeline/costs.h"
#include "gui/window/timeline/painter.h"
#include "gui/window/timeline/pieces.h"
#include "gui/window/timeline/texture.h"

namespace commlab {
namespace {

constexpr int most_hatch_lines = 200;  // in a picture
constexpr double dimmed = 0.25;        // strength of bars outside the selection

bool crosses(const Trace& trace, const Transfer& t, LinkId link) {
  return t.route >= 0 && std::ranges::count(trace.routes[t.route], link) > 0;
}

// Whether a chunk or a link is selected that this transfer does not carry or cross.
bool outside(const Selection& selected, const Trace& trace, const Transfer& t) {
  if (selected.block && !carries(trace, t, *selected.block, selected.part)) return true;
  return selected.link && !crosses(trace, t, *selected.link);
}

class BarDrawing : public TimelinePainter {
 public:
  using TimelinePainter::TimelinePainter;

  void draw() {
    std::vector<std::vector<Piece>> all;
    double hatched = 0;
    for (const Track& track : at_.tracks) {
      all.push_back(pieces_of(track, at_.scale));
      for (const Piece& piece : all.back())
        if (!transfer(*track.trace, piece.transfer).reduces) hatched += piece.right - piece.left;
    }
    hatch_apart_ = std::max(7.0, hatched / most_hatch_lines);
    if (at_.arrivals > 0) arrivals();
    for (std::size_t k = 0; k < at_.tracks.size(); ++k)
      for (const Piece& piece : all[k]) {
        const Track& track = at_.tracks[k];
        if (track.look != Track::Look::faint) waiting(track, piece);
        piece.count > 1 ? cluster(track, piece) : bar(track, piece);
      }
  }

 private:
  int row_count() const { return static_cast<int>(rows_.scene.rows.size()); }

  // The time in which the transfer had its data but could not start.
  void waiting(const Track& track, const Piece& piece) {
    const double left = std::max(piece.ready, at_.rows.x), width = piece.left - left - 1;
    if (width < 3) return;
    const double height = std::clamp(track.height * 0.3, 2.0, 8.0);
    const Area area{left, track.y + (track.height - height) / 2, width, height};
    canvas_.fill(area, theme_.quiet.faded(0.22));
    draw_hatch(canvas_, area, std::max(hatch_apart_, width / 12), theme_.quiet.faded(0.9));
  }

  void bar(const Track& track, const Piece& piece) {
    const Transfer& t = transfer(*track.trace, piece.transfer);
    const int chunk = chunk_number(*track.trace, t);
    const bool apart = piece.right - piece.left > 5;
    const Area area{std::max(piece.left, at_.rows.x - 4), track.y,
                    std::max(std::min(piece.right, at_.rows.right() + 4) -
                                 std::max(piece.left, at_.rows.x - 4) - (apart ? 1 : 0),
                             1.0),
                    track.height};
    if (track.look == Track::Look::faint) return draw_ghost_bar(canvas_, area, theme_);
    const double strength = outside(shown_.view.selected, *track.trace, t) ? dimmed : 1;
    const Color hue = blend(theme_.panel, theme_.of_chunk(chunk), strength);
    if (track.look == Track::Look::outlined)
      canvas_.fill(area, blend(theme_.panel, hue, 0.25));
    else
      body(area, piece, hue);
    const double label = cargo(area, piece, track, t, strength);
    if (!t.reduces) hatch_copy(area, piece, track, chunk, label, strength);
    outline(area, track, t, hue, strength);
  }

  // Hatches a copy, right of its number. Several lines, because one alone would look like a letter.
  void hatch_copy(const Area& area, const Piece& piece, const Track& track, int chunk, double label,
                  double strength) {
    const double left = area.x + (label > 0 ? label + 6 : 0), right = area.right();
    const Color ink = theme_.on_chunk(chunk).faded(0.55 * strength);
    if (at_.striped) return draw_stripe(canvas_, {left, area.y, right - left, area.height}, ink);
    const double apart = std::min(hatch_apart_, std::max((right - left) / 3, 3.5));
    const double sent = track.look == Track::Look::filled ? std::clamp(piece.sent, left, right) : left;
    draw_hatch(canvas_, {left, area.y, sent - left, area.height}, apart, ink);
    draw_hatch(canvas_, {sent, area.y, right - sent, area.height}, apart,
               theme_.words.faded(0.45 * strength));
  }

  // The end of the bar is lighter: there, the last byte has left and is under way.
  void body(const Area& area, const Piece& piece, Color hue) {
    const double sent = std::clamp(piece.sent, area.x, area.right());
    if (area.right() - sent < 1.5) return canvas_.fill(area, hue);
    canvas_.fill({sent, area.y, area.right() - sent, area.height}, blend(theme_.panel, hue, 0.45));
    if (sent > area.x) canvas_.fill({area.x, area.y, sent - area.x, area.height}, hue);
  }

  // Writes the number of the chunk, and on a measured bar the difference: as large as fits on the bar's body,
  // else small behind it. Returns how far the words reach from the bar's left; 0 if there is no room.
  double cargo(const Area& area, const Piece& piece, const Track& track, const Transfer& t, double strength) {
    if (!shown_.view.labels || track.height < least_number * small_ || has_costs(at_, shown_, rows_))
      return 0;
    const double largest = theme_.font * (shown_.view.arrange == Arrange::compare ? large_words : 1);
    const double wanted = std::clamp(track.height * 0.62, small_, std::max(largest, small_));
    const std::string number = cargo_text(*track.trace, t);
    const std::string more = difference(piece.transfer, track, t);
    const double right = std::min(area.right(), at_.rows.right());
    const double on_body = std::max(area.x, at_.rows.x);
    struct Try {
      double left;
      double room;
      double size;
      std::string text;
    };
    const Try tries[] = {
        {on_body, piece.sent - on_body, wanted, number + more},
        {on_body, piece.sent - on_body, small_, number + more},
        {on_body, piece.sent - on_body, wanted, number},
        {on_body, piece.sent - on_body, small_, number},
        {std::max(on_body, piece.sent), right - std::max(on_body, piece.sent), small_, number}};
    for (const auto& [left, room, size, text] : tries) {
      const double width = canvas_.width_of(text, size);
      if (width + 7 > room || left + width + 7 > right) continue;
      const bool on_hue = left < piece.sent && track.look == Track::Look::filled && strength == 1;
      const Color ink = on_hue ? theme_.on_chunk(chunk_number(*track.trace, t)) : theme_.words;
      canvas_.text({left + 4, area.center().y}, text, {ink, size});
      return left - area.x + width;
    }
    return 0;
  }

  // "  +12 %": how much longer a measured transfer took than predicted; empty for all others.
  std::string difference(std::int32_t i, const Track& track, const Transfer& t) const {
    if (!at_.compares || track.look != Track::Look::filled) return "";
    if (i >= std::ssize(rows_.counterparts)) return "";
    const std::int32_t same = rows_.counterparts[i];
    if (same < 0) return "";
    const Transfer& predicted = transfer(trace_, same);
    const double took = static_cast<double>((t.end - t.start).ps),
                 expected = static_cast<double>((predicted.end - predicted.start).ps);
    return expected > 0 ? fmt::format("  {:+.0f} %", 100 * (took / expected - 1)) : "";
  }

  void outline(const Area& area, const Track& track, const Transfer& t, Color hue, double strength) {
    const Selection& hovered = shown_.view.hovered;
    const bool of_hovered = hovered.block && carries(*track.trace, t, *hovered.block, hovered.part);
    if (of_hovered && area.width >= 2)
      canvas_.frame(area, {theme_.words, line_width(2)});
    else if (track.look == Track::Look::outlined)
      canvas_.frame(area, {contrast(hue, theme_.panel) >= 3 ? hue : theme_.outline, line_width(1.5)});
    else if (is_light(theme_) && area.width > 4 && area.height > 4 &&
             (!at_.striped || contrast(hue, theme_.panel) < 3))
      canvas_.frame(area, {theme_.outline.faded(strength), 1});
  }

  // Many bars that are too short to be drawn one by one.
  void cluster(const Track& track, const Piece& piece) {
    const Area area{piece.left, track.y, std::max(piece.right - piece.left, 1.0), track.height};
    if (track.look == Track::Look::faint) return draw_ghost_bar(canvas_, area, theme_);
    canvas_.fill(area, blend(theme_.panel, theme_.quiet, 0.35));
    const std::string count = fmt::format("×{}", piece.count);
    const double size = small_, width = canvas_.width_of(count, size);
    const bool named = area.height >= 0.9 * size && area.width > width + 10;
    double from = area.x;
    if (named) {
      canvas_.text({area.x + 4, area.center().y}, count, {theme_.words, size});
      from += width + 8;
    }
    const double tooth = std::max(4.0, (area.right() - from) / 30);
    std::vector<PicturePoint> way;
    for (int k = 0; from + k * tooth <= area.right(); ++k)
      way.push_back({from + k * tooth, area.center().y + (k % 2 == 0 ? 0.2 : -0.2) * area.height});
    if (way.size() > 1) canvas_.path(way, {theme_.words, line_width(1.2)});
  }

  // At the foot of each row: what arrives, and the rank's work.
  void arrivals() {
    const double height = std::max(at_.arrivals - 3, 2.0);
    for (int r = 0; r < row_count(); ++r) {
      const TimelineRow& row = rows_.scene.rows[r];
      const double y = at_.row_top(r) + at_.row_height - at_.arrivals;
      const Time first = at_.scale.first(), last = at_.scale.last();
      double drawn_to = -1;
      const auto mark = [&](Time from, Time to, Color color) {
        const double left = std::max({x(from), at_.rows.x, drawn_to}),
                     right = std::min(x(to), at_.rows.right());
        if (right - left < 1) return;
        drawn_to = right;
        canvas_.fill({left, y, std::max(right - left - 1, 1.0), height}, color);
      };
      const auto end = [&](std::int32_t i) { return transfer(trace_, i).end; };
      for (auto i = std::ranges::lower_bound(row.received, first, {}, end);
           i != row.received.end() && end(*i) - rows_.scene.longest_arrival <= last; ++i) {
        const Transfer& t = transfer(trace_, *i);
        const double strength = outside(shown_.view.selected, trace_, t) ? dimmed * 0.6 : 0.6;
        mark(t.head, t.end, blend(theme_.panel, theme_.of_chunk(chunk_number(trace_, t)), strength));
      }
      drawn_to = -1;
      const auto work_end = [&](std::int32_t i) { return trace_.spans[i].end; };
      for (auto i = std::ranges::lower_bound(row.work, first, {}, work_end);
           i != row.work.end() && work_end(*i) - rows_.scene.longest_work <= last; ++i) {
        const Span& span = trace_.spans[*i];
        mark(span.start, span.end, theme_.words);
      }
    }
  }

  double hatch_apart_ = 7;
};

}  // namespace

void draw_bars(Canvas& canvas, const TimelineLayout& layout, const Shown& shown, const TimelineRows& rows) {
  BarDrawing(canvas, layout, shown, rows).draw();
}

}  // namespace commlab
