#include "core/routes/disjoint_rings.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "core/base/index.h"

namespace commlab {
namespace {

using Ring = std::vector<Rank>;

// Direct links between the ranks; NVLinks alone where there are any.
std::vector<Link> links_between(const Topology& topology, int ranks) {
  std::vector<Link> links;
  std::ranges::copy_if(topology.links, std::back_inserter(links),
                       [&](const Link& link) { return link.from < ranks && link.to < ranks; });
  const auto is_nvlink = [](const Link& link) { return link.type == LinkType::nvlink; };
  if (std::ranges::any_of(links, is_nvlink)) std::erase_if(links, std::not_fn(is_nvlink));
  return links;
}

// How many rings may still use the link from one rank to another. At first: `each` for the narrowest link,
// and k times as many for a link that is k times as wide.
class FreeLinks {
 public:
  FreeLinks(const std::vector<Link>& links, int ranks, int each)
      : ranks_(ranks), count_(index(ranks) * index(ranks)) {
    if (links.empty()) return;
    const Bandwidth narrowest = std::ranges::min(links, {}, &Link::bandwidth).bandwidth;
    for (const Link& link : links)
      at(link.from, link.to) +=
          each * static_cast<int>(link.bandwidth.bytes_per_second / narrowest.bytes_per_second);
  }

  int& at(Rank from, Rank to) { return count_[index(from) * index(ranks_) + index(to)]; }
  int at(Rank from, Rank to) const { return const_cast<FreeLinks&>(*this).at(from, to); }

  bool same_both_ways() const {
    for (Rank a = 0; a < ranks_; ++a)
      for (Rank b = 0; b < a; ++b)
        if (at(a, b) != at(b, a)) return false;
    return true;
  }

  // Every ring leaves and enters every rank once.
  int most_rings() const {
    int most = INT32_MAX;
    for (Rank rank = 0; rank < ranks_; ++rank) {
      int out = 0, in = 0;
      for (Rank peer = 0; peer < ranks_; ++peer) {
        out += at(rank, peer);
        in += at(peer, rank);
      }
      most = std::min({most, out, in});
    }
    return most;
  }

 private:
  int ranks_;
  std::vector<int> count_;
};

// Searches one ring after the other. Each grows rank by rank from rank 0, first over the link that is most
// free, then to the rank with the fewest ways on (Warnsdorff's rule), then to the lowest rank. `both_ways`: a
// ring also uses the links in the opposite direction.
class RingSearch {
 public:
  RingSearch(FreeLinks links, int ranks, bool both_ways)
      : links_(std::move(links)),
        ranks_(ranks),
        both_ways_(both_ways),
        most_(most_left()),
        in_ring_(index(ranks)),
        peers_(index(ranks)) {
    for (Rank a = 0; a < ranks; ++a)
      for (Rank b = 0; b < ranks; ++b)
        if (links_.at(a, b) > 0 || links_.at(b, a) > 0) peers_[a].push_back(b);
  }

  std::vector<Ring> search() {
    find_ring();
    return best_;
  }

 private:
  static constexpr int most_tries = 100'000;  // ranks tried as the next of a ring

  int most_left() const { return both_ways_ ? links_.most_rings() / 2 : links_.most_rings(); }
  bool over() const { return tries_ >= most_tries || static_cast<int>(best_.size()) == most_; }

  void find_ring() {
    if (found_.size() > best_.size()) best_ = found_;
    if (static_cast<int>(found_.size()) + most_left() <= static_cast<int>(best_.size())) return;
    Ring ring{0};
    const std::vector<bool> in_earlier = std::exchange(in_ring_, std::vector<bool>(in_ring_.size()));
    grow(ring);
    in_ring_ = in_earlier;
  }

  void grow(Ring& ring) {
    if (static_cast<int>(ring.size()) == ranks_) return close(ring);
    for (const Rank next : nexts(ring)) {
      if (over()) return;
      ++tries_;
      take(ring.back(), next, 1);
      ring.push_back(next);
      in_ring_[next] = true;
      if (may_close(next)) grow(ring);
      in_ring_[next] = false;
      ring.pop_back();
      take(ring.back(), next, -1);
    }
  }

  bool is_left(Rank rank) const { return rank != 0 && !in_ring_[rank]; }

