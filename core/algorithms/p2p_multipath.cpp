// The data are split over many ways at once and travel down each in pieces, so that every link
// out of the sender and every link into the receiver is at work all the time.
//
//          +--> relay -----------+
//     from +--> relay --> relay -+--> to      each way carries its share, piece by piece
//          +--> relay --> relay -+
//
// In every turn each way sends one piece over each of its hops. The pieces of a way are as large as the way
// is wide, so all take equally long. A way of h hops delivers its first piece in turn h. Where the longest
// way has H hops and B pieces, a way of h hops delivers B+H-h pieces. With w the width of each way in bytes
// per second, a turn takes t = alpha + S / (sum of w (B+H-h)).
//
// Cost: (B+H-1) t, about (B+H-1)(alpha + S/(BW)) with W = sum of w: little more than S/W, which is
// the bound. This formula decides how many pieces there are, and whether longer ways are worth it.
//
// Pieces of two ways that cross the same link in the same turn travel as one message. For that, the vector
// is laid out in rows, and pieces that travel together are neighbours in a row.
#include <algorithm>
#include <map>
#include <numeric>

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

constexpr int most_pieces = 128;
constexpr std::int64_t finest = 64;  // widths are rounded to 1/64 of the narrowest one, if need be

// Piece p crosses hop k in turn p + k, and lies in row p - shift of the vector.
struct Way {
  std::vector<Rank> ranks;
  std::int64_t width = 1;  // bytes per second
  int units = 1;           // the width in a unit common to all ways; a piece has this many blocks
  int pieces = 1;
  int shift = 0;
  int hops() const { return static_cast<int>(ranks.size()) - 1; }
};

std::vector<Way> known_ways(const Schedule& s) {
  const Rank to = s.collective().to.front();
  std::vector<Way> ways;
  for (const RankPath& path : s.layout().paths)
    if (path.ranks.back() == to)
      ways.push_back({.ranks = path.ranks, .width = path.bandwidth.bytes_per_second});
  if (ways.empty()) ways.push_back({.ranks = {s.collective().from, to}});
  return ways;
}

void set_units(std::vector<Way>& ways) {
  std::int64_t common = 0, narrowest = INT64_MAX;
  for (const Way& way : ways) {
    common = std::gcd(common, way.width);
    narrowest = std::min(narrowest, way.width);
  }
  const std::int64_t unit = std::max(common, std::max<std::int64_t>(1, narrowest / finest));
  for (Way& way : ways) way.units = static_cast<int>((way.width + unit / 2) / unit);
}

// The time in picoseconds, by the formula above.
__int128 predicted(const std::vector<Way>& ways, int pieces, Bytes size, Time alpha) {
  const int most_hops = ways.back().hops();
  __int128 width = 0;
  for (const Way& way : ways) width += static_cast<__int128>(way.width) * (pieces + most_hops - way.hops());
  const __int128 turn = alpha.ps + static_cast<__int128>(size.count) * 1'000'000'000'000 / width;
  return turn * (pieces + most_hops - 1);
}

// The ways worth taking, each with its number of pieces; those with the fewest hops come first.
std::vector<Way> best_ways(const Schedule& s) {
  const std::vector<Way> known = known_ways(s);
  const Collective& c = s.collective();
  std::vector<Way> ways, best;
  __int128 least = 0;
  for (std::size_t i = 0; i < known.size(); ++i) {
    ways.push_back(known[i]);
    if (i + 1 < known.size() && known[i + 1].hops() == known[i].hops()) continue;
    set_units(ways);
    std::int64_t units = 0;
    for (const Way& way : ways) units += way.units;
    const auto most = std::clamp<std::int64_t>(c.count / units, 1, most_pieces);  // each has an element
    for (int pieces = 1; pieces <= most; ++pieces) {
      const __int128 time = predicted(ways, pieces, size_of(c), s.layout().per_message);
      if (!best.empty() && time >= least) continue;
      least = time;
      best = ways;
      for (Way& way : best) way.pieces = pieces + best.back().hops() - way.hops();
    }
  }
  return best;
}

// The first link that two ways share: the number of this hop in each way.
struct Meeting {
  int hop_of_one = -1;
  int hop_of_other = -1;
  bool found() const { return hop_of_one >= 0; }
};

Meeting meeting_of(const Way& one, const Way& other) {
  for (int i = 0; i < one.hops(); ++i)
    for (int j = 0; j < other.hops(); ++j) {
      const auto a = one.ranks.begin() + i, b = other.ranks.begin() + j;
      if (a[0] == b[0] && a[1] == b[1]) return {i, j};
    }
  return {};
}

