#include "gui/window/matrix_legend.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/paragraph.h"

namespace commlab {
namespace {

// What kinds of cells there are now.
struct OnScreen {
  bool promised = false, not_promised = false;
  bool pale = false;     // something is there only to be passed on
  bool corners = false;  // something is said in a corner
  bool travelling = false;
};

OnScreen on_screen(const MatrixPainter& p, const Sayings& sayings) {
  OnScreen found;
  for_all_cells(p.layout, [&](Rank rank, int block, int part) {
    const MatrixCell cell = p.cell(rank, block, part);
    (cell.promised ? found.promised : found.not_promised) = true;
    found.pale |= cell.foreign || (!cell.promised && cell.have > 0);
    found.corners |= sayings.values && sayings.counts && !cell.done() && !count_text(p, cell).empty();
  });
  for (const InFlight& flight : p.shown.scene.in_flight(p.now()))
    found.travelling |= std::ranges::any_of(p.replay.landed(flight.transfer), [&](const Deposit& deposit) {
      return deposit.at > p.now() && deposit.buffer != Buffer::input;
    });
  return found;
}

std::string legend_of_counts(const MatrixPainter& p) {
  if (p.layout.parts_of_one > 1) return "how many of its parts are complete";
  return reduces(p.replay.collective().kind) ? "how many ranks' data are in it" : "whose data are in it";
}

// A sentence for each thing that is to be seen, the first ones first where there is not room for all.
std::vector<std::string> legend(const MatrixPainter& p, const Sayings& sayings) {
  if (elements_of(p.replay.collective()) == 0) return {};
  if (p.layout.style == CellStyle::texel)
    return {"A point for each rank and chunk: the stronger, the more of it is there.", "Green: complete."};
  const OnScreen seen = on_screen(p, sayings);
  std::vector<std::string> sentences;
  if (sayings.values) sentences.emplace_back("Number: what the cell's first element is.");
  if (!sayings.values && sayings.counts) sentences.push_back(fmt::format("Number: {}.", legend_of_counts(p)));
  if (seen.travelling) sentences.emplace_back("Thin bar at the left: a chunk on its way.");
  if (seen.promised && seen.not_promised) sentences.emplace_back("Outlined: the goal.");
  if (seen.pale) sentences.emplace_back("Pale: there to be passed on.");
  if (seen.corners) sentences.push_back(fmt::format("In the corner: {}.", legend_of_counts(p)));
  return sentences;
}

// Whole sentences, as many as so many lines have room for.
std::string sentences_that_fit(const std::vector<std::string>& sentences, double width, std::size_t lines,
                               double size, const Canvas& canvas) {
  std::string text;
  for (const std::string& sentence : sentences) {
    const std::string longer = text.empty() ? sentence : text + " " + sentence;
    if (wrapped(longer, width, size, canvas).size() <= lines) text = longer;
  }
  return text;
}

// The text in so many lines; what does not fit is cut off, and says so.
void draw_in_lines(Canvas& canvas, PicturePoint corner, double width, std::string_view text,
                   std::size_t lines, const Words& words) {
  const auto all = wrapped(text, width, words.size, canvas);
  for (std::size_t i = 0; i < std::min(lines, all.size()); ++i) {
    const std::string_view rest = text.substr(static_cast<std::size_t>(all[i].data() - text.data()));
    const PicturePoint at{corner.x, corner.y + (static_cast<double>(i) + 0.5) * line_height(words.size)};
    canvas.text(at, i + 1 < lines ? std::string(all[i]) : shortened(rest, width, words.size, canvas), words);
  }
}

}  // namespace

// What is under the pointer, or how to read the picture.
void draw_foot(const MatrixPainter& p, const Sayings& sayings) {
  const Words words{.color = p.theme.quiet, .size = p.theme.small()};
  const Area& foot = p.layout.foot;
  const auto lines = static_cast<std::size_t>((foot.height + 1) / line_height(words.size));
  if (lines == 0) return;
  const Selection& hovered = p.shown.view.hovered;
  if (hovered.rank && hovered.block) {
    const int part = hovered.part / p.layout.parts_of_one * p.layout.parts_of_one;
    const std::string cell =
        cell_text(p.replay, *hovered.rank, *hovered.block, part, p.layout.parts_of_one, p.now());
    return draw_in_lines(p.canvas, {foot.x, foot.y}, foot.width, cell, lines, words);
  }
  draw_paragraph(p.canvas, {foot.x, foot.y}, foot.width,
                 sentences_that_fit(legend(p, sayings), foot.width, lines, words.size, p.canvas), words);
}

}  // namespace commlab
