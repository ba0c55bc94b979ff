#include "gui/window/topology_marks.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "gui/window/matrix_cell.h"
#include "gui/window/topology_wires.h"

namespace commlab {
namespace {

constexpr std::size_t most_tokens = 300;
constexpr std::size_t most_flows = 160;
constexpr double thinnest = 2, thickest = 6, thinnest_network = 3;
constexpr double flow_over_wire = 5.5;  // where flows are told apart, so much thicker than their wire
constexpr int most_strands = TopologyMarks::most_strands;
constexpr std::size_t most_apart = 12;  // messages drawn one by one in a small picture
constexpr double small_picture = 30;    // letters high
constexpr double widest_lanes = 0.7;    // all of a wire together, of a GPU's diameter
constexpr double lanes_of_many = 0.3;   // where there are too many GPUs for names
constexpr double lanes_with_badges = 0.1;
constexpr int most_hidden = 1000;  // a name counts more than all messages

bool concerns(const Selection& selection, const Trace& trace, std::int32_t index) {
  const Transfer& transfer = trace.transfers[index];
  if (selection.transfer == index) return true;
  if (selection.rank && selection.block)
    return (transfer.from == *selection.rank || transfer.to == *selection.rank) &&
           transfer.block == *selection.block && transfer.part == selection.part;
  if (selection.rank) return transfer.from == *selection.rank || transfer.to == *selection.rank;
  if (selection.block) return transfer.block == *selection.block && transfer.part == selection.part;
  if (!selection.link || transfer.route < 0) return false;
  return std::ranges::find(trace.routes[transfer.route], *selection.link) !=
         trace.routes[transfer.route].end();
}

class Marker {
 public:
  Marker(const TopologyLayout& layout, const TopologyIndex& index, const Shown& shown)
      : layout_(layout), index_(index), shown_(shown), trace_(shown.scene.trace()), now_(shown.view.now) {
    for (const TopologyLayout::Stand& stand : layout.stands)
      if (stand.drawn() && !stand.name.empty())
        names_.push_back({stand.label.x - stand.label_width / 2, stand.label.y - layout.letters / 2,
                          stand.label_width, layout.letters});
  }

  TopologyMarks marks() && {
    if (!layout_.has_room()) return {};
    marks_.under_way = shown_.scene.playback.under_way(now_);
    if (!shows_single()) return std::move(marks_);
    const std::vector<InFlight> flights = shown_.scene.in_flight(now_);
    if (layout_.with_links()) {
      count_traffic(flights);
      badges_ = layout_.detail == TopologyDetail::labelled && flights.size() > most_apart &&
                std::min(layout_.area.width, layout_.area.height) < small_picture * layout_.letters;
    } else {
      add_flows(flights);
    }
    for (const InFlight& flight : flights)
      if (is_drawn(flight.transfer)) add_message(flight);
    if (layout_.with_links()) add_crowded_links();
    if (layout_.detail <= TopologyDetail::plain) add_queues();
    return std::move(marks_);
  }

 private:
  int chunk_of(const Transfer& transfer) const {
    return chunk_number(trace_.partition, transfer.block, transfer.part);
  }

  // A million messages are not gone through where they are only counted.
  bool shows_single() const {
    return layout_.with_links() || !layout_.tile_of.empty() || !shown_.view.selected.empty() ||
           !shown_.view.hovered.empty();
  }

  bool is_drawn(std::int32_t transfer) const {
    if (marks_.tokens.size() >= most_tokens) return false;
    if (layout_.detail == TopologyDetail::labelled) return true;
    if (layout_.detail == TopologyDetail::plain && !is_in_a_crowd(trace_.transfers[transfer])) return true;
    return concerns(shown_.view.selected, trace_, transfer) ||
           concerns(shown_.view.hovered, trace_, transfer);
  }

  // All links on its way are too full to tell messages apart: they are lit as a whole.
  bool is_in_a_crowd(const Transfer& transfer) const {
    return transfer.route >= 0 &&
           std::ranges::all_of(trace_.routes[transfer.route], [&](LinkId link) { return is_crowded(link); });
  }

