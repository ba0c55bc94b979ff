#include "gui/window/page/vote_bars.h"

#include <algorithm>

#include <fmt/format.h>

namespace commlab {
namespace {

// Above and below a bar's words, and below the bar, in heights of a letter. Many bars stand closer.
constexpr std::size_t few_bars = 4;
constexpr double margin_of_few = 0.2, margin_of_many = 0.05;
constexpr double gap_of_few = 0.2, gap_of_many = 0.15;
constexpr double room_for_count = 2.2;
constexpr double strength_of_bar = 0.4;

}  // namespace

void set_vote_bars(PageSetter& setter, const std::vector<VoteBar>& bars) {
  int most = 1;
  for (const VoteBar& bar : bars) most = std::max(most, bar.count);
  const bool few = bars.size() <= few_bars;
  const double letters = setter.letters, left = setter.theme.gap;
  const double margin = (few ? margin_of_few : margin_of_many) * letters;
  const double gap = (few ? gap_of_few : gap_of_many) * letters;
  for (const VoteBar& bar : bars) {
    SetText label = set_markdown((bar.right ? "✓ " : "") + bar.label,
                                 setter.width() - left - room_for_count * letters, letters, setter.canvas);
    PagePart& part = setter.add(PagePart::Kind::votes, label.height + 2 * margin, gap);
    part.text = std::move(label);
    part.tone = bar.right ? PagePart::Tone::good : PagePart::Tone::accent;
    part.share = static_cast<double>(bar.count) / most;
    part.words = fmt::format("{}", bar.count);
    part.letters = letters;
  }
  if (!bars.empty()) setter.skip(gap);
}

void draw_vote_bar(Canvas& canvas, const Area& at, const PagePart& part, const Theme& theme) {
  const double room = room_for_count * part.letters;
  const Color ink = tone_of(part.tone, theme);
  const Area trough{at.x, at.y, at.width - room, at.height};
  canvas.fill(trough, theme.panel, 4);
  const Area bar{trough.x, trough.y, trough.width * part.share, trough.height};
  if (part.share > 0) canvas.fill(bar, blend(theme.panel, ink, strength_of_bar), 4);
  canvas.frame(trough, {.color = part.tone == PagePart::Tone::good ? ink : theme.edge, .width = theme.line},
               4);
  draw_set_text(canvas, {at.x + theme.gap, at.y + (at.height - part.text.height) / 2}, part.text, theme,
                theme.words, at);
  canvas.text({at.right(), at.center().y}, part.words,
              {.color = theme.words, .size = part.letters, .anchor = Anchor::end, .bold = true});
}

std::string words_of_votes(const std::vector<VoteBar>& bars) {
  std::string words;
  for (const VoteBar& bar : bars)
    words += fmt::format("{}{}: {}{}", words.empty() ? "" : "; ", bar.label, bar.count,
                         bar.right ? " (right)" : "");
  return words;
}

}  // namespace commlab