  // Whether there may be a way from the ring's end through all remaining ranks to rank 0. It needs, for each
  // of them, a link in and another link out; a link into rank 0; and links from the end to all of them.
  bool may_close(Rank end) const {
    int left = 0, ways_home = 0;
    for (Rank rank = 1; rank < ranks_; ++rank) {
      if (!is_left(rank)) continue;
      ++left;
      ways_home += links_.at(rank, 0) > 0;
      int ins = 0, outs = 0, ways = 0;
      for (const Rank peer : peers_[rank]) {
        const bool in = (is_left(peer) || peer == end) && links_.at(peer, rank) > 0;
        const bool out = (is_left(peer) || peer == 0) && links_.at(rank, peer) > 0;
        ins += in;
        outs += out;
        ways += in || out;
      }
      if (ins == 0 || outs == 0 || ways < 2) return false;
    }
    return left == 0 || (ways_home > 0 && reaches(end) == left);
  }

  // How many of the remaining ranks can be reached from the end, over one another.
  int reaches(Rank end) const {
    std::vector<bool> reached(in_ring_.size());
    std::vector<Rank> reach{end};
    for (std::size_t i = 0; i < reach.size(); ++i)
      for (const Rank peer : peers_[reach[i]]) {
        if (!is_left(peer) || reached[peer] || links_.at(reach[i], peer) == 0) continue;
        reached[peer] = true;
        reach.push_back(peer);
      }
    return static_cast<int>(reach.size()) - 1;
  }

  void close(const Ring& ring) {
    if (links_.at(ring.back(), 0) < 1) return;
    if (both_ways_ && ring[1] > ring.back()) return;  // it is found in the opposite direction, too
    take(ring.back(), 0, 1);
    found_.push_back(ring);
    find_ring();
    found_.pop_back();
    take(ring.back(), 0, -1);
  }

  std::vector<Rank> nexts(const Ring& ring) const {
    std::vector<Rank> ranks;
    for (Rank rank = 1; rank < ranks_; ++rank)
      if (links_.at(ring.back(), rank) > 0 && !in_ring_[rank]) ranks.push_back(rank);
    std::ranges::stable_sort(
        ranks, {}, [&](Rank rank) { return std::pair(-links_.at(ring.back(), rank), exits(rank)); });
    return ranks;
  }

  int exits(Rank from) const {
    int count = 0;
    for (Rank rank = 1; rank < ranks_; ++rank) count += links_.at(from, rank) > 0 && !in_ring_[rank];
    return count;
  }

  void take(Rank from, Rank to, int count) {
    links_.at(from, to) -= count;
    if (both_ways_) links_.at(to, from) -= count;
  }

  FreeLinks links_;
  int ranks_;
  bool both_ways_;
  int most_;
  int tries_ = 0;
  std::vector<bool> in_ring_;
  std::vector<std::vector<Rank>> peers_;  // of each rank, those with a link to or from it
  std::vector<Ring> found_;
  std::vector<Ring> best_;
};

Ring reversed(Ring ring) {
  std::reverse(ring.begin() + 1, ring.end());
  return ring;
}

std::vector<Ring> rings_over(const FreeLinks& links, int ranks) {
  std::vector<Ring> rings;
  if (ranks > 2 && links.same_both_ways())
    for (const Ring& ring : RingSearch(links, ranks, true).search()) {
      rings.push_back(ring);
      rings.push_back(reversed(ring));
    }
  if (static_cast<int>(rings.size()) == links.most_rings()) return rings;
  std::vector<Ring> one_way = RingSearch(links, ranks, false).search();
  return one_way.size() > rings.size() ? one_way : rings;
}

}  // namespace

std::vector<std::vector<Rank>> disjoint_rings(const Topology& topology, int ranks) {
  if (ranks < 2 || ranks > most_ranks_of_disjoint_rings) return {};
  const std::vector<Link> links = links_between(topology, ranks);
  const FreeLinks whole(links, ranks, 1);
  std::vector<Ring> rings = rings_over(whole, ranks);
  const bool have_halves = std::ranges::all_of(links, [](const Link& link) { return link.lanes % 2 == 0; });
  if (rings.empty() || static_cast<int>(rings.size()) == whole.most_rings() || !have_halves) return rings;
  std::vector<Ring> over_halves = rings_over(FreeLinks(links, ranks, 2), ranks);
  return over_halves.size() > 2 * rings.size() ? over_halves : rings;
}

}  // namespace commlab
