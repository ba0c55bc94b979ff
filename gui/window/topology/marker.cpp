#include "gui/window/topology/marker.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/index.h"
#include "gui/window/run/matrix_cell.h"
#include "gui/window/topology/lanes.h"
#include "gui/window/topology/tokens.h"

namespace commlab {
namespace {

constexpr std::size_t most_tokens = 300;
constexpr std::size_t most_flows = 160;

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
      : layout_(layout), index_(index), shown_(shown), trace_(shown.scene.trace()), now_(shown.view.now) {}

  TopologyMarks marks() && {
    if (!layout_.has_room()) return {};
    marks_.under_way = shown_.scene.playback.under_way(now_);
    if (!shows_single()) return std::move(marks_);
    const std::vector<InFlight> flights = shown_.scene.in_flight(now_);
    const TopologyLanes lanes(layout_, shown_, flights);
    marks_.traffic = lanes.traffic();
    add_messages(flights, lanes);
    if (layout_.with_links()) {
      add_crowded_links(lanes);
    } else {
      add_flows(flights);
    }
    if (layout_.detail <= TopologyDetail::plain) add_queues();
    return std::move(marks_);
  }

 private:
  int chunk_of(const Transfer& transfer) const { return hue_of(layout_, trace_.partition, transfer); }

  // False if messages are only counted: a million of them need not be placed one by one then.
  bool shows_single() const {
    return layout_.with_links() || !layout_.tile_of.empty() || !shown_.view.selected.empty() ||
           !shown_.view.hovered.empty();
  }

  void add_messages(const std::vector<InFlight>& flights, const TopologyLanes& lanes) {
    TokenPlacer tokens(layout_, shown_, lanes);
    for (const InFlight& flight : flights) {
      if (tokens.count() >= most_tokens) break;
      if (!is_drawn(flight.transfer, lanes)) continue;
      const Transfer& transfer = trace_.transfers[flight.transfer];
      for (const MessagePath& path : paths_of(layout_, trace_, transfer)) {
        add_strands(flight.transfer, path, lanes);
        tokens.add(flight, path);
      }
    }
    marks_.tokens = std::move(tokens).tokens();
  }

  bool is_drawn(std::int32_t transfer, const TopologyLanes& lanes) const {
    if (layout_.detail == TopologyDetail::labelled) return true;
    if (layout_.detail == TopologyDetail::plain && !lanes.is_in_a_crowd(trace_.transfers[transfer]))
      return true;
    return concerns(shown_.view.selected, trace_, transfer) ||
           concerns(shown_.view.hovered, trace_, transfer);
  }

  // The part of the path that the message fills now, from its last byte to its first.
  void add_strands(std::int32_t index, const MessagePath& path, const TopologyLanes& lanes) {
    const Transfer& transfer = trace_.transfers[index];
    const auto share = [](Time gone, Time whole) {
      return whole.ps > 0 ? std::clamp(seconds_of(gone) / seconds_of(whole), 0.0, 1.0) : 1.0;
    };
    const double head = share(now_ - transfer.start, transfer.head - transfer.start);
    const double tail = now_ <= transfer.sent ? 0 : share(now_ - transfer.sent, transfer.end - transfer.sent);
    for (MessagePath::Piece& piece : stretch_of(path, tail, head)) {
      if (lanes.is_crowded(piece.link)) continue;
      marks_.strands.push_back({.transfer = index,
                                .link = piece.link,
                                .points = lane(path, piece, piece.bar ? 0 : lanes.aside(index, piece.link)),
                                .width = lanes.width_of(index, piece.link),
                                .chunk = strand_hue(transfer)});
    }
  }

  std::optional<int> strand_hue(const Transfer& transfer) const {
    if (layout_.detail != TopologyDetail::labelled || !tells_flows_apart(shown_)) return std::nullopt;
    return chunk_of(transfer);
  }

  // A lane beside a link's middle must be longer than the link, because it meets the GPU's edge farther in.
  Polyline lane(const MessagePath& path, const MessagePath::Piece& piece, double by) const {
    const bool from_port =
        std::ranges::find(path.pieces, piece.begin, &MessagePath::Piece::begin) != path.pieces.end();
    const bool to_port =
        std::ranges::find(path.pieces, piece.end, &MessagePath::Piece::end) != path.pieces.end();
    return reaching(beside(piece.points, by), by, from_port, to_port);
  }

  Polyline reaching(Polyline points, double by, bool at_start, bool at_end) const {
    const double r = layout_.radius;
    const double in_disc = std::abs(by) < r ? r - std::sqrt(r * r - by * by) : 0;
    const double gap =
        layout_.grid.drawn() ? std::min(std::abs(by), r) : in_disc;  // under a buffer, which hides it
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

  // A link with too many messages to be told apart is lit as a whole.
  void add_crowded_links(const TopologyLanes& lanes) {
    for (LinkId link = 0; link < static_cast<LinkId>(marks_.traffic.size()); ++link) {
      const int wire = layout_.wiring.wire_of[link];
      if (!lanes.is_crowded(link) || wire < 0 || layout_.wires[wire].empty()) continue;
      const bool forward =
          layout_.wiring.box_of[trace_.topology.links[link].from] == layout_.wiring.wires[wire].a;
      const double width = lanes.width_on(link, marks_.on(link).load);
      const double by = layout_.two_way[wire] ? 0.5 * width : 0;
      marks_.strands.push_back(
          {.transfer = -1,
           .link = link,
           .points = reaching(beside(layout_.wires[wire], forward ? by : -by), by, true, true),
           .width = width});
    }
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
      const std::vector<MessagePath> paths = paths_of(layout_, trace_, transfer);
      if (paths.empty()) {
        at.erase(queue);
        continue;
      }
      marks_.queues.push_back({.transfer = index,
                               .count = 1,
                               .at = beside_port(paths[0]),
                               .side = 0.45 * layout_.token,
                               .chunk = chunk_of(transfer)});
    }
  }

  // Just outside the sender, left of the link: tokens pass in the middle of the link or to the right.
  PicturePoint beside_port(const MessagePath& path) const {
    const OnLine port = point_at(path.pieces[0].points, 0.35 * layout_.token);
    const double by = -std::min(0.95 * layout_.token, layout_.radius);
    return {port.at.x - port.along.y * by, port.at.y + port.along.x * by};
  }

  void add_flows(const std::vector<InFlight>& flights) {
    if (layout_.tile_of.empty()) return;
    const std::size_t tiles = layout_.tiles.size();
    std::vector<TopologyMarks::Flow> flows(tiles * tiles);  // from each tile to each
    for (const InFlight& flight : flights) {
      const Transfer& transfer = trace_.transfers[flight.transfer];
      const RankRange drawn = trace_.recorded_ranks();
      if (!drawn.has(transfer.from) || !drawn.has(transfer.to)) continue;
      const int from = layout_.tile_of[transfer.from - drawn.first];
      const int to = layout_.tile_of[transfer.to - drawn.first];
      if (from == to) continue;
      TopologyMarks::Flow& flow = flows[index(from) * tiles + index(to)];
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
  TopologyMarks marks_;
};

}  // namespace

TopologyMarks marks_of(const TopologyLayout& layout, const TopologyIndex& index, const Shown& shown) {
  return Marker(layout, index, shown).marks();
}

}  // namespace commlab
