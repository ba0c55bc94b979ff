#include "gui/window/timeline/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "gui/window/timeline/pieces.h"

namespace commlab {
namespace {

constexpr std::size_t most_named_bars = 64;

}  // namespace

void note_timeline(Registry& registry, const TimelineLayout& layout, const Shown& shown,
                   const TimelineRows& rows) {
  const Trace& trace = shown.scene.trace();
  registry.note({"timeline", Role::picture, layout.sentence, layout.all});
  registry.note(
      {"timeline.rows", Role::toggle, rows.scene.rows_of == Rows::ranks ? "ranks" : "links", layout.corner});
  registry.note({"timeline.ruler", Role::slider, to_human(shown.view.now), layout.ruler});
  if (layout.minimap.height > 0)
    registry.note({"timeline.minimap", Role::slider,
                   fmt::format("{:.3g}..{:.3g}", shown.view.from, shown.view.to), layout.minimap});
  for (int r = 0; r < static_cast<int>(rows.scene.rows.size()); ++r)
    registry.note({fmt::format("timeline.row.{}", r),
                   Role::object,
                   rows.scene.rows[r].name,
                   {layout.rows.x, layout.row_top(r), layout.rows.width, layout.row_height}});
  std::vector<Widget> bars;
  for (const Track& track : layout.tracks) {
    if (track.trace != &trace || layout.detail != TimelineDetail::shapes) continue;
    for (const Piece& piece : pieces_of(track, layout.scale)) {
      if (bars.size() == most_named_bars) return;
      const Transfer& t = trace.transfers[piece.transfer];
      const double left = std::max(piece.left, layout.rows.x);
      bars.push_back({fmt::format("timeline.bar.{}", piece.transfer),
                      Role::object,
                      transfer_sentence(trace, t),
                      {left, track.y, std::min(piece.right, layout.rows.right()) - left, track.height}});
    }
  }
  for (Widget& bar : bars) registry.note(std::move(bar));
}

}  // namespace commlab
