#include "gui/window/topology/message_paths.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace commlab {
namespace {

// A way along a switch's bar counts only this share of its length, because a switch takes almost no time.
constexpr double pace_on_bars = 0.25;

Polyline along_bar(const Area& bar, PicturePoint from, PicturePoint to) {
  const double y = bar.center().y;
  return {from, {from.x, y}, {to.x, y}, to};
}

class PathMaker {
 public:
  PathMaker(const TopologyLayout& layout, const Trace& trace) : layout_(layout), trace_(trace) {}

  // `jumps`: the path leaves out ways along bars; so it is if a switch copies or reduces.
  MessagePath over(const std::vector<LinkId>& route, bool jumps = false) && {
    for (const LinkId link : route) add_link(link, jumps);
    return std::move(path_);
  }

  MessagePath straight(Rank from, Rank to) && {
    if (!layout_.of_rank(from).drawn() || !layout_.of_rank(to).drawn()) return {};
    const PicturePoint a = layout_.of_rank(from).area.center(), b = layout_.of_rank(to).area.center();
    const double length = distance(a, b), edge = to_edge({(b.x - a.x) / length, (b.y - a.y) / length});
    if (!(length > 2 * edge)) return {};
    add_between(layout_.of_rank(from), layout_.of_rank(to),
                {.points = part_of(Polyline{a, b}, edge, length - edge)});
    return std::move(path_);
  }

 private:
  // How far the edge of a GPU is from its middle in this direction, of length 1.
  double to_edge(PicturePoint along) const {
    if (!layout_.grid.drawn()) return layout_.radius;
    const double x = std::abs(along.x), y = std::abs(along.y);
    const double wide = layout_.grid.width() / 2, high = layout_.grid.height() / 2;
    return x * high > y * wide ? wide / x : high / y;
  }

  // How far a token's middle must be from the port, in the direction that leads away from the box, so that
  // the token does not touch the box.
  double clear_of(const TopologyLayout::BoxPlace& box, PicturePoint port, PicturePoint away) const {
    if (box.bar) return 0;
    if (!layout_.grid.drawn()) return 0.5 * layout_.token + 1;
    const auto to_clear = [](double at, double along, double first, double last, double half) {
      if (along > 0) return (last + half - at) / along;
      return along < 0 ? (at - first + half) / -along : INFINITY;
    };
    const double beside = to_clear(port.x, away.x, box.area.x, box.area.right(), layout_.token_width / 2);
    const double beyond = to_clear(port.y, away.y, box.area.y, box.area.bottom(), layout_.token / 2);
    return std::min(beside, beyond) + 1;
  }

  void add_between(const TopologyLayout::BoxPlace& from, const TopologyLayout::BoxPlace& to,
                   MessagePath::Piece piece) {
    const OnLine start = point_at(piece.points, 0), end = point_at(piece.points, length_of(piece.points));
    piece.keep_from_start = clear_of(from, start.at, start.along);
    piece.keep_from_end = clear_of(to, end.at, {-end.along.x, -end.along.y});
    add(std::move(piece));
  }

  void add(MessagePath::Piece piece) {
    piece.begin = path_.length;
    piece.end = path_.length += length_of(piece.points) * (piece.bar ? pace_on_bars : 1);
    path_.pieces.push_back(std::move(piece));
  }

  void add_link(LinkId link, bool jumps) {
    const int wire = layout_.wiring.wire_of[link];
    if (wire < 0 || layout_.wires[wire].empty()) return;
    const int from = layout_.wiring.box_of[trace_.topology.links[link].from];
    const int to = layout_.wiring.box_of[trace_.topology.links[link].to];
    Polyline points = layout_.wires[wire];
    if (from != layout_.wiring.wires[wire].a) std::ranges::reverse(points);
    const auto& start = layout_.places[from];
    if (start.bar && !jumps && !path_.pieces.empty())
      add({.link = path_.pieces.back().link,
           .bar = true,
           .points = along_bar(start.area, path_.pieces.back().points.back(), points.front())});
    add_between(start, layout_.places[to], {.link = link, .points = std::move(points)});
  }