// Chooses the shifts so that pieces that cross a link together lie in one row.
void set_shifts(std::vector<Way>& ways) {
  for (std::size_t i = ways.size(); i-- > 0;)  // the longest first
    for (std::size_t j = ways.size(); --j > i;) {
      const Meeting meeting = meeting_of(ways[i], ways[j]);
      if (meeting.found()) ways[i].shift = ways[j].shift + meeting.hop_of_other - meeting.hop_of_one;
    }
}

bool travel_together(const Way& one, const Way& other) {
  const Meeting meeting = meeting_of(one, other);
  return meeting.found() && one.shift - other.shift == meeting.hop_of_other - meeting.hop_of_one;
}

// Orders the ways so that pieces that cross a link together are neighbours in their row. From each way, a
// chain always goes on to a way that shares a link, where there is one. The best chain has the most such
// neighbours.
std::vector<Way> side_by_side(const std::vector<Way>& ways) {
  std::vector<Way> best;
  int most_together = -1;
  for (const Way& start : ways) {
    std::vector<Way> left = ways, chain;
    std::erase_if(left, [&](const Way& way) { return way.ranks == start.ranks; });
    chain.push_back(start);
    int together = 0;
    while (!left.empty()) {
      auto next =
          std::ranges::find_if(left, [&](const Way& way) { return travel_together(way, chain.back()); });
      if (next == left.end())
        next = left.begin();
      else
        ++together;
      chain.push_back(*next);
      left.erase(next);
    }
    if (together <= most_together) continue;
    most_together = together;
    best = std::move(chain);
  }
  return best;
}

// The first block of every piece of every way, numbered row by row; and how many blocks there are.
struct Rows {
  std::vector<std::vector<int>> first_block;
  int blocks = 0;
};

Rows lay_out(const std::vector<Way>& ways) {
  Rows rows;
  int first_row = 0, last_row = 0;
  for (const Way& way : ways) {
    rows.first_block.emplace_back();
    first_row = std::min(first_row, -way.shift);
    last_row = std::max(last_row, way.pieces - 1 - way.shift);
  }
  for (int row = first_row; row <= last_row; ++row)
    for (std::size_t w = 0; w < ways.size(); ++w) {
      const int piece = row + ways[w].shift;
      if (piece < 0 || piece >= ways[w].pieces) continue;
      rows.first_block[w].push_back(rows.blocks);
      rows.blocks += ways[w].units;
    }
  return rows;
}

void write(Schedule& s) {
  std::vector<Way> ways = best_ways(s);
  const int turns = ways.back().pieces + ways.back().hops() - 1;
  set_shifts(ways);
  ways = side_by_side(ways);
  const Rows rows = lay_out(ways);
  s.cut_into(rows.blocks);

  const Collective& c = s.collective();
  for (int turn = 0; turn < turns; ++turn) {
    s.next_step();
    // The runs of blocks that cross each link in this turn: the first block, and how many.
    std::map<std::pair<Rank, Rank>, std::map<int, int>> runs;
    for (std::size_t w = 0; w < ways.size(); ++w)
      for (int hop = 0; hop < ways[w].hops(); ++hop) {
        const int piece = turn - hop;
        if (piece < 0 || piece >= ways[w].pieces) continue;
        const auto at = ways[w].ranks.begin() + hop;
        runs[{at[0], at[1]}][rows.first_block[w][piece]] = ways[w].units;
      }
    for (const auto& [link, run] : runs) {
      const auto [from, to] = link;
      for (auto next = run.begin(); next != run.end();) {
        const int first = next->first;
        int last = first;
        while (next != run.end() && next->first == last) last += next++->second;
        s.one(from, to,
              {.block = at(first),
               .blocks = last - first,
               .from = from == c.from ? Buffer::input : Buffer::scratch,
               .into = to == c.to.front() ? Buffer::output : Buffer::scratch});
      }
    }
  }
}

bool one_destination(const Collective& c) { return c.to.size() <= 1; }

}  // namespace

extern constinit const Algorithm p2p_multipath = {
    .name = "multipath",
    .collective = CollectiveKind::p2p,
    .idea = "The data are split over all ways that do not slow one another, and go down each way in pieces.",
    .cost = "(B+H-1)(alpha + S/(BW) beta) over ways of at most H hops, together W wide",
    .source =
        "Busacker, Gowen, A procedure for determining a family of minimal-cost network flow patterns, 1960",
    .supports = one_destination,
    .write = write,
    .needs = "one destination",
    .looks_at_size = true,
};

}  // namespace commlab
