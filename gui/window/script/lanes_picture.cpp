#include "gui/window/script/lanes_picture.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/draw/hatching.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/script/lanes_messages.h"
#include "gui/window/script/lanes_timers.h"
#include "gui/window/script/lanes_waits.h"
#include "gui/window/script/span_look.h"

namespace commlab {
namespace {

constexpr double hatch_apart = 9;
constexpr double shortest = 2;  // pixels, of a bar

std::string_view short_name(ScriptLane lane) {
  switch (lane) {
    case ScriptLane::host: return "host";
    case ScriptLane::compute: return "compute";
    case ScriptLane::communication: return "comm";
  }
  return {};
}

class LanesDrawing {
 public:
  LanesDrawing(Canvas& canvas, const LanesLayout& layout, const ScriptShown& shown)
      : canvas_(canvas),
        at_(layout),
        shown_(shown),
        run_(shown.run),
        theme_(shown.theme),
        small_(theme_.small()) {}

  void draw(std::optional<PicturePoint> pointer) {
    ground();
    times();
    for (const ScriptSpan& span : run_.spans)
      if (at_.stands_for_row(span.rank)) bar(span);
    draw_messages(canvas_, at_, shown_);
    for (const ScriptSpan& span : run_.spans)
      if (at_.stands_for_row(span.rank)) words(span);
    names();
    draw_timers(canvas_, at_, shown_);
    if (shown_.over()) draw_waits(canvas_, at_, shown_);
    cursor();
    if (pointer) tell(*pointer);
  }

 private:
  double now_x() const { return at_.scale.x_of(shown_.view.now); }

  void ground() {
    for (Rank rank = 0; rank < run_.ranks; ++rank) {
      if (!at_.stands_for_row(rank)) continue;
      const Area row = at_.row_of(rank);
      canvas_.fill({row.x, row.y, row.width + at_.for_ever.width, row.height}, theme_.raised.faded(0.35), 3);
      for (std::size_t lane = 1; lane < at_.lanes.size(); ++lane) {
        const double y = row.y + at_.lane_height * static_cast<double>(lane);
        canvas_.line({row.x, y}, {row.right() + at_.for_ever.width, y},
                     {.color = theme_.edge.faded(0.35), .width = 1});
      }
    }
  }

  void times() {
    for (const Tick& tick : ticks_of(at_.scale, canvas_, small_, 2 * theme_.gap)) {
      canvas_.line({tick.x, at_.rows.y - 3}, {tick.x, at_.rows.bottom()},
                   {.color = theme_.edge.faded(0.3), .width = 1});
      canvas_.text({tick.x, at_.ruler.center().y}, tick.label,
                   {.color = theme_.quiet,
                    .size = small_,
                    .anchor = tick.x <= at_.rows.x ? Anchor::start : Anchor::middle});
    }
    if (at_.for_ever.width <= 0) return;
    const double x = at_.for_ever.x;
    canvas_.line({x, at_.ruler.y}, {x, at_.for_ever.bottom()},
                 {.color = theme_.bad, .width = theme_.line, .dash = Dash::dashed});
    canvas_.text({x + theme_.gap / 2, at_.ruler.center().y},
                 shortened("for ever", at_.for_ever.width - theme_.gap / 2, small_, canvas_),
                 {.color = theme_.bad, .size = small_});
  }

  void names() {
    for (Rank rank = 0; rank < run_.ranks; ++rank) {
      if (!at_.stands_for_row(rank)) continue;
      const Area row = at_.row_of(rank);
      const bool is_culprit = shown_.over() && run_.culprit &&
                              (run_.culprit->rank == rank ||
                               std::ranges::find(run_.culprit->alike, rank) != run_.culprit->alike.end());
      const Color ink = is_culprit ? theme_.bad : theme_.words;
      const double size = std::min(small_, std::max(at_.rank_height, 8.0));
      const std::vector<Rank> ranks = at_.ranks_beside(rank);
      const std::string name = fmt::format("rank{} {}", ranks.size() > 1 ? "s" : "", ranks_text(ranks));
      canvas_.text({at_.names.x, row.center().y}, shortened(name, at_.rank_names / bold_width, size, canvas_),
                   {.color = ink, .size = size, .bold = true});
      if (is_culprit) culprit(row);
      if (at_.lane_names == 0) continue;
      for (const ScriptLane lane : at_.lanes)
        canvas_.text({at_.names.right() - theme_.gap / 2, at_.lane_of(rank, lane)->center().y},
                     short_name(lane),
                     {.color = theme_.quiet, .size = at_.lane_names, .anchor = Anchor::end});
    }
  }

