#include "gui/window/matrix/heads.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/draw/label_steps.h"
#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

// A chip in the chunk's hue with its number on it.
void draw_chip(const MatrixPainter& p, const Area& room, int number, bool marked) {
  const std::string text = std::to_string(number);
  const double width = std::min(room.width - 2, p.canvas.width_of(text, p.theme.small()) + p.theme.gap);
  const Area chip{room.center().x - width / 2, room.y + 1, width, room.height - 3};
  p.canvas.fill(chip, p.theme.of_chunk(number));
  if (marked) p.canvas.frame(chip, {.color = p.theme.accent, .width = 2 * p.theme.line});
  p.canvas.text(chip.center(), text,
                {.color = p.theme.on_chunk(number), .size = p.theme.small(), .anchor = Anchor::middle});
}

}  // namespace

void draw_row_heads(const MatrixPainter& p) {
  const Selection &hovered = p.shown.view.hovered, &selected = p.shown.view.selected;
  const double lowest = p.layout.side.bottom() - p.theme.small() / 2;
  for (const Rank rank : label_steps(p.layout.ranks, p.layout.row_height(), 1.05 * p.theme.small())) {
    const Area head = p.layout.row_head(rank);
    const bool marked = hovered.rank == rank || selected.rank == rank;
    p.canvas.text({head.right() - p.theme.gap / 2, std::min(head.center().y, lowest)},
                  fmt::format("{}{}", p.layout.rank_prefix, rank),
                  {.color = marked ? p.theme.accent : p.theme.quiet,
                   .size = p.theme.small(),
                   .anchor = Anchor::end,
                   .bold = marked});
  }
}

void draw_column_heads(const MatrixPainter& p) {
  const bool of_parts = p.layout.blocks == 1;
  const int heads = of_parts ? p.layout.columns() : p.layout.blocks;
  const double each = p.layout.cells.width / heads;
  const double room = p.canvas.width_of(std::to_string(heads - 1), p.theme.small()) + p.theme.gap / 2;
  const std::vector<int> named = label_steps(heads, each, room);
  for (const int i : named) {
    const Area head{p.layout.heads.x + i * each, p.layout.heads.y, each, p.layout.heads.height};
    const Selection& selected = p.shown.view.selected;
    const bool marked = of_parts ? selected.block == 0 && selected.part == i : selected.block == i;
    const bool last = i > 0 && i == heads - 1;
    if (std::ssize(named) == heads)
      draw_chip(p, head, i, marked);
    else if (last || head.x + room <= p.layout.heads.right())
      p.canvas.text(
          {last ? head.right() : head.x, head.center().y}, std::to_string(i),
          {.color = p.theme.quiet, .size = p.theme.small(), .anchor = last ? Anchor::end : Anchor::start});
  }
}

}  // namespace commlab
