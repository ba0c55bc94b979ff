#include "core/schedule/schedule.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>

#include "core/base/index.h"

namespace commlab {
namespace {

Move to_move(const GroupMove& move) {
  return {.to = shift(0),
          .block = move.block,
          .blocks = move.blocks,
          .from = move.from,
          .into = move.into,
          .who = move.who};
}

}  // namespace

int apply(Pattern pattern, int position, int members) {
  switch (pattern.kind) {
    case Pattern::Kind::at: return pattern.by;
    case Pattern::Kind::flip: return position ^ pattern.by;
    case Pattern::Kind::shift: {
      const int sum = (position + pattern.by) % members;
      return sum < 0 ? sum + members : sum;
    }
  }
  return 0;
}

int first_block(Pattern pattern, int position, int members, int blocks) {
  assert(pattern.kind != Pattern::Kind::flip || (blocks & (blocks - 1)) == 0);
  const int index = apply(pattern, position, members);
  return pattern.kind == Pattern::Kind::flip ? index / blocks * blocks : index;
}

Schedule::Schedule(const Collective& collective, Layout layout)
    : collective_(collective),
      layout_(std::move(layout)),
      blocks_(has_blocks(collective.kind) ? collective.ranks : 1) {
  if (layout_.order.empty()) {
    layout_.order.resize(collective.ranks);
    std::iota(layout_.order.begin(), layout_.order.end(), 0);
  }
}

void Schedule::cut_into(int blocks) {
  assert(rules_.empty() && (!has_blocks(collective_.kind) || blocks == ranks()));
  blocks_ = blocks;
}

void Schedule::partition_rule(PartitionRule rule) { partition_rule_ = rule; }

Group Schedule::everyone() { return group(layout_.order); }

Group Schedule::from_root() {
  std::vector<Rank> rotated = layout_.order;
  std::ranges::rotate(rotated, std::ranges::find(rotated, root()));
  return group(std::move(rotated));
}

Group Schedule::group(std::vector<Rank> ranks) {
  assert(std::set(ranks.begin(), ranks.end()).size() == ranks.size() && "distinct ranks");
  const auto found = std::ranges::find(groups_, ranks);
  if (found != groups_.end()) return {static_cast<int>(found - groups_.begin())};
  groups_.push_back(std::move(ranks));
  return {static_cast<int>(groups_.size()) - 1};
}

void Schedule::repeat_every(int ranks, BlockTurn turn) {
  assert(rules_.empty() && ranks > 0 && collective_.ranks % ranks == 0);
  tile_ = ranks;
  turn_ = turn;
}

bool Schedule::keeps(Group group, int member, Pattern to) const {
  if (!has_only_first_tile()) return true;
  const std::vector<Rank>& ranks = ranks_of(group);
  return ranks[member] < tile_ || ranks[apply(to, member, static_cast<int>(ranks.size()))] < tile_;
}

void Schedule::phase(std::string_view name) { phases_.emplace_back(name); }

void Schedule::next_step() { ++steps_; }

void Schedule::every(Group group, const Move& move) {
  assert(steps_ > 0);
  add(group, move, Rule::Kind::move);
}

void Schedule::multicast(Group group, const GroupMove& move) {
  assert(steps_ > 0);
  add(group, to_move(move), Rule::Kind::multicast);
}

void Schedule::load_reduce(Group group, const GroupMove& move) {
  assert(steps_ > 0);
  add(group, to_move(move), Rule::Kind::load_reduce);
}

void Schedule::barrier(Group group) { add(group, {.to = shift(0)}, Rule::Kind::barrier); }

void Schedule::barrier_by_piece(Group group, int block) {
  add(group, {.to = shift(0), .block = at(block)}, Rule::Kind::piece_barrier);
}

void Schedule::add(Group group, const Move& move, Rule::Kind kind) {
  if (phases_.empty()) phases_.emplace_back(name_of(collective_.kind));
  if (move.who == only(move.who.first) && !keeps(group, move.who.first, move.to)) return;
  if (too_large()) return;
  rules_.push_back({.move = move,
                    .group = group,
                    .step = std::max(steps_ - 1, 0),
                    .phase = static_cast<int>(phases_.size()) - 1,
                    .kind = kind});
}

void Schedule::one(Rank from, Rank to, Move move) {
  if (!ranks_) {
    std::vector<Rank> identity(index(ranks()));
    std::iota(identity.begin(), identity.end(), 0);
    ranks_ = group(std::move(identity));
  }
  move.to = at(to);
  move.who = {.first = from, .last = from + 1};
  every(*ranks_, move);
}

int Schedule::block_of(Group group, Pattern pattern, int position, int blocks) const {
  const std::vector<Rank>& members = ranks_of(group);
  const bool of_ranks = has_blocks(collective_.kind) && static_cast<int>(members.size()) == ranks();
  const int index = first_block(pattern, position, of_ranks ? ranks() : blocks_, blocks);
  return of_ranks && pattern.kind != Pattern::Kind::at ? members[index] : index;
}

}  // namespace commlab
