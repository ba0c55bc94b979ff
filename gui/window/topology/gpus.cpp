#include "gui/window/topology/gpus.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/index.h"
#include "gui/window/topology/gpu_badges.h"
#include "gui/window/topology/gpu_state.h"
#include "gui/window/topology/holdings.h"

namespace commlab {
namespace {

constexpr int most_sectors_drawn = 256;  // of all GPUs together
constexpr int most_rims = 128;           // around complete chunks, and sectors to be passed on

class GpuPainter {
 public:
  GpuPainter(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index, const Shown& shown)
      : canvas_(canvas),
        layout_(layout),
        index_(index),
        shown_(shown),
        theme_(shown.theme),
        trace_(shown.scene.trace()),
        holdings_(shown),
        state_(index, shown) {}

  void draw() const {
    const bool by_sector = holdings_.known() && layout_.detail <= TopologyDetail::plain &&
                           holdings_.sectors() <= most_sectors &&
                           holdings_.sectors() * ranks() <= most_sectors_drawn;
    const bool counted = holdings_.known() && holdings_.chunks() * index(ranks()) <= most_chunks_counted;
    for (std::size_t box = 0; box < layout_.places.size(); ++box) {
      if (layout_.wiring.boxes[box].type != NodeType::gpu) break;
      const BoxPlace& placed = layout_.places[box];
      const Rank gpu = layout_.first_rank + static_cast<Rank>(box);
      if (!placed.drawn()) continue;
      if (!layout_.round) {
        draw_cell(placed, gpu, counted);
        continue;
      }
      draw_disc(placed, gpu);
      if (gpu < ranks()) {
        if (by_sector) {
          draw_sectors(placed, gpu);
        } else {
          draw_ring(placed, share_of(gpu, counted));
        }
        draw_badges(placed, gpu);
      }
      if (!placed.name.empty())
        words(placed.label, placed.name,
              state_.is_calm(gpu) ? theme_.quiet.faded(unused_gpu + 0.25) : theme_.words);
    }
  }

 private:
  using BoxPlace = TopologyLayout::BoxPlace;

  const Selection& selected() const { return shown_.view.selected; }
  const Selection& hovered() const { return shown_.view.hovered; }
  double line_width(double width) const { return width * theme_.line; }
  int ranks() const { return trace_.collective.ranks; }
  void words(PicturePoint at, std::string_view text, Color color) const {
    canvas_.text(at, text, {.color = color, .size = layout_.letters, .anchor = Anchor::middle});
  }

  // The share that is there of what is promised to the rank.
  double share_of(Rank rank, bool counted) const {
    if (!index_.promised[rank]) return 0;
    return counted ? holdings_.of(rank) : arrived_share(index_, rank, shown_.view.now);
  }

  void draw_disc(const BoxPlace& placed, Rank rank) const {
    const PicturePoint center = placed.area.center();
    const double radius = layout_.radius;
    const bool is_rank = rank < ranks();
    canvas_.disc(center, radius, is_rank ? theme_.raised : theme_.panel);
    const bool done = is_rank && state_.complete(rank);
    if (layout_.detail == TopologyDetail::labelled)
      canvas_.circle(center, radius,
                     {.color = done                   ? theme_.good
                               : state_.is_calm(rank) ? theme_.edge.faded(unused_gpu)
                                                      : theme_.edge,
                      .width = line_width(done ? 2.4 : 1.5)});
    if (state_.stands_out(rank))
      canvas_.circle(center, radius + line_width(2), {.color = theme_.accent, .width = line_width(4)});
    if (selected().rank == rank || hovered().rank == rank)
      canvas_.circle(center, radius + line_width(3),
                     {.color = selected().rank == rank ? theme_.accent : theme_.accent.faded(0.6),
                      .width = line_width(2.5)});
  }

  bool is_chosen(const Selection& selection, Rank rank, int sector) const {
    if (!selection.block || (selection.rank && *selection.rank != rank)) return false;
    return (trace_.partition.blocks == 1 ? selection.part : *selection.block) == sector;
  }

  // The thickness of a sector shows how many contributions are held. Complete chunks have a rim.
  void draw_sectors(const BoxPlace& placed, Rank rank) const {
    const PicturePoint center = placed.area.center();
    const int n = holdings_.sectors();
    const double outer = layout_.radius - line_width(2), inner = layout_.hole;
    const double gap = n == 1 ? 0 : std::min(0.08, 0.8 / n);
    for (int sector = 0; sector < n; ++sector) {
      const MatrixCell cell = holdings_.of(rank, sector);
      const double from = 2 * std::numbers::pi * sector / n + gap / 2;
      const double to = 2 * std::numbers::pi * (sector + 1) / n - gap / 2;
      const bool chosen = is_chosen(selected(), rank, sector) || is_chosen(hovered(), rank, sector);
      if (chosen) canvas_.sector(center, inner, outer, from, to, theme_.accent.faded(0.45));
      const Color hue = theme_.of_chunk(sector);
      const bool few = n * ranks() <= most_rims;
      if (cell.foreign && few) canvas_.sector(center, inner, outer, from, to, hue.faded(0.25));
      if (cell.have == 0) continue;
      const double height = std::max(1.5, (outer - inner) * std::sqrt(cell.share()));
      canvas_.sector(center, inner, inner + height, from, to, cell.promised ? hue : hue.faded(0.45));
      if (cell.done() && few)
        canvas_.sector(center, outer - line_width(1.5), outer, from, to, theme_.outline);
    }
  }

  void draw_ring(const BoxPlace& placed, double share) const {
    const double outer = layout_.radius - line_width(1), inner = 0.45 * layout_.radius;
    if (share > 0)
      canvas_.sector(placed.area.center(), inner, outer, 0, 2 * std::numbers::pi * share,
                     share >= 1 ? theme_.good : theme_.words);
  }

  void draw_badges(const BoxPlace& placed, Rank rank) const {
    if (layout_.detail != TopologyDetail::labelled || !holdings_.known()) return;
    const PicturePoint center = placed.area.center();
    const double side = std::clamp(0.3 * layout_.radius, 5.0, 10.0 * theme_.line);
    const double away = layout_.radius * 0.78;
    if (has_root(trace_.collective.kind) && rank == trace_.collective.root)
      draw_root_badge(canvas_, theme_, {center.x - away, center.y - away}, side);
    if (state_.complete(rank)) draw_done_badge(canvas_, theme_, {center.x + away, center.y + away}, side);
  }

  // One square; its colour is stronger, the more has arrived.
  void draw_cell(const BoxPlace& placed, Rank rank, bool counted) const {
    if (rank >= ranks()) {
      canvas_.fill(placed.area, theme_.idle_link.faded(0.4));
      return;
    }
    const double share = share_of(rank, counted);
    const bool done = holdings_.known() ? state_.complete(rank) : share >= 1;
    canvas_.fill(placed.area, done ? theme_.good : blend(theme_.raised, theme_.words, 0.1 + 0.7 * share));
    if (selected().rank == rank || hovered().rank == rank)
      canvas_.frame(placed.area.inset(-2), {.color = theme_.accent, .width = line_width(2)}, 0);
  }

  Canvas& canvas_;
  const TopologyLayout& layout_;
  const TopologyIndex& index_;
  const Shown& shown_;
  const Theme& theme_;
  const Trace& trace_;
  TopologyHoldings holdings_;
  GpuState state_;
};

}  // namespace

void draw_gpus(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index, const Shown& shown) {
  GpuPainter(canvas, layout, index, shown).draw();
}

}  // namespace commlab
