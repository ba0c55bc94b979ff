#include "gui/window/topology_legend.h"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

namespace commlab {
namespace {

// What marks mean of those that can occur in this run.
std::vector<std::string> legend_parts(const TopologyLayout& layout, const TopologyMarks& marks,
                                      const Shown& shown) {
  const Trace& trace = shown.scene.trace();
  if (layout.detail >= TopologyDetail::coarse)
    return {"fuller square: more has arrived",
            fmt::format("{} message{} under way", marks.under_way, marks.under_way == 1 ? "" : "s")};
  std::vector<std::string> parts;
  if (reduces(trace.collective.kind) && std::ranges::any_of(trace.transfers, &Transfer::reduces))
    parts.emplace_back("square adds");
  if (!std::ranges::all_of(trace.transfers | std::views::reverse, &Transfer::reduces))
    parts.emplace_back("disc copies");
  if (!layout.wires.empty() && !trace.transfers.empty()) parts.emplace_back("width: load");
  if (layout.detail != TopologyDetail::labelled || !shown.scene.replay) return parts;
  if (has_root(trace.collective.kind)) parts.emplace_back("diamond: root");
  parts.emplace_back("ring: what a rank holds");
  return parts;
}

}  // namespace

void draw_legend(Canvas& canvas, const Area& area, const TopologyLayout& layout, const TopologyMarks& marks,
                 const Shown& shown) {
  std::string legend;
  const double size = shown.theme.small();
  for (const std::string& part : legend_parts(layout, marks, shown)) {
    const std::string longer = legend.empty() ? part : legend + " \u00b7 " + part;
    if (canvas.width_of(longer, size) > area.width - 16) break;
    legend = longer;
  }
  canvas.text({area.x + 8, area.bottom() - 0.8 * size}, legend, {.color = shown.theme.quiet, .size = size});
}

}  // namespace commlab