  // A frame around the whole row, and the word "culprit" below the rank's name, if there is room.
  void culprit(const Area& row) {
    const double left = at_.names.x - theme_.gap / 2;
    const Area frame{left, row.y - 2, at_.all.right() - theme_.gap - left, row.height + 4};
    canvas_.frame(frame, {.color = theme_.bad, .width = 2 * theme_.line}, 4);
    if (row.height < 3.2 * small_) return;
    const std::string word = shortened("culprit", at_.rank_names, small_, canvas_);
    canvas_.text({at_.names.x, row.center().y + line_height(small_)}, word,
                 {.color = theme_.bad, .size = small_});
  }

  Area area_of(const ScriptSpan& span, const Area& lane) const {
    const double left = std::max(at_.scale.x_of(span.start), at_.rows.x);
    const double right = std::min(at_.scale.x_of(span.end), at_.rows.right());
    return Area{left, lane.y + 1, std::max(right - left - 1, shortest), std::max(lane.height - 2, 1.0)};
  }

  // Nothing if no part of the span is in the picture.
  std::optional<Area> lane_shown(const ScriptSpan& span) const {
    if (span.start > at_.scale.last() || (span.end < at_.scale.first() && !span.unfinished))
      return std::nullopt;
    return at_.track_of(run_, span);
  }

  void bar(const ScriptSpan& span) {
    const std::optional<Area> lane = lane_shown(span);
    if (!lane) return;
    const Area area = area_of(span, *lane);
    body(span, area, strength_of_future);
    if (strength_at(span.start, shown_) == 1) {
      const double done = span.end <= shown_.view.now ? area.width : now_x() - area.x;
      body(span, {area.x, area.y, std::clamp(done, 0.0, area.width), area.height}, 1);
    }
    if (span.unfinished && at_.for_ever.width > 0) tail(span, area, shown_.over() ? 1 : strength_of_future);
  }

  void body(const ScriptSpan& span, const Area& area, double strength) {
    if (area.width <= 0) return;
    const SpanLook look = look_of(span, theme_);
    const Color fill = blend(theme_.panel, look.fill, strength);
    canvas_.fill(area, fill);
    if (span.kind == ScriptSpan::Kind::waits && area.width > 3)
      draw_hatch(canvas_, area, std::max(hatch_apart, area.width / 60), theme_.quiet.faded(0.75 * strength));
    if (area.width > 4 && area.height > 4)
      canvas_.frame(area, {.color = theme_.outline.faded(0.5 * strength), .width = 1});
  }

  // A span that never ends goes on to the right edge, and fades on the way.
  void tail(const ScriptSpan& span, const Area& area, double strength) {
    const bool waits = span.kind == ScriptSpan::Kind::waits;
    const Area rest{area.right(), area.y, at_.for_ever.right() - area.right(), area.height};
    canvas_.fill(rest, blend(theme_.panel, look_of(span, theme_).fill, strength));
    if (waits) draw_hatch(canvas_, rest, hatch_apart, theme_.quiet.faded(0.75 * strength));
    constexpr int slices = 24;
    const double width = rest.width / slices;
    for (int i = 0; i < slices; ++i)
      canvas_.fill({rest.x + i * width, rest.y, width, rest.height}, theme_.panel.faded((i + 0.5) / slices));
  }