  template <class Visit>
  void for_links(const Transfer& transfer, Visit visit) const {
    if (transfer.route < 0) return;
    for (const LinkId link : trace_.routes[transfer.route]) visit(link);
  }

  void count_traffic(const std::vector<InFlight>& flights) {
    marks_.traffic.resize(trace_.topology.links.size());
    on_wire_.resize(layout_.wires.size(), 0);
    for (const InFlight& flight : flights) {
      const Transfer& transfer = trace_.transfers[flight.transfer];
      if (transfer.end == now_) continue;
      for_links(transfer, [&](LinkId link) {
        TopologyMarks::Traffic& traffic = marks_.traffic[link];
        if (traffic.messages < most_strands) traffic.transfers[traffic.messages] = flight.transfer;
        ++traffic.messages;
        if (const int wire = layout_.wiring.wire_of[link]; wire >= 0) ++on_wire_[wire];
        const auto full = static_cast<double>(trace_.topology.links[link].bandwidth.bytes_per_second);
        traffic.load = std::min(1.0, traffic.load + (full > 0 ? rate_of(transfer) / full : 0));
      });
    }
  }

  // Several messages on a link stand side by side, and those of its other direction on the other side.
  double aside(std::int32_t transfer, LinkId link) const {
    const TopologyMarks::Traffic traffic = marks_.on(link);
    const int messages = std::min(traffic.messages, most_strands);
    const auto slot = std::find(traffic.transfers.begin(), traffic.transfers.begin() + messages, transfer) -
                      traffic.transfers.begin();
    if (slot == messages) return 0;
    const int wire = layout_.wiring.wire_of[link];
    const bool two_way = wire >= 0 && layout_.two_way[wire];
    const double room = std::min(half_of_lanes(), 1.6 * layout_.letters);
    const double pitch = std::min(layout_.token + 1, (two_way ? room : 2 * room) / std::max(messages, 1));
    return two_way ? pitch * (slot + 0.5) : pitch * (slot - (messages - 1) / 2.0);
  }

  // Piles stand on the middle of their direction.
  double crowded_aside(LinkId link) const {
    const int wire = layout_.wiring.wire_of[link];
    return wire >= 0 && layout_.two_way[wire] ? 0.5 * (layout_.token + 1) : 0;
  }

  // Where there is room for few messages, both directions of a wire have one badge.
  bool is_crowded(LinkId link) const {
    if (!badges_ || link < 0) return marks_.messages_on(link) > most_strands;
    const int wire = layout_.wiring.wire_of[link];
    return wire >= 0 && on_wire_[wire] > 1;
  }

  double half_of_lanes() const {
    const double widest = layout_.detail == TopologyDetail::labelled ? widest_lanes : lanes_of_many;
    return (badges_ ? lanes_with_badges : widest) * std::max(layout_.radius, 0.5 * layout_.token);
  }

  // Of the whole link's width a message has its share.
  double width_of(std::int32_t transfer, LinkId link) const {
    if (link < 0) return width_on(link, 1);
    const auto full = static_cast<double>(trace_.topology.links[link].bandwidth.bytes_per_second);
    return width_on(link, full > 0 ? std::min(1.0, rate_of(trace_.transfers[transfer]) / full) : 0);
  }

  double width_on(LinkId link, double share) const {
    const TopologyMarks::Traffic traffic = marks_.on(link);
    const int wire = link < 0 ? -1 : layout_.wiring.wire_of[link];
    const bool is_flow = wire >= 0 && tells_flows_apart(shown_);
    const double most = is_flow ? idle_width(layout_.wiring.wires[wire]) + flow_over_wire : thickest;
    const double wanted = (thinnest + (most - thinnest) * share) * shown_.theme.line;
    const int lanes = is_crowded(link) ? 1 : std::max(1, traffic.messages);
    const bool leaves_node = link >= 0 && trace_.topology.links[link].type == LinkType::network;
    return std::max(leaves_node ? thinnest_network : 1.0, std::min(wanted, half_of_lanes() / lanes));
  }

