#include "gui/window/topology/buffers.h"

#include <algorithm>

#include "gui/window/topology/chunk_look.h"
#include "gui/window/topology/gpu_badges.h"
#include "gui/window/topology/gpu_state.h"
#include "gui/window/topology/holdings.h"

namespace commlab {
namespace {

class BufferPainter {
 public:
  BufferPainter(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index, const Shown& shown)
      : canvas_(canvas),
        layout_(layout),
        shown_(shown),
        theme_(shown.theme),
        trace_(shown.scene.trace()),
        holdings_(shown),
        state_(index, shown),
        chunks_(canvas, shown.scene, shown.theme, layout.letters) {}

  void draw() const {
    for (std::size_t box = 0; box < layout_.places.size(); ++box) {
      if (layout_.wiring.boxes[box].type != NodeType::gpu) break;
      const Rank gpu = layout_.first_rank + static_cast<Rank>(box);
      if (layout_.places[box].drawn()) draw(layout_.places[box], gpu);
    }
  }

 private:
  using BoxPlace = TopologyLayout::BoxPlace;

  const Selection& selected() const { return shown_.view.selected; }
  const Selection& hovered() const { return shown_.view.hovered; }
  double line_width(double width) const { return width * theme_.line; }
  void draw(const BoxPlace& placed, Rank gpu) const {
    const Area& area = placed.area;
    const double rounding = 4;
    canvas_.fill(area, theme_.panel, rounding);
    if (state_.has_rank(gpu)) draw_chunks(gpu);
    const bool done = state_.complete(gpu);
    const Color edge = done ? theme_.good : state_.is_calm(gpu) ? theme_.edge.faded(unused_gpu) : theme_.edge;
    canvas_.frame(area, {.color = edge, .width = line_width(done ? 2.4 : 1.5)}, rounding);
    if (state_.stands_out(gpu))
      canvas_.frame(area.inset(-line_width(2)), {.color = theme_.accent, .width = line_width(4)}, rounding);
    const bool chosen = selected().rank == gpu && !selected().block;
    if (chosen || (hovered().rank == gpu && !hovered().block))
      canvas_.frame(area.inset(-line_width(3)),
                    {.color = chosen ? theme_.accent : theme_.accent.faded(0.6), .width = line_width(2.5)},
                    rounding);
    canvas_.text(placed.label, placed.name,
                 {.color = state_.is_calm(gpu) ? theme_.quiet.faded(unused_gpu + 0.25) : theme_.words,
                  .size = layout_.letters,
                  .anchor = Anchor::middle});
    draw_badges(placed, gpu);
  }

  void draw_chunks(Rank rank) const {
    for (int chunk = 0; chunk < layout_.grid.chunks; ++chunk) {
      const Area cell = layout_.cell(rank, chunk);
      chunks_.draw_cell(cell, holdings_.known() ? content_of(shown_.scene, holdings_.of(rank, chunk), chunk)
                                                : ChunkContent{.hue = chunk, .share = 0});
      if (is_chosen(selected(), rank, chunk) || is_chosen(hovered(), rank, chunk))
        canvas_.frame(cell, {.color = theme_.accent, .width = line_width(2)}, 0);
    }
  }

  bool is_chosen(const Selection& selection, Rank rank, int chunk) const {
    if (!selection.block || (selection.rank && *selection.rank != rank)) return false;
    return sector_of(trace_.partition, *selection.block, selection.part) == chunk;
  }

  // The root has a diamond left of its name; a complete rank has a tick at its corner.
  void draw_badges(const BoxPlace& placed, Rank rank) const {
    if (!state_.has_rank(rank) || !holdings_.known()) return;
    const double side = std::min(0.38 * layout_.letters, 0.3 * layout_.grid.head);
    if (has_root(trace_.collective.kind) && rank == trace_.collective.root)
      draw_root_badge(canvas_, theme_, {placed.area.x, placed.label.y}, side);
    if (state_.complete(rank))
      draw_done_badge(canvas_, theme_, {placed.area.right() - 1, placed.area.bottom() - 1}, 1.4 * side);
  }

  Canvas& canvas_;
  const TopologyLayout& layout_;
  const Shown& shown_;
  const Theme& theme_;
  const Trace& trace_;
  TopologyHoldings holdings_;
  GpuState state_;
  ChunkPainter chunks_;
};

}  // namespace

void draw_buffers(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index,
                  const Shown& shown) {
  BufferPainter(canvas, layout, index, shown).draw();
}

}  // namespace commlab
