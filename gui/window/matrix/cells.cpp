#include "gui/window/matrix/cells.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace commlab {
namespace {

constexpr std::size_t most_changes_outlined = 64;
constexpr double faint = 0.35;             // strength of data that are not the goal
constexpr double thin = 1, bold = 2.5;     // frames
constexpr double widest_arriving = 10;     // pixels: the bar of an arriving chunk
constexpr double share_of_arriving = 0.2;  // of the cell's width
constexpr int most_ticks = 512;
constexpr double lowest_ruled = 14;  // in widths of a line: rows of texels this high have a line between them

using CellName = std::tuple<Rank, int, int>;  // rank, block, part

CellPicture picture_of(const MatrixPainter& p, Rank rank, int block, int part) {
  return {
      .area = p.layout.cell(rank, block, part), .cell = p.cell(rank, block, part), .hue = p.hue(block, part)};
}

void fill_cell(const MatrixPainter& p, CellPicture& picture) {
  const MatrixCell& cell = picture.cell;
  const double share = cell.foreign ? 1 : cell.share();
  picture.level = picture.area.bottom();
  if (share <= 0) return;
  const double height = std::max(picture.area.height * share, 1.0);
  picture.level = picture.area.bottom() - height;
  const Color color = p.theme.of_chunk(picture.hue);
  const bool pale = !cell.promised || cell.foreign;
  p.canvas.fill({picture.area.x, picture.level, picture.area.width, height},
                pale ? blend(p.theme.panel, color, faint) : color);
}

void draw_detailed_cell(const MatrixPainter& p, Rank rank, int block, int part, const CellLabels& labels) {
  CellPicture picture = picture_of(p, rank, block, part);
  if (picture.cell.promised) p.canvas.fill(picture.area, p.theme.raised);
  fill_cell(p, picture);
  if (picture.cell.done())
    p.canvas.frame(picture.area.inset(0.5), {.color = p.theme.outline, .width = bold * p.theme.line});
  else if (picture.cell.promised)
    p.canvas.frame(picture.area, {.color = p.theme.edge, .width = thin * p.theme.line});
  label_cell(p, picture, labels);
}

// --- Many cells: neighbours share ground and frames

// Calls `visit` with each run of neighbours among 0..n-1 that `is` holds for.
template <class Is, class Visit>
void for_runs(int n, Is is, Visit visit) {
  for (int first = 0; first < n;) {
    if (!is(first)) {
      ++first;
      continue;
    }
    int last = first;
    while (last + 1 < n && is(last + 1)) ++last;
    visit(first, last);
    first = last + 1;
  }
}

// Promised cells next to each other in a row share one ground and one frame.
void draw_goal_runs(const MatrixPainter& p) {
  for (Rank rank = 0; rank < p.layout.ranks; ++rank)
    for_runs(
        p.layout.blocks, [&](int block) { return p.replay.promised(rank, block); },
        [&](int first, int last) {
          const Area run = around(p.layout.cell(rank, first), p.layout.cell(rank, last, p.layout.parts - 1));
          p.canvas.fill(run, p.theme.raised);
          p.canvas.frame(run, {.color = p.theme.edge, .width = thin * p.theme.line});
        });
}

// Whether each complete cell has a tick. If there are too many cells, each run of complete cells has one.
bool ticks_each(const MatrixPainter& p) { return p.layout.ranks * p.layout.columns() <= most_ticks; }

// Complete cells one above the other in a column share one ground and one frame. Inside are ticks, or the
// value of each.
void draw_done_runs(const MatrixPainter& p, int block, int part, const CellLabels& labels) {
  const auto area = [&](Rank rank) { return p.layout.cell(rank, block, part); };
  for_runs(
      p.layout.ranks, [&](Rank rank) { return p.cell(rank, block, part).done(); },
      [&](Rank first, Rank last) {
        const Area run = around(area(first), area(last));
        p.canvas.fill(run, p.theme.of_chunk(p.hue(block, part)));
        p.canvas.frame(run.inset(0.5), {.color = p.theme.outline, .width = thin * p.theme.line});
        if (labels.values || ticks_each(p)) {
          for (Rank rank = first; rank <= last; ++rank)
            label_cell(p, picture_of(p, rank, block, part), labels);
          return;
        }
        const double size = std::min({p.theme.small(), run.width - 4, run.height - 4});
        draw_check(p.canvas, run.center(), size,
                   {.color = p.theme.on_chunk(p.hue(block, part)), .width = 2 * p.theme.line});
      });
}

// Shows the gap between two rows where the cells above and below are complete: one line for neighbours.
void draw_gaps_in_done_runs(const MatrixPainter& p) {
  const auto done = [&](Rank rank, int column) {
    return p.cell(rank, column / p.layout.parts, column % p.layout.parts).done();
  };
  for (Rank rank = 0; rank + 1 < p.layout.ranks; ++rank)
    for_runs(
        p.layout.columns(), [&](int column) { return done(rank, column) && done(rank + 1, column); },
        [&](int first, int last) {
          const Area above = p.layout.cell(rank, 0), below = p.layout.cell(rank + 1, 0);
          const double left = p.layout.cells.x + first * p.layout.column_width();
          const double right = p.layout.cells.x + (last + 1) * p.layout.column_width();
          p.canvas.fill({left, above.bottom(), right - left, below.y - above.bottom()}, p.theme.panel);
        });
}

void draw_plain_cells(const MatrixPainter& p, const CellLabels& labels) {
  draw_goal_runs(p);
  for_all_cells(p.layout, [&](Rank rank, int block, int part) {
    CellPicture picture = picture_of(p, rank, block, part);
    if (picture.cell.done()) return;
    fill_cell(p, picture);
    label_cell(p, picture, labels);
  });
  for (int block = 0; block < p.layout.blocks; ++block)
    for (int part = 0; part < p.layout.parts; ++part) draw_done_runs(p, block, part, labels);
  draw_gaps_in_done_runs(p);
}

// --- What changed, what is coming, what is looked at

void draw_changes(const MatrixPainter& p) {
  if (p.shown.view.playing) return;
  const Time rested = p.shown.view.rested;
  std::set<CellName> changed;
  for (const Deposit& deposit : p.replay.deposits(std::min(rested, p.now()), std::max(rested, p.now()))) {
    if (deposit.buffer != Buffer::input)
      changed.insert({deposit.rank, deposit.block, deposit.part / p.layout.parts_of_one});
    if (changed.size() > most_changes_outlined) return;
  }
  for (const auto& [rank, block, part] : changed)
    p.canvas.frame(p.layout.cell(rank, block, part).inset(-0.5),
                   {.color = p.theme.accent, .width = 2 * p.theme.line});
}

// A chunk on its way is a bar at the left edge of the cell that will store it. The bar grows as it comes.
void draw_arriving(const MatrixPainter& p) {
  for (const InFlight& flight : p.shown.scene.in_flight(p.now()))
    for (const Deposit& deposit : p.replay.landed(flight.transfer)) {
      if (deposit.at <= p.now() || deposit.buffer == Buffer::input) continue;
      const int part = deposit.part / p.layout.parts_of_one;
      const Area cell = p.layout.cell(deposit.rank, deposit.block, part);
      const double width = std::min(widest_arriving * p.theme.line, cell.width * share_of_arriving);
      const double height = cell.height * flight.fraction;
      const Area bar{cell.x, cell.bottom() - height, width, height};
      p.canvas.fill(bar, p.theme.outline);
      if (width > 3) p.canvas.fill(bar.inset(1), p.theme.of_chunk(p.hue(deposit.block, part)));
    }
}

void draw_texels(const MatrixPainter& p, const MatrixTexels* texels) {
  MatrixTexels made;
  if (texels == nullptr) show_time(made, p.replay, p.now(), p.theme);
  p.canvas.image(p.layout.cells, texels != nullptr ? texels->raster : made.raster);
  if (p.layout.row_height() >= lowest_ruled * p.theme.line)
    for (Rank rank = 1; rank < p.layout.ranks; ++rank) {
      const double y = p.layout.cells.y + rank * p.layout.row_height();
      p.canvas.line({p.layout.cells.x, y}, {p.layout.cells.right(), y},
                    {.color = p.theme.panel, .width = 2 * p.theme.line});
    }
  p.canvas.frame(p.layout.cells, {.color = p.theme.edge, .width = thin * p.theme.line});
}

}  // namespace

void draw_cells(const MatrixPainter& p, const MatrixTexels* texels, const CellLabels& labels) {
  if (p.layout.style == CellStyle::texel) return draw_texels(p, texels);
  if (p.layout.style == CellStyle::plain)
    draw_plain_cells(p, labels);
  else
    for_all_cells(p.layout,
                  [&](Rank rank, int block, int part) { draw_detailed_cell(p, rank, block, part, labels); });
  draw_arriving(p);
  draw_changes(p);
}

}  // namespace commlab
