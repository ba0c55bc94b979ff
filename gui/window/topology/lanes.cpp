#include "gui/window/topology/lanes.h"

#include <algorithm>

namespace commlab {
namespace {

constexpr double thinnest = 2, thickest = 6, thinnest_network = 3;
constexpr double thickest_flow = 11;  // on the fastest link, if flows have hues
constexpr int most_strands = TopologyMarks::most_strands;
constexpr std::size_t most_apart = 12;  // messages drawn one by one in a small picture
constexpr double small_picture = 30;    // letters high
constexpr double widest_lanes = 0.7;    // all lanes of a wire together, in diameters of a GPU
constexpr double lanes_between_buffers = 1.3;  // their marks carry numbers
constexpr double lanes_of_many = 0.3;   // where there are too many GPUs for names
constexpr double lanes_with_badges = 0.1;

}  // namespace

TopologyLanes::TopologyLanes(const TopologyLayout& layout, const Shown& shown,
                             const std::vector<InFlight>& flights)
    : layout_(layout), shown_(shown), trace_(shown.scene.trace()) {
  if (!layout.with_links()) return;
  count(flights);
  for (const std::vector<LinkId>& route : trace_.routes)
    for (const LinkId link : route) fastest_ = std::max(fastest_, bandwidth_of(link));
  badges_ = layout.detail == TopologyDetail::labelled && flights.size() > most_apart &&
            std::min(layout.area.width, layout.area.height) < small_picture * layout.letters;
}

void TopologyLanes::count(const std::vector<InFlight>& flights) {
  traffic_.resize(trace_.topology.links.size());
  on_wire_.resize(layout_.wires.size(), 0);
  for (const InFlight& flight : flights) {
    const Transfer& transfer = trace_.transfers[flight.transfer];
    if (transfer.end == shown_.view.now || transfer.route < 0) continue;
    for (const LinkId link : trace_.routes[transfer.route]) {
      TopologyMarks::Traffic& traffic = traffic_[link];
      if (traffic.messages < most_strands) traffic.transfers[traffic.messages] = flight.transfer;
      ++traffic.messages;
      if (const int wire = layout_.wiring.wire_of[link]; wire >= 0) ++on_wire_[wire];
      const double full = bandwidth_of(link);
      traffic.load = std::min(1.0, traffic.load + (full > 0 ? rate_of(transfer) / full : 0));
    }
  }
}

double TopologyLanes::bandwidth_of(LinkId link) const {
  return static_cast<double>(trace_.topology.links[link].bandwidth.bytes_per_second);
}

bool TopologyLanes::is_crowded(LinkId link) const {
  if (!badges_ || link < 0) return on(link).messages > most_strands;
  const int wire = layout_.wiring.wire_of[link];
  return wire >= 0 && on_wire_[wire] > 1;
}

bool TopologyLanes::is_in_a_crowd(const Transfer& transfer) const {
  return transfer.route >= 0 &&
         std::ranges::all_of(trace_.routes[transfer.route], [&](LinkId link) { return is_crowded(link); });
}

double TopologyLanes::aside(std::int32_t transfer, LinkId link) const {
  const TopologyMarks::Traffic traffic = on(link);
  const int messages = std::min(traffic.messages, most_strands);
  const auto slot = std::find(traffic.transfers.begin(), traffic.transfers.begin() + messages, transfer) -
                    traffic.transfers.begin();
  if (slot == messages) return 0;
  const int wire = layout_.wiring.wire_of[link];
  const bool two_way = wire >= 0 && layout_.two_way[wire];
  const double room = std::min(half_of_lanes(), (layout_.grid.drawn() ? 2.2 : 1.6) * layout_.letters);
  const double pitch = std::min(layout_.token + 1, (two_way ? room : 2 * room) / std::max(messages, 1));
  return two_way ? pitch * (slot + 0.5) : pitch * (slot - (messages - 1) / 2.0);
}

double TopologyLanes::pile_aside(LinkId link) const {
  const int wire = layout_.wiring.wire_of[link];
  return wire >= 0 && layout_.two_way[wire] ? 0.5 * (layout_.token + 1) : 0;
}

double TopologyLanes::half_of_lanes() const {
  const double widest = layout_.grid.drawn()                         ? lanes_between_buffers
                        : layout_.detail == TopologyDetail::labelled ? widest_lanes
                                                                     : lanes_of_many;
  return (badges_ ? lanes_with_badges : widest) * std::max(layout_.radius, 0.5 * layout_.token);
}

double TopologyLanes::width_of(std::int32_t transfer, LinkId link) const {
  if (link < 0) return width_on(link, 1);
  const double full = bandwidth_of(link);
  return width_on(link, full > 0 ? std::min(1.0, rate_of(trace_.transfers[transfer]) / full) : 0);
}

double TopologyLanes::width_on(LinkId link, double share) const {
  const int wire = link < 0 ? -1 : layout_.wiring.wire_of[link];
  const bool is_flow = wire >= 0 && fastest_ > 0 && tells_flows_apart(shown_);
  const double most =
      is_flow ? thinnest + (thickest_flow - thinnest) * bandwidth_of(link) / fastest_ : thickest;
  const double wanted = (thinnest + (most - thinnest) * share) * shown_.theme.line;
  const int lanes = is_crowded(link) ? 1 : std::max(1, on(link).messages);
  const bool leaves_node = link >= 0 && trace_.topology.links[link].type == LinkType::network;
  return std::max(leaves_node ? thinnest_network : 1.0, std::min(wanted, half_of_lanes() / lanes));
}

}  // namespace commlab
