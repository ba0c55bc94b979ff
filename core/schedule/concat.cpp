#include "core/schedule/concat.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "core/base/index.h"

namespace commlab {
namespace {

// Writes the rules of one inner schedule into the outer one.
class Placement {
 public:
  Placement(Schedule& outer, const Inner& inner)
      : outer_(outer), inner_(inner), s_(inner.schedule), groups_(s_.groups().size()) {
    if (!has_blocks(s_.collective().kind) || has_blocks(outer.collective().kind)) return;
    position_.resize(s_.ranks());
    for (int i = 0; i < s_.ranks(); ++i) position_[s_.rank_at(i)] = i;
  }

  // The rules of the inner schedule's next step, in the outer schedule's step.
  void write_step(int step, bool phases) {
    const auto& rules = s_.rules();
    for (; next_ < rules.size() && rules[next_].step == step; ++next_) {
      if (phases && rules[next_].phase != phase_) {
        phase_ = rules[next_].phase;
        outer_.phase(s_.phases()[phase_]);
      }
      write(rules[next_]);
    }
  }

 private:
  struct PlacedGroup {
    Group outer;
    bool in_ring_order;  // all ranks, in the order of the inner schedule's everyone()
  };

  void write(const Schedule::Rule& rule) {
    if (rule.is_barrier()) return outer_.add(group(rule.group).outer, rule.move, rule.kind);
    Move move = rule.move;
    move.from = placed(move.from);
    move.into = placed(move.into);
    move.with = placed(move.with);
    if (inner_.share != every_share) move.share = inner_.share;
    if (keeps_its_patterns(rule))
      outer_.add(group(rule.group).outer, move, rule.kind);
    else
      write_members(rule, group(rule.group).outer, move);
  }

  Buffer placed(Buffer buffer) const {
    switch (buffer) {
      case Buffer::input: return inner_.in.input;
      case Buffer::output: return inner_.in.output;
      case Buffer::scratch: return inner_.in.scratch;
    }
    return buffer;
  }

  const PlacedGroup& group(Group inner) {
    std::optional<PlacedGroup>& known = groups_[inner.id];
    if (known) return *known;
    std::vector<Rank> ranks = s_.ranks_of(inner);
    bool in_order = static_cast<int>(ranks.size()) == s_.ranks();
    for (int i = 0; in_order && i < s_.ranks(); ++i) in_order = ranks[i] == s_.rank_at(i);
    if (!inner_.ranks.empty())
      for (Rank& rank : ranks) rank = inner_.ranks[rank];
    known = PlacedGroup{outer_.group(std::move(ranks)), in_order};
    return *known;
  }

  // Whether patterns mean the same in both schedules. Then a rule for all members stays one rule.
  bool keeps_its_patterns(const Schedule::Rule& rule) {
    if (s_.blocks() != outer_.blocks() || inner_.blocks != BlocksIn{}) return false;
    if (!has_blocks(s_.collective().kind)) return !has_blocks(outer_.collective().kind);
    if (has_blocks(outer_.collective().kind)) return inner_.ranks.empty();
    return group(rule.group).in_ring_order && rule.move.block.kind != Pattern::Kind::at &&
           rule.move.into_block.value_or(rule.move.block).kind != Pattern::Kind::at;
  }

  // Else every member gets a rule of its own, which names blocks absolutely.
  void write_members(const Schedule::Rule& rule, Group group, Move move) {
    const int members = static_cast<int>(s_.ranks_of(rule.group).size());
    const Members& who = rule.move.who;
    for (int i = who.first; i < std::min(members, who.last); i += who.stride) {
      const Pattern into = rule.move.into_block.value_or(rule.move.block);
      if (!outer_.keeps(group, i, move.to)) continue;
      move.who = only(i);
      write_blocks(group, move, rule.kind, placed_blocks(rule, rule.move.block, i),
                   placed_blocks(rule, into, i));
    }
  }

  // The outer blocks of all inner blocks that a rule's pattern means for the member.
  std::vector<int> placed_blocks(const Schedule::Rule& rule, Pattern pattern, int member) const {
    const BlocksIn& in = inner_.blocks;
    const int first = index_of(s_.block_of(rule.group, pattern, member, rule.move.blocks));
    std::vector<int> blocks;
    for (int k = 0; k < rule.move.blocks; ++k) {
      const int block = (first + rule.move.spacing.offset(k)) % s_.blocks();
      for (int j = 0; j < in.each; ++j) blocks.push_back(in.first + block * in.apart + j * in.stride);
    }
    return blocks;
  }

  // As few messages as can name them: one where they are evenly apart, else one for each run.
  void write_blocks(Group group, Move move, Schedule::Rule::Kind kind, std::vector<int> from,
                    std::vector<int> into) {
    if (from == into) {  // then their order does not matter
      std::ranges::sort(from);
      if (const auto set = evenly_apart(from, outer_.blocks())) {
        move.block = at(set->first);
        move.into_block = std::nullopt;
        move.blocks = static_cast<int>(from.size());
        move.spacing = set->spacing;
        return outer_.add(group, move, kind);
      }
      into = from;
    }
    move.spacing = {};
    for (std::size_t done = 0; done < from.size(); done += index(move.blocks)) {
      std::size_t last = done + 1;
      while (last < from.size() && from[last] == from[last - 1] + 1 && into[last] == into[last - 1] + 1)
        ++last;
      move.block = at(from[done]);
      move.into_block = from[done] == into[done] ? std::nullopt : std::optional(at(into[done]));
      move.blocks = static_cast<int>(last - done);
      outer_.add(group, move, kind);
    }
  }

  // If blocks belong to ranks in the inner schedule but not in the outer one: the position of the rank.
  int index_of(int block) const { return position_.empty() ? block : position_[block]; }

  Schedule& outer_;
  const Inner& inner_;
  const Schedule& s_;
  std::vector<std::optional<PlacedGroup>> groups_;
  std::vector<int> position_;  // of each rank in the inner ring order; empty: blocks keep their names
  std::size_t next_ = 0;       // rule to write
  int phase_ = -1;             // the inner schedule's phase that is being written
};

}  // namespace

void side_by_side(Schedule& outer, std::span<const Inner> inners) {
  int steps = 0;
  std::vector<Placement> placements;
  for (const Inner& inner : inners) {
    assert((!inner.schedule.has_only_first_tile() || inner.schedule.tile() == outer.tile()) &&
           "what has only a tile becomes a part of what has only this tile");
    const int shares = inner.schedule.shares();
    assert(shares == 1 || (inner.share == every_share && (outer.shares() == 1 || outer.shares() == shares)));
    if (shares > 1) outer.split_into(shares);
    steps = std::max(steps, inner.schedule.steps());
    placements.emplace_back(outer, inner);
  }
  const bool phases = inners.size() == 1 && inners[0].schedule.phases().size() > 1;
  for (int step = 0; step < steps; ++step) {
    outer.next_step();
    for (Placement& placement : placements) placement.write_step(step, phases);
  }
}

void concat(Schedule& outer, const Inner& inner) { side_by_side(outer, {&inner, 1}); }

}  // namespace commlab