  void add_message(const InFlight& flight) {
    const Transfer& transfer = trace_.transfers[flight.transfer];
    for (const TopologyWay& way : ways_of(layout_, trace_, transfer)) {
      add_strands(flight.transfer, transfer, way);
      add_token(flight, transfer, way);
    }
  }

  // From the last byte that has left to the first that has arrived.
  void add_strands(std::int32_t index, const Transfer& transfer, const TopologyWay& way) {
    const auto share = [](Time gone, Time whole) {
      return whole.ps > 0 ? std::clamp(seconds_of(gone) / seconds_of(whole), 0.0, 1.0) : 1.0;
    };
    const double head = share(now_ - transfer.start, transfer.head - transfer.start);
    const double tail = now_ <= transfer.sent ? 0 : share(now_ - transfer.sent, transfer.end - transfer.sent);
    for (TopologyWay::Piece& piece : stretch_of(way, tail, head)) {
      if (is_crowded(piece.link)) continue;
      marks_.strands.push_back({.transfer = index,
                                .link = piece.link,
                                .points = lane(way, piece, piece.bar ? 0 : aside(index, piece.link)),
                                .width = width_of(index, piece.link),
                                .chunk = hue_of(transfer)});
    }
  }

  std::optional<int> hue_of(const Transfer& transfer) const {
    if (layout_.detail != TopologyDetail::labelled || !tells_flows_apart(shown_)) return std::nullopt;
    return chunk_of(transfer);
  }

  // Beside the middle of a link, a circle's edge is farther away than in it: the ends reach below the circle.
  Polyline lane(const TopologyWay& way, const TopologyWay::Piece& piece, double by) const {
    const bool from_port =
        std::ranges::find(way.pieces, piece.begin, &TopologyWay::Piece::begin) != way.pieces.end();
    const bool to_port =
        std::ranges::find(way.pieces, piece.end, &TopologyWay::Piece::end) != way.pieces.end();
    return reaching(beside(piece.points, by), by, from_port, to_port);
  }

  Polyline reaching(Polyline points, double by, bool at_start, bool at_end) const {
    const double r = layout_.radius;
    const double gap = std::abs(by) < r ? r - std::sqrt(r * r - by * by) : 0;
    const auto move = [&](PicturePoint& end, PicturePoint inner) {
      const double length = distance(end, inner);
      if (length > 0)
        end = {end.x + (end.x - inner.x) / length * gap, end.y + (end.y - inner.y) / length * gap};
    };
    if (points.size() < 2) return points;
    if (at_start) move(points[0], points[1]);
    if (at_end) move(points.back(), points[points.size() - 2]);
    return points;
  }

  // Where too many messages are on a link to be told apart, it is lit as a whole.
  void add_crowded_links() {
    for (LinkId link = 0; link < static_cast<LinkId>(marks_.traffic.size()); ++link) {
      const int wire = layout_.wiring.wire_of[link];
      if (!is_crowded(link) || wire < 0 || layout_.wires[wire].empty()) continue;
      const bool forward =
          layout_.wiring.box_of[trace_.topology.links[link].from] == layout_.wiring.wires[wire].a;
      const double width = width_on(link, marks_.on(link).load);
      const double by = layout_.two_way[wire] ? 0.5 * width : 0;
      marks_.strands.push_back(
          {.transfer = -1,
           .link = link,
           .points = reaching(beside(layout_.wires[wire], forward ? by : -by), by, true, true),
           .width = width});
    }
  }

