#include "gui/window/article/log_picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

constexpr double narrow = 42;  // in sizes of letters; in a narrower log, a sentence has two lines
constexpr double entries_of_a_notch = 3;
constexpr std::size_t most_more = 8;  // further sentences below the present one
constexpr double most_of_area = 0.6;  // the share of the log's height that they may take

// The event's time, and the first sentence about it.
std::string first_sentence(const Scene& scene, std::int64_t entry) {
  const Time at = scene.playback.event_time(entry);
  if (!scene.narration) return to_human(at) + "  " + scene.sentence(at);
  const Narration::Moment moment = scene.narration->at(at, 1);
  return to_human(at) + "  " + (moment.sentences.empty() ? "" : moment.sentences[0]);
}

// What else happens now, below the first sentence.
std::vector<std::string> further_sentences(const Area& area, const Shown& shown) {
  const Scene& scene = shown.scene;
  const double room = most_of_area * area.height / line_height(shown.theme.small());
  const std::size_t most = std::min(most_more, static_cast<std::size_t>(room));
  if (!scene.narration || most < 2) return {};
  const Time now = scene.playback.event_time(scene.playback.event_number(shown.view.now));
  Narration::Moment moment = scene.narration->at(now, most);
  if (!moment.sentences.empty()) moment.sentences.erase(moment.sentences.begin());
  if (moment.more > 0) moment.sentences.push_back(fmt::format("and {} more", moment.more));
  return moment.sentences;
}

// Draws at most `lines` lines. A text that is longer ends with an ellipsis.
void draw_lines(Canvas& canvas, PicturePoint corner, double width, std::string_view text, int lines,
                const Words& words) {
  for (int line = 0; line < lines && !text.empty(); ++line) {
    const std::size_t fits = wrapped(text, width, words.size, canvas).front().size();
    canvas.text(
        {corner.x, corner.y + (line + 0.5) * line_height(words.size)},
        line + 1 < lines ? std::string(text.substr(0, fits)) : shortened(text, width, words.size, canvas),
        words);
    text.remove_prefix(std::min(text.find_first_not_of(' ', fits), text.size()));
  }
}

void draw_present(Canvas& canvas, const LogLayout& layout, const Area& place, const Shown& shown) {
  const Theme& theme = shown.theme;
  canvas.fill(place, theme.raised);
  canvas.fill({place.x, place.y, 3 * theme.line, place.height}, theme.accent);
  double y = place.y + layout.entry - theme.gap / 4;
  for (const std::string& sentence : further_sentences(layout.area, shown)) {
    draw_lines(canvas, {place.x + 2 * theme.gap, y}, place.width - 3 * theme.gap, sentence, 1,
               {.color = theme.words, .size = theme.small()});
    y += line_height(theme.small());
  }
}

}  // namespace

double LogLayout::last_top() const {
  return std::max(0.0, static_cast<double>(entries) - (area.height - more) / entry);
}

Area LogLayout::place(double top, std::int64_t number) const {
  const double y = area.y + (static_cast<double>(number) - top) * entry;
  return {area.x, number > present ? y + more : y, area.width, number == present ? entry + more : entry};
}

std::optional<std::int64_t> LogLayout::at(double top, PicturePoint p) const {
  if (!area.has(p)) return std::nullopt;
  const Area now = place(top, present);
  if (now.has(p)) return present;
  const double y = p.y >= now.bottom() ? p.y - more : p.y;
  const auto number = static_cast<std::int64_t>(std::floor(top + (y - area.y) / entry));
  return number < entries ? std::optional(number) : std::nullopt;
}

LogLayout log_layout(const Area& area, const Shown& shown) {
  const Theme& theme = shown.theme;
  LogLayout layout{.area = area.inset(theme.gap / 2)};
  layout.lines = layout.area.width < narrow * theme.small() ? 2 : 1;
  layout.entry = layout.lines * line_height(theme.small()) + theme.gap / 2;
  layout.more =
      static_cast<double>(further_sentences(layout.area, shown).size()) * line_height(theme.small());
  layout.present = shown.scene.playback.event_number(shown.view.now);
  layout.entries = shown.scene.playback.events();
  return layout;
}

void scroll_log(LogState& state, const LogLayout& layout, Time now, double wheel) {
  if (state.now != now) {
    const Area present = layout.place(state.top, layout.present);
    const double room = std::max(0.0, layout.area.height - layout.entry - layout.more) / layout.entry;
    // Scrolls only if the present entry is out of view. Then it stands a third of the way down, so that
    // the next entries can be read, too.
    if (present.y < layout.area.y || present.bottom() > layout.area.bottom())
      state.top = static_cast<double>(layout.present) - std::floor(room / 3);
    state.now = now;
  }
  state.top = std::clamp(state.top - wheel * entries_of_a_notch, 0.0, layout.last_top());
}

std::string log_sentence(const Scene& scene, std::int64_t entry) {
  const std::int64_t more =
      scene.narration ? scene.narration->at(scene.playback.event_time(entry), 1).more : 0;
  return first_sentence(scene, entry) + (more > 0 ? fmt::format(" (and {} more)", more) : "");
}

void draw_log(Canvas& canvas, const LogLayout& layout, const Shown& shown, double top) {
  const Theme& theme = shown.theme;
  for (auto number = static_cast<std::int64_t>(top); number < layout.entries; ++number) {
    const Area place = layout.place(top, number);
    if (place.y >= layout.area.bottom()) return;
    if (number == layout.present) draw_present(canvas, layout, place, shown);
    const bool alone = number == layout.present && layout.more > 0;  // the others follow below
    draw_lines(canvas, {place.x + theme.gap, place.y + theme.gap / 4}, place.width - 2 * theme.gap,
               alone ? first_sentence(shown.scene, number) : log_sentence(shown.scene, number), layout.lines,
               {.color = number <= layout.present ? theme.words : theme.quiet, .size = theme.small()});
  }
}

}  // namespace commlab
