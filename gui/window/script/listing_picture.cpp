#include "gui/window/script/listing_picture.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/words.h"
#include "gui/window/draw/code_text.h"
#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

constexpr int widest_list = 4;  // of ranks that do not follow each other: "0,2,4,6"

struct LineMark {
  std::vector<Rank> ranks;
  bool waits = true;  // all of them do
};

// The ranks that are at this line. Ranks that are through are at no line.
LineMark mark_of(const ScriptShown& shown, int line) {
  LineMark mark;
  for (Rank rank = 0; rank < shown.run.ranks; ++rank) {
    if (line_at(shown.run, rank, shown.view.now) != line) continue;
    const ScriptSpan* span = span_at(shown.run, rank, ScriptLane::host, shown.view.now);
    mark.ranks.push_back(rank);
    mark.waits = mark.waits && span && span->kind == ScriptSpan::Kind::waits;
  }
  return mark;
}

std::size_t indentation(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

bool is_comment(std::string_view line) { return line.starts_with('#'); }

// A list of ranks takes the most room if no two of them follow each other. Two ranks always do.
double width_of_marks(const Canvas& canvas, const ScriptShown& shown, double letters) {
  const int step = shown.run.ranks == 2 ? 1 : 2;
  std::vector<Rank> apart;
  for (Rank rank = 0; rank < shown.run.ranks && apart.size() < widest_list; rank += step)
    apart.push_back(rank);
  return canvas.width_of(ranks_text(apart), letters) + 1.5 * shown.theme.gap;
}

}  // namespace

ListingLayout lay_out_listing(const Canvas& canvas, double width, const ScriptShown& shown, double letters) {
  const std::string_view text = shown.run.text;
  const auto count = std::ranges::count(text, '\n') + 1;
  ListingLayout layout{.letters = letters,
                       .marks = width_of_marks(canvas, shown, letters),
                       .numbers = canvas.width_of(std::to_string(count), letters) + shown.theme.gap,
                       .line = std::floor(line_height(letters)),
                       .lines = {}};
  const double room = width - layout.marks - layout.numbers;
  int number = 0;
  for (const std::string_view line : split_at(text, '\n')) {
    ++number;
    if (line.empty() && number == count) break;  // after the last end of a line
    const std::string_view words = line.substr(indentation(line));
    const double goes_on = 1.2 * letters;  // lines after the first are indented further
    const double wanted = width_of_code(line.substr(0, indentation(line)), letters);
    const double indent = std::clamp(room - goes_on - 8 * letters, 0.0, wanted);
    const bool whole = width_of_code(words, letters) <= room - indent;
    bool begins = true;
    for (const std::string_view piece :
         wrapped_code(words, std::max(whole ? room - indent : room - indent - goes_on, letters), letters)) {
      layout.lines.push_back({.number = number,
                              .text = piece,
                              .indent = indent + (begins ? 0 : goes_on),
                              .begins = begins,
                              .y = layout.height()});
      begins = false;
    }
  }
  return layout;
}

double letters_that_fit(const Canvas& canvas, const Area& area, const ScriptShown& shown) {
  constexpr double largest = 1.4, next_smaller = 0.94;  // of the theme's letters
  const double least = shown.theme.small();
  for (double letters = largest * shown.theme.font; letters > least; letters *= next_smaller) {
    const ListingLayout layout = lay_out_listing(canvas, area.width, shown, letters);
    const bool broken = std::ranges::any_of(layout.lines, [](const auto& line) { return !line.begins; });
    if (!broken && layout.height() <= area.height) return letters;
  }
  return least;
}

double scrolled_to_ranks(const ListingLayout& layout, const ScriptShown& shown, double room,
                         double scrolled) {
  if (layout.height() <= room) return 0;
  for (const ListingLayout::TextLine& line : layout.lines) {
    if (!line.begins || mark_of(shown, line.number).ranks.empty()) continue;
    const bool visible = line.y >= scrolled && line.y + layout.line <= scrolled + room;
    if (!visible) scrolled = line.y - room / 3;
    break;
  }
  return std::clamp(scrolled, 0.0, layout.height() - room);
}

void draw_listing(Canvas& canvas, const Area& area, const ListingLayout& layout, const ScriptShown& shown,
                  double scrolled) {
  const Theme& theme = shown.theme;
  const double size = layout.letters;
  const std::optional<ScriptCulprit>& culprit = shown.run.culprit;
  bool commented = false;  // whether the piece belongs to a line of comment
  for (const ListingLayout::TextLine& line : layout.lines) {
    if (line.begins) commented = is_comment(line.text);
    const double y = area.y + line.y - scrolled, middle = y + layout.line / 2;
    if (y < area.y - 1 || y + layout.line > area.bottom() + 1) continue;
    const bool guilty = shown.over() && culprit && culprit->line == line.number;
    if (guilty) {
      canvas.fill({area.x, y, area.width, layout.line}, blend(theme.panel, theme.bad, 0.22));
      canvas.fill({area.x, y, 3 * theme.line, layout.line}, theme.bad);
    }
    const double left = area.x + layout.marks + layout.numbers;
    if (guilty && line.begins) {
      constexpr std::string_view word = "culprit";
      const double end = left + line.indent + width_of_code(line.text, size) + theme.gap;
      if (end + bold_width * canvas.width_of(word, size) < area.right() - 4)
        canvas.text({area.right() - 4, middle}, word,
                    {.color = theme.bad, .size = size, .anchor = Anchor::end, .bold = true});
    }
    canvas.text({left + line.indent, middle}, line.text,
                {.color = commented ? theme.quiet : theme.words, .size = size, .code = true});
    if (!line.begins) continue;
    canvas.text({left - theme.gap / 2, middle}, std::to_string(line.number),
                {.color = theme.quiet, .size = size, .anchor = Anchor::end});
    const LineMark mark = mark_of(shown, line.number);
    if (mark.ranks.empty()) continue;
    const std::string text = shortened(ranks_text(mark.ranks), layout.marks - theme.gap, size, canvas);
    const Area pill{area.x + 3, y + 1, canvas.width_of(text, size) + theme.gap, layout.line - 2};
    const bool bad = guilty;
    const Color fill = bad ? theme.bad : mark.waits ? theme.raised : theme.accent;
    canvas.fill(pill, fill, pill.height / 2);
    canvas.frame(pill, {.color = mark.waits ? theme.edge : fill, .width = theme.line}, pill.height / 2);
    canvas.text(pill.center(), text,
                {.color = bad          ? theme.panel
                          : mark.waits ? theme.words
                                       : theme.on_accent,
                 .size = size,
                 .anchor = Anchor::middle});
  }
}

}  // namespace commlab