  // "3  recv(1, x)", or as much of it as there is room for.
  void words(const ScriptSpan& span) {
    const std::optional<Area> lane = lane_shown(span);
    if (!at_.labelled || !lane || lane->height < small_) return;
    Area area = area_of(span, *lane);
    const double strength = strength_at(span.start, shown_);
    if (span.unfinished && at_.for_ever.width > 0)
      area.width = std::max(area.width, at_.for_ever.x + 3 * small_ - area.x);
    const std::string line = span.line > 0 ? std::to_string(span.line) : "";
    const std::string_view what = span.what;
    const std::string name(what.substr(0, what.find('(')));
    const double room = area.width - 8;
    for (const std::string& text :
         {fmt::format("{} {}", line, what), fmt::format("{} {}", line, name), line}) {
      const double width = canvas_.width_of(text, small_);
      if (text.empty() || width > room) continue;
      const SpanLook look = look_of(span, theme_);
      if (span.kind == ScriptSpan::Kind::waits)
        canvas_.fill({area.x + 2, area.center().y - small_ / 2, width + 4, small_},
                     blend(theme_.panel, look.fill, strength));
      const bool shaded = span.kind != ScriptSpan::Kind::waits && strength == 1;
      const std::size_t done = shaded ? letters_done(text, now_x() - area.x - 4) : text.size();
      const std::string past = text.substr(0, done);
      const double middle = area.center().y;
      canvas_.text({area.x + 4, middle}, past,
                   {.color = strength == 1 ? look.ink : theme_.quiet, .size = small_});
      if (done == text.size()) return;
      canvas_.text({area.x + 4 + canvas_.width_of(past, small_), middle}, text.substr(done),
                   {.color = theme_.words, .size = small_});
      return;
    }
  }

  // How many letters lie on the part that is done. The rest lies on the pale part, still to come.
  std::size_t letters_done(std::string_view text, double room) const {
    std::size_t letters = 0;
    while (letters < text.size() && canvas_.width_of(text.substr(0, letters + 1), small_) <= room) ++letters;
    return letters;
  }

  void cursor() {
    const double x = now_x();
    if (x < at_.rows.x - 0.5 || x > at_.rows.right() + 0.5) return;
    canvas_.line({x, at_.ruler.y + 2}, {x, at_.rows.bottom()},
                 {.color = theme_.accent, .width = 2 * theme_.line});
  }

  // A card beside the pointer, inside the picture.
  void tell(PicturePoint p) {
    const ScriptSpan* span = lanes_at(at_, run_, p);
    if (!span) return;
    const std::vector<Rank> ranks = at_.ranks_beside(span->rank);
    const std::string first = fmt::format("rank{} {}, line {}: {}", ranks.size() > 1 ? "s" : "",
                                          ranks_text(ranks), span->line, span->what);
    const char* verb = span->kind == ScriptSpan::Kind::waits ? "waits" : "takes";
    const std::string second =
        span->unfinished
            ? fmt::format("{} since {}, for ever",
                          span->kind == ScriptSpan::Kind::waits ? "waits" : "goes on", to_human(span->start))
            : fmt::format("{} {}, from {} to {}", verb, to_human(span->end - span->start),
                          span->start.ps == 0 ? "0" : to_human(span->start), to_human(span->end));
    const double width =
        std::max(canvas_.width_of(first, small_), canvas_.width_of(second, small_)) + 2 * theme_.gap;
    const double height = 2 * line_height(small_) + theme_.gap;
    const double x = std::clamp(p.x + 14, at_.all.x, std::max(at_.all.x, at_.all.right() - width));
    const double y = p.y + 18 + height < at_.all.bottom() ? p.y + 18 : p.y - height - 8;
    const Area card{x, y, width, height};
    canvas_.fill(card, theme_.raised, 5);
    canvas_.frame(card, {.color = theme_.edge, .width = theme_.line}, 5);
    const double top = card.y + theme_.gap / 2 + line_height(small_) / 2;
    canvas_.text({card.x + theme_.gap, top}, first, {.color = theme_.words, .size = small_});
    canvas_.text({card.x + theme_.gap, top + line_height(small_)}, second,
                 {.color = theme_.quiet, .size = small_});
  }

  Canvas& canvas_;
  const LanesLayout& at_;
  const ScriptShown& shown_;
  const ScriptRun& run_;
  const Theme& theme_;
  double small_;
};

}  // namespace

void draw_lanes(Canvas& canvas, const LanesLayout& layout, const ScriptShown& shown,
                std::optional<PicturePoint> pointer) {
  LanesDrawing(canvas, layout, shown).draw(pointer);
}

}  // namespace commlab