  const TopologyLayout& layout_;
  const Trace& trace_;
  MessagePath path_;
};

// The links from one end to the other, where one leads on from every node. `near`: the end of a link that is
// reached first. Empty if they lead elsewhere.
std::vector<LinkId> walk(const Topology& topology, const std::vector<LinkId>& links, Rank begin, Rank end,
                         NodeId Link::*near, NodeId Link::*far) {
  std::vector<LinkId> way;
  for (NodeId at = begin; at != end || way.empty(); at = topology.links[way.back()].*far) {
    const auto next =
        std::ranges::find_if(links, [&](LinkId link) { return topology.links[link].*near == at; });
    if (next == links.end() || way.size() == links.size()) return {};
    way.push_back(*next);
  }
  return way;
}

// The links of a load flow together; those of a store part, so there one leads to every node.
std::vector<LinkId> way_of(const Trace& trace, const Transfer& transfer, Rank sender, Rank receiver) {
  const std::vector<LinkId>& links = trace.routes[transfer.route];
  if (transfer.reduces) return walk(trace.topology, links, sender, receiver, &Link::from, &Link::to);
  std::vector<LinkId> way = walk(trace.topology, links, receiver, sender, &Link::to, &Link::from);
  std::ranges::reverse(way);
  return way;
}

}  // namespace

std::vector<MessagePath> paths_of(const TopologyLayout& layout, const Trace& trace,
                                  const Transfer& transfer) {
  if (!layout.has_room()) return {};
  const auto found = [](MessagePath path) {
    return path.empty() ? std::vector<MessagePath>{} : std::vector{std::move(path)};
  };
  const bool has_route = layout.with_links() && transfer.route >= 0 && !trace.routes[transfer.route].empty();
  if (!has_route) {
    if (transfer.from == transfer.to) return {};
    return found(PathMaker(layout, trace).straight(transfer.from, transfer.to));
  }
  const std::vector<LinkId>& route = trace.routes[transfer.route];
  if (transfer.group == no_group) return found(PathMaker(layout, trace).over(route));

  std::vector<MessagePath> paths;
  for (const Rank sender : trace.senders(transfer))
    for (const Rank receiver : trace.receivers(transfer)) {
      MessagePath path = PathMaker(layout, trace).over(way_of(trace, transfer, sender, receiver), true);
      if (!path.empty()) paths.push_back(std::move(path));
    }
  return paths;
}

PathPoint point_on(const MessagePath& path, double fraction, bool of_token) {
  const double at = std::clamp(fraction, 0.0, 1.0) * path.length;
  const auto piece = std::ranges::find_if(path.pieces, [&](const auto& p) { return at <= p.end + 1e-9; });
  const MessagePath::Piece& on = piece == path.pieces.end() ? path.pieces.back() : *piece;
  const double share = on.end > on.begin ? (at - on.begin) / (on.end - on.begin) : 0;
  const double length = length_of(on.points);
  double along = share * length;
  if (of_token) {
    // Evenly between the two ports; if these are too close, in the middle.
    const double free = length - on.keep_from_start - on.keep_from_end;
    along = free <= 0 ? length / 2 : on.keep_from_start + share * free;
  }
  const OnLine point = point_at(on.points, along);
  return {point.at, point.along, on.link, on.bar};
}

std::vector<MessagePath::Piece> stretch_of(const MessagePath& path, double from, double to) {
  std::vector<MessagePath::Piece> stretch;
  const double begin = from * path.length, end = to * path.length;
  for (const MessagePath::Piece& piece : path.pieces) {
    const double first = std::max(begin, piece.begin), last = std::min(end, piece.end);
    if (last - first < 0.25) continue;
    const double real = length_of(piece.points) / (piece.end - piece.begin);
    stretch.push_back(
        {.link = piece.link,
         .bar = piece.bar,
         .points = part_of(piece.points, (first - piece.begin) * real, (last - piece.begin) * real),
         .begin = first,
         .end = last});
  }
  return stretch;
}

}  // namespace commlab