  void add_token(const InFlight& flight, const Transfer& transfer, const TopologyWay& way) {
    const OnWay on = point_on(way, flight.fraction, true);
    const double side = layout_.token;
    if (badges_ && is_crowded(on.link)) {
      add_to_badge(flight.transfer, on.link);
      return;
    }
    const Area area = clear_of_names(way, on, flight);
    for (auto last = marks_.tokens.rbegin();
         last != marks_.tokens.rend() && last->transfer == flight.transfer; ++last)
      if (std::abs(last->area.x - area.x) + std::abs(last->area.y - area.y) < 1) return;  // of one group
    if (is_crowded(on.link) && layout_.detail != TopologyDetail::labelled) return;
    if (is_crowded(on.link))
      for (TopologyMarks::Token& pile : marks_.tokens) {
        if (pile.link != on.link || distance(pile.area.center(), area.center()) > 0.7 * side) continue;
        add_to_pile(pile);
        return;
      }
    marks_.tokens.push_back({.transfer = flight.transfer,
                             .area = area,
                             .reduces = transfer.reduces,
                             .chunk = chunk_of(transfer),
                             .words = words_on(transfer, side),
                             .link = on.link});
  }

  void add_to_badge(std::int32_t index, LinkId link) {
    const int wire = layout_.wiring.wire_of[link];
    for (TopologyMarks::Token& badge : marks_.tokens)
      if (badge.link >= 0 && layout_.wiring.wire_of[badge.link] == wire) {
        if (badge.transfer != index) add_to_pile(badge);
        return;
      }
    const Transfer& transfer = trace_.transfers[index];
    marks_.tokens.push_back({.transfer = index,
                             .area = place_of_badge(layout_.wires[wire]),
                             .reduces = transfer.reduces,
                             .chunk = chunk_of(transfer),
                             .words = words_on(transfer, layout_.token),
                             .link = link});
  }

  // Somewhat before the middle, where chords of a circle do not all meet; or where it hides less.
  Area place_of_badge(const Polyline& wire) const {
    Area best;
    int least = INT_MAX;
    for (const double share : {0.4, 0.6, 0.32, 0.68, 0.25, 0.75, 0.18, 0.82, 0.5}) {
      const OnLine on = point_at(wire, share * length_of(wire));
      const double side = std::min(layout_.token, 1.25 * layout_.letters);
      const Area tried = {on.at.x - side / 2, on.at.y - side / 2, side, side};
      const auto met = std::ranges::count_if(
          marks_.tokens, [&](const TopologyMarks::Token& token) { return token.area.overlaps(tried); });
      const int hidden = static_cast<int>(met) + (hides_a_name(tried) ? most_hidden : 0);
      if (hidden < least) std::tie(least, best) = std::tuple(hidden, tried);
      if (least == 0) break;
    }
    return best;
  }

  Area token_at(const OnWay& on, double by) const {
    const double side = layout_.token;
    return {on.at.x - on.along.y * by - side / 2, on.at.y + on.along.x * by - side / 2, side, side};
  }

  // Where it is; or the nearest place on the same link where it hides no name.
  Area clear_of_names(const TopologyWay& way, const OnWay& on, const InFlight& flight) const {
    const double by = on.bar                ? 0
                      : is_crowded(on.link) ? crowded_aside(on.link)
                                            : aside(flight.transfer, on.link);
    const Area wanted = token_at(on, by);
    if (names_.empty() || !hides_a_name(wanted)) return wanted;
    constexpr double pixels = 2;
    for (int away = 0; away * pixels < 3 * layout_.token; ++away)
      for (const double sign : {1.0, -1.0}) {
        const OnWay near = point_on(way, flight.fraction + sign * away * pixels / way.length, true);
        if (near.link != on.link || near.bar != on.bar) continue;
        for (const double share : {1.0, 0.5, 0.0})
          if (const Area area = token_at(near, share * by); !hides_a_name(area)) return area;
      }
    return wanted;
  }

  bool hides_a_name(const Area& area) const {
    // A pile may still grow wider than one mark.
    const Area with_pile = {area.x - 0.4 * area.width, area.y, 1.8 * area.width, area.height};
    return std::ranges::any_of(names_, [&](const Area& name) { return name.overlaps(with_pile); });
  }

  void add_to_pile(TopologyMarks::Token& pile) const {
    ++pile.messages;
    pile.words = fmt::format("x{}", pile.messages);
    const double wide = 0.62 * layout_.letters * static_cast<double>(pile.words.size()) + 6;
    if (wide <= pile.area.width) return;
    pile.area.x -= (wide - pile.area.width) / 2;
    pile.area.width = wide;
  }

