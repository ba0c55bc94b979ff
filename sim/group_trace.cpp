#include "sim/group_trace.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/base/index.h"

namespace commlab {
namespace {

constexpr int few_ranks = 8;  // so many are shown with names, and their messages with numbers

class GroupTrace {
 public:
  GroupTrace(const Trace& first, const Programs& programs, const Placement& placement, const Tiles& tiles,
             RankRange group)
      : first_(first), programs_(programs), placement_(placement), tiles_(tiles), group_(group) {
    messages_.resize(placement.lanes.size());
    for (std::size_t i = 0; i < first.transfers.size(); ++i)
      messages_[first.transfers[i].route].push_back(static_cast<std::int32_t>(i));
    number_.resize(first.transfers.size());
    for (const std::vector<std::int32_t>& of_lane : messages_)
      for (std::size_t k = 0; k < of_lane.size(); ++k) number_[of_lane[k]] = k;
    copy_links();
  }

  Trace trace() && {
    Trace trace{.collective = first_.collective,
                .partition = first_.partition,
                .algorithm = first_.algorithm,
                .machine = first_.machine,
                .backend = first_.backend,
                .experiment = {},
                .phases = first_.phases,
                .groups = {},
                .topology = first_.topology,
                .routes = {},
                .transfers = {},
                .spans = {},
                .recorded = group_,
                .launch = first_.launch,
                .finish = first_.finish};
    arrivals_.resize(index(group_.ranks));
    for (Rank rank = group_.first; rank < group_.first + group_.ranks; ++rank) add_sent(trace, rank);
    for (Rank rank = group_.first; rank < group_.first + group_.ranks; ++rank) add_arriving(trace, rank);
    for (Rank rank = group_.first; rank < group_.first + group_.ranks; ++rank) add_work(trace, rank);
    return trace;
  }

 private:
  using Lanes = std::pair<std::size_t, std::size_t>;  // from, to

  int place_of(Rank rank) const { return rank % tiles_.ranks; }
  Lanes lanes_of(Rank rank) const {
    return {placement_.first_lane[place_of(rank)], placement_.first_lane[place_of(rank) + 1]};
  }

  // The copies of every link of the first tile, in the order of tiles: a part has a larger number than the
  // same part of an earlier tile, and a smaller one than the shared switches.
  void copy_links() {
    const std::vector<Link>& links = first_.topology.links;
    copies_.resize(links.size());
    for (std::size_t l = 0; l < links.size(); ++l)
      if (const LinkId in_first = tiles_.in_first[l]; in_first != Tiles::no_link)
        copies_[in_first].push_back(static_cast<LinkId>(l));
    for (std::vector<LinkId>& copies : copies_)
      std::ranges::stable_sort(copies, {}, [&](LinkId l) { return std::min(links[l].from, links[l].to); });
  }

  // Whether the link leads to a switch that is above all tiles.
  bool leaves_tile(LinkId of_first) const {
    const std::vector<Link>& links = first_.topology.links;
    return links[copies_[of_first][0]].to == links[copies_[of_first][1]].to;
  }

  // The group's part of a message's links: the sender's up to the shared switch, the receiver's below it.
  std::vector<LinkId> route(std::size_t lane, Rank from, Rank to) const {
    std::vector<LinkId> links;
    Rank end = from;
    for (const LinkId link : first_.routes[lane]) {
      if (group_.has(end)) links.push_back(copies_[link][index(end / tiles_.ranks)]);
      if (leaves_tile(link)) end = to;
    }
    return links;
  }

  // Adds the messages that `from` sends to `to` on this lane. Returns their numbers in the trace.
  std::vector<std::int32_t> add_messages(Trace& trace, std::size_t lane, Rank from, Rank to) const {
    const std::span code = placement_.lanes[placement_.lanes[lane].target].code();
    auto receive = code.begin();
    trace.routes.push_back(route(lane, from, to));
    std::vector<std::int32_t> added;
    for (const std::int32_t i : messages_[lane]) {
      while (!receives(receive->op)) ++receive;
      assert(receive < code.end() && "every message is received");
      Transfer t = first_.transfers[i];
      t.from = from;
      t.to = to;
      t.block = programs_.block(to, *receive, receive->target);
      t.route = static_cast<std::int32_t>(trace.routes.size()) - 1;
      t.enabled_by = -1;
      added.push_back(static_cast<std::int32_t>(trace.transfers.size()));
      trace.transfers.push_back(t);
      ++receive;
    }
    return added;
  }

  // What arrives at a rank of the group, by the lane that receives it.
  std::vector<std::int32_t>& arrivals(Rank rank, std::size_t lane) {
    auto& of_rank = arrivals_[index(rank - group_.first)];
    const auto [from, to] = lanes_of(rank);
    of_rank.resize(to - from);
    return of_rank[lane - from];
  }

  void add_sent(Trace& trace, Rank rank) {
    const auto [from, to] = lanes_of(rank);
    for (std::size_t lane = from; lane < to; ++lane) {
      if (placement_.lanes[lane].target < 0) continue;
      const Rank peer = programs_.peer(rank, placement_.lanes[lane].stored->send_peer);
      std::vector<std::int32_t> added = add_messages(trace, lane, rank, peer);
      if (group_.has(peer)) arrivals(peer, index(placement_.lanes[lane].target)) = std::move(added);
    }
  }

  void add_arriving(Trace& trace, Rank rank) {
    const auto [from, to] = lanes_of(rank);
    for (std::size_t lane = from; lane < to; ++lane) {
      const std::int32_t source = placement_.lanes[lane].source;
      if (source < 0) continue;
      const Rank peer = programs_.peer(rank, placement_.lanes[lane].stored->recv_peer);
      if (!group_.has(peer)) arrivals(rank, lane) = add_messages(trace, index(source), peer, rank);
    }
  }

  void add_work(Trace& trace, Rank rank) {
    for (const Span& span : first_.spans) {
      if (place_of(span.rank) != place_of(rank)) continue;
      trace.spans.push_back(span);
      trace.spans.back().rank = rank;
      if (span.transfer < 0) continue;
      const auto lane = index(placement_.lanes[first_.transfers[span.transfer].route].target);
      trace.spans.back().transfer = arrivals(rank, lane)[number_[span.transfer]];
    }
  }

  const Trace& first_;
  const Programs& programs_;
  const Placement& placement_;
  const Tiles& tiles_;
  RankRange group_;
  std::vector<std::vector<std::int32_t>> messages_;  // by lane: its transfers, in order
  std::vector<std::size_t> number_;                  // by transfer: its place among those of its lane
  std::vector<std::vector<LinkId>> copies_;          // by link of the first tile
  std::vector<std::vector<std::vector<std::int32_t>>> arrivals_;  // by rank of the group, and lane
};

}  // namespace

RankRange group_of_ranks(const Tiles& tiles, int n) {
  int of_a_group = std::clamp(few_ranks / tiles.ranks, 1, tiles.count);  // tiles
  while (tiles.count % of_a_group != 0) --of_a_group;
  const int ranks = of_a_group * tiles.ranks;
  return {std::clamp(n, 0, tiles.count / of_a_group - 1) * ranks, ranks};
}

Trace trace_of_group(const Trace& first, const Programs& programs, const Placement& placement,
                     const Tiles& tiles, RankRange group) {
  return GroupTrace(first, programs, placement, tiles, group).trace();
}

}  // namespace commlab
