#pragma once
// Where tiles of ranks do the same, only the members of a rule count for which a rank of the first tile sends or
// receives. They are found without a look at all others.

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/index.h"
#include "core/schedule/schedule.h"

namespace commlab {

// The pattern that leads back to the sender. REQUIRES: a shift or a flip, or that all come to one position.
inline Pattern inverse(Pattern to) { return to.kind == Pattern::Kind::shift ? shift(-to.by) : to; }

class TileMembers {
 public:
  explicit TileMembers(const Schedule& s) : s_(s), in_tile_(s.groups().size()) {}  // keeps a reference

  // The positions of the group's ranks that are in the first tile, in order.
  const std::vector<int>& in_tile(Group group) {
    std::optional<std::vector<int>>& known = in_tile_[index(group.id)];
    if (known) return *known;
    known.emplace();
    const std::vector<Rank>& ranks = s_.ranks_of(group);
    for (std::size_t i = 0; i < ranks.size(); ++i)
      if (ranks[i] < s_.tile()) known->push_back(static_cast<int>(i));
    return *known;
  }

  // The admitted members, in order; of_tile: only those that matter to the first tile, and perhaps some more.
  std::vector<int> of(const Schedule::Rule& rule, bool of_tile) {
    const Move& move = rule.move;
    const int members = static_cast<int>(s_.ranks_of(rule.group).size());
    std::vector<int> found;
    if (!of_tile || move.who == only(move.who.first) || move.to.kind == Pattern::Kind::at) {
      for (int i = move.who.first; i < std::min(members, move.who.last); i += move.who.stride)
        found.push_back(i);
      return found;
    }
    for (const int place : in_tile(rule.group))
      for (const int i : {place, apply(inverse(move.to), place, members)})
        if (i >= 0 && i < members && is_admitted(move.who, i)) found.push_back(i);
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
  }

 private:
  const Schedule& s_;
  std::vector<std::optional<std::vector<int>>> in_tile_;  // by group, once it was asked for
};

}  // namespace commlab