  std::string words_on(const Transfer& transfer, double side) const {
    if (layout_.detail != TopologyDetail::labelled || !shown_.view.labels) return {};
    if (tells_flows_apart(shown_)) return {};  // by their hues
    const std::string words = fmt::format("{}{}", chunk_of(transfer), transfer.blocks > 1 ? "+" : "");
    return 0.62 * layout_.letters * static_cast<double>(words.size()) <= side ? words : "";
  }

  void add_queues() {
    std::map<std::pair<Rank, LinkId>, std::size_t> at;  // sender and first link -> queue
    for (const std::int32_t index : waiting_at(index_, trace_, now_)) {
      const Transfer& transfer = trace_.transfers[index];
      if (transfer.group != no_group || transfer.route < 0 || trace_.routes[transfer.route].empty()) continue;
      const LinkId first = trace_.routes[transfer.route].front();
      const auto [queue, is_new] = at.emplace(std::pair(transfer.from, first), marks_.queues.size());
      if (!is_new) {
        ++marks_.queues[queue->second].count;
        continue;
      }
      const std::vector<TopologyWay> ways = ways_of(layout_, trace_, transfer);
      if (ways.empty()) {
        at.erase(queue);
        continue;
      }
      marks_.queues.push_back({.transfer = index,
                               .count = 1,
                               .at = beside_port(ways[0]),
                               .side = 0.45 * layout_.token,
                               .chunk = chunk_of(transfer)});
    }
  }

  // Just outside the sender, to the left of the way out: tokens pass in the middle or to the right.
  PicturePoint beside_port(const TopologyWay& way) const {
    const OnLine port = point_at(way.pieces[0].points, 0.35 * layout_.token);
    const double by = -std::min(0.95 * layout_.token, layout_.radius);
    return {port.at.x - port.along.y * by, port.at.y + port.along.x * by};
  }

  void add_flows(const std::vector<InFlight>& flights) {
    if (layout_.tile_of.empty()) return;
    const std::size_t tiles = layout_.tiles.size();
    std::vector<TopologyMarks::Flow> flows(tiles * tiles);  // from each tile to each
    for (const InFlight& flight : flights) {
      const Transfer& transfer = trace_.transfers[flight.transfer];
      const int from = layout_.tile_of[transfer.from], to = layout_.tile_of[transfer.to];
      if (from == to) continue;
      TopologyMarks::Flow& flow =
          flows[static_cast<std::size_t>(from) * tiles + static_cast<std::size_t>(to)];
      flow = {from, to, flow.bytes_per_second + rate_of(transfer), flow.messages + 1};
    }
    for (const TopologyMarks::Flow& flow : flows)
      if (flow.messages > 0) marks_.flows.push_back(flow);
    std::ranges::stable_sort(marks_.flows, std::greater{}, &TopologyMarks::Flow::bytes_per_second);
    if (marks_.flows.size() > most_flows) marks_.flows.resize(most_flows);
  }

  const TopologyLayout& layout_;
  const TopologyIndex& index_;
  const Shown& shown_;
  const Trace& trace_;
  Time now_;
  std::vector<Area> names_;
  TopologyMarks marks_;
  std::vector<int> on_wire_;  // messages in both directions
  bool badges_ = false;       // one mark for all messages on a wire
};

}  // namespace

TopologyMarks marks_of(const TopologyLayout& layout, const TopologyIndex& index, const Shown& shown) {
  return Marker(layout, index, shown).marks();
}

double rate_of(const Transfer& transfer) {
  const Time taken = transfer.sent - transfer.start;
  return taken.ps > 0 ? static_cast<double>(transfer.bytes) / seconds_of(taken) : 0;
}

bool tells_flows_apart(const Shown& shown) {
  return shown.scene.trace().collective.kind == CollectiveKind::p2p;
}

}  // namespace commlab
