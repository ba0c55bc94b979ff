#include "gui/window/matrix/legend.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

// What kinds of cells there are now.
struct OnScreen {
  bool promised = false, not_promised = false;
  bool pale = false;   // something is there only to be passed on
  bool named = false;  // a label names a rank
  bool travelling = false;
};

OnScreen on_screen(const MatrixPainter& p, const CellLabels& labels) {
  OnScreen found;
  for_all_cells(p.layout, [&](Rank rank, int block, int part) {
    const MatrixCell cell = p.cell(rank, block, part);
    (cell.promised ? found.promised : found.not_promised) = true;
    found.pale |= cell.foreign || (!cell.promised && cell.have > 0);
    found.named |= labels.counts && !cell.done() && !count_text(p, cell).empty();
  });
  for (const InFlight& flight : p.shown.scene.in_flight(p.now()))
    found.travelling |= std::ranges::any_of(p.replay.landed(flight.transfer), [&](const Deposit& deposit) {
      return deposit.at > p.now() && deposit.buffer != Buffer::input;
    });
  return found;
}

// What a mark means, at length and for narrow panels.
struct Explained {
  std::string whole;
  std::string brief;
};

Explained legend_of_counts(const MatrixPainter& p) {
  if (p.layout.parts_of_one > 1) return {"how many of its parts are complete", "parts complete"};
  if (reduces(p.replay.collective().kind)) return {"how many ranks' data are in it", "ranks in it"};
  return {"the rank whose data it is", "whose data"};
}

// What a cell's label says; without labels, what its height says. Where nothing is combined, a label names a
// rank, and a cell is either empty or full. Nothing, where that goes without saying.
std::optional<Explained> legend_of_fill(const MatrixPainter& p, const CellLabels& labels, bool named,
                                        const Explained& counts) {
  const bool names_ranks = p.layout.parts_of_one == 1 && !reduces(p.replay.collective().kind);
  if (names_ranks && !named) return std::nullopt;
  const char* mark = names_ranks ? "r0, r1, …" : labels.counts ? "Number" : "Height";
  return Explained{fmt::format("{}: {}.", mark, counts.whole), fmt::format("{}: {}.", mark, counts.brief)};
}

// An explanation of each kind of mark that is to be seen, the most important one first.
std::vector<Explained> legend(const MatrixPainter& p, const CellLabels& labels) {
  if (elements_of(p.replay.collective()) == 0) return {};
  if (p.layout.style == CellStyle::texel)
    return {{"A point for each rank and chunk: the stronger, the more of it is there.", "Stronger: more."},
            {"Green: complete.", "Green: complete."}};
  const OnScreen seen = on_screen(p, labels);
  const Explained counts = legend_of_counts(p);
  std::vector<Explained> found;
  if (labels.values) found.push_back({"Number: what the cell's first element is.", "Number: first element."});
  if (!labels.values)
    if (std::optional<Explained> fill = legend_of_fill(p, labels, seen.named, counts))
      found.push_back(*std::move(fill));
  if (is_uneven(p.replay.collective()))
    found.push_back(
        {"Chunks have the sizes that --counts says; cells do not show them.", "Sizes: as in --counts."});
  if (seen.travelling)
    found.push_back({"Thin bar at the left: a chunk on its way.", "Thin bar: on its way."});
  if (seen.promised && seen.not_promised) found.push_back({"Outlined: the goal.", "Outlined: the goal."});
  if (seen.pale) found.push_back({"Pale: there to be passed on.", "Pale: to pass on."});
  if (labels.values && reduces(p.replay.collective().kind))
    found.push_back({fmt::format("Height: {}.", counts.whole), fmt::format("Height: {}.", counts.brief)});
  return found;
}

// All explanations at length if they fit into `lines` lines; else the brief ones that fit.
std::string legend_that_fits(const std::vector<Explained>& legend, double width, std::size_t lines,
                             double size, const Canvas& canvas) {
  std::string whole, brief;
  for (const Explained& one : legend) whole += (whole.empty() ? "" : " ") + one.whole;
  if (wrapped(whole, width, size, canvas).size() <= lines) return whole;
  for (const Explained& one : legend) {
    const std::string longer = brief + (brief.empty() ? "" : " ") + one.brief;
    if (wrapped(longer, width, size, canvas).size() <= lines) brief = longer;
  }
  return brief;
}

// Draws at most `lines` lines. A text that is longer ends with an ellipsis.
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
void draw_foot(const MatrixPainter& p, const CellLabels& labels) {
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
                 legend_that_fits(legend(p, labels), foot.width, lines, words.size, p.canvas), words);
}

}  // namespace commlab
