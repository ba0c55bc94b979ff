#include "gui/window/topology/placer/placer.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "gui/window/run/matrix_cell.h"
#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/clusters.h"
#include "gui/window/topology/placer/gpu_names.h"
#include "gui/window/topology/placer/gpus_alone.h"
#include "gui/window/topology/placer/groups.h"
#include "gui/window/topology/placer/groups_of_ranks.h"
#include "gui/window/topology/placer/one_nvswitch.h"
#include "gui/window/topology/placer/rows.h"
#include "gui/window/topology/placer/tiles.h"
#include "gui/window/topology/placer/wire_lines.h"
#include "gui/window/topology/wiring.h"

namespace commlab {
namespace {

constexpr int most_labelled = 16, most_plain = 64, most_coarse = 256;

TopologyDetail detail_for(int gpus) {
  if (gpus <= most_labelled) return TopologyDetail::labelled;
  if (gpus <= most_plain) return TopologyDetail::plain;
  return gpus <= most_coarse ? TopologyDetail::coarse : TopologyDetail::crowd;
}

// Nothing is placed yet.
TopologyLayout blank_layout(const Trace& trace, const Topology& topology, const Area& area, double letters,
                            double line, bool buffers) {
  TopologyLayout layout;
  layout.line = line;
  layout.area = area;
  layout.letters = letters;
  layout.first_rank = trace.recorded_ranks().first;
  layout.wiring = shown_part(trace, topology);
  layout.detail = detail_for(gpus_in(layout));
  layout.two_way = two_way_wires(trace, layout.wiring);
  layout.places.resize(layout.wiring.boxes.size());
  layout.wires.resize(layout.wiring.wires.size());
  layout.round = layout.detail <= TopologyDetail::plain;
  layout.token = layout.detail == TopologyDetail::labelled ? letters * 1.55 : 9 * line;
  layout.token_width = layout.token;
  if (buffers && layout.detail == TopologyDetail::labelled) {
    layout.grid.chunks = sectors_of(trace.partition);
    layout.zoom = zoom_for(area, letters);
    layout.token = layout.token_width = layout.zoom * layout.token;
  }
  return layout;
}

// Where a tree begins: the collective's root; without one, where everything is added up.
Rank root_of_tree(const Trace& trace) {
  if (has_root(trace.collective.kind)) return trace.collective.root;
  const auto last =
      std::find_if(trace.transfers.rbegin(), trace.transfers.rend(), std::mem_fn(&Transfer::reduces));
  if (last != trace.transfers.rend()) return last->to;
  return trace.transfers.empty() ? 0 : trace.transfers.front().from;
}

// Each family of machines has its own arrangement. Returns where arcs have room.
ArcSide place_boxes(TopologyLayout& layout, const BoxGroups& groups, Rank root) {
  if (!groups.boxes.empty() && layout.detail <= TopologyDetail::plain) return place_cluster(layout, groups);
  const int gpus = gpus_in(layout), boxes = static_cast<int>(layout.wiring.boxes.size());
  const std::vector<int> switches = layout.wiring.boxes_of(0, NodeType::nvswitch);
  if (!groups.boxes.empty())
    place_tiles(layout, groups);
  else if (boxes == gpus && gpus > 1)
    place_gpus_alone(layout, root);
  else if (boxes == gpus + 1 && switches.size() == 1)
    place_around_nvswitch(layout, switches[0]);
  else
    return place_tree(layout);
  return ArcSide::above;
}

// Makes tokens no longer than the shortest wire.
void fit_token(TopologyLayout& layout) {
  double shortest = INFINITY;
  for (std::size_t i = 0; i < layout.wires.size(); ++i) {
    const Wire& wire = layout.wiring.wires[i];
    const bool between_bars = layout.places[wire.a].bar && layout.places[wire.b].bar;
    if (!layout.wires[i].empty() && !between_bars) shortest = std::min(shortest, length_of(layout.wires[i]));
  }
  const double share = layout.detail == TopologyDetail::labelled ? 1 : 0.7;
  const double wide = layout.grid.drawn() ? 1.35 * layout.token : layout.token;
  layout.token = std::max(5.0, std::min(layout.token, share * shortest));
  layout.token_width = std::max(layout.token, std::min(wide, share * shortest));
}

TopologyLayout placed(const Trace& trace, const Area& area, double letters, double line, bool buffers) {
  const Topology topology = topology_of(trace);
  TopologyLayout layout = blank_layout(trace, topology, area, letters, line, buffers);
  place_groups(layout, trace);
  const Area room = room_for_boxes(layout);
  if (room.width < 40 || room.height < 40) return layout;
  const ArcSide arcs = place_boxes(layout, groups_of(topology, layout.wiring), root_of_tree(trace));
  if (layout.with_links()) layout.wires = lines_of_wires(layout, arcs);
  fit_token(layout);
  name_gpus(layout, trace);
  return layout;
}

}  // namespace

TopologyLayout lay_out(const Trace& trace, const Area& area, double letters, double line, bool buffers) {
  TopologyLayout layout = placed(trace, area, letters, line, buffers);
  const bool tried = layout.grid.chunks > 0;
  return tried && !layout.grid.drawn() ? placed(trace, area, letters, line, false) : layout;
}

}  // namespace commlab
