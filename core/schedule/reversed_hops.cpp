#include "core/schedule/reversed_hops.h"

#include <algorithm>
#include <cassert>

namespace commlab {

ReversedHops::ReversedHops(const Schedule& s) : s_(s), frame_(frame_of(s)) {
  assert(std::ranges::all_of(
      s.rules(), [](const Schedule::Rule& rule) { return rule.kind == Schedule::Rule::Kind::move; }));
  int step = -1;
  int old_step = -1;
  for (auto rule = s.rules().rbegin(); rule != s.rules().rend(); ++rule) {
    const auto count = hops_.size();
    const int new_step = rule->step == old_step ? step : step + 1;
    if (symmetric())
      add_hop(*rule, new_step, 0);
    else
      for (int i = last_member(*rule); i >= rule->move.who.first; i -= rule->move.who.stride)
        add_hop(*rule, new_step, i);
    if (hops_.size() == count) continue;  // local copies only
    step = new_step;
    old_step = rule->step;
  }
}

int ReversedHops::last_member(const Schedule::Rule& rule) const {
  const int members = static_cast<int>(s_.ranks_of(rule.group).size());
  const Members& who = rule.move.who;
  const int last = std::min(members, who.last) - 1;
  return last < who.first ? last : last - (last - who.first) % who.stride;
}

void ReversedHops::add_hop(const Schedule::Rule& rule, int step, int i) {
  const int members = static_cast<int>(s_.ranks_of(rule.group).size());
  const int from = apply(rule.move.to, i, members);
  if (from == i || (!symmetric() && !s_.keeps(rule.group, i, rule.move.to))) return;
  const bool of_ranks = has_blocks(s_.collective().kind) && members == s_.ranks();
  const int index = first_block(rule.move.block, i, of_ranks ? members : s_.blocks(), rule.move.blocks);
  Pattern block = of_ranks && rule.move.block.kind != Pattern::Kind::at ? shift(index - from) : at(index);
  if (symmetric()) block = along(frame_ == Frame::flip ? index ^ from : index - from);
  const bool every = rule.move.share == every_share;
  for (int share = every ? 0 : rule.move.share; share < (every ? s_.shares() : rule.move.share + 1); ++share)
    hops_.push_back(
        {step, rule.phase, rule.group, from, i, block, rule.move.blocks, rule.move.spacing, share});
}

std::pair<int, int> ReversedHops::rank_and_block(const ReversedHop& hop, int position, int k) const {
  const int offset = hop.spacing.offset(k);
  if (frame_ == Frame::flip)
    return {0, (first_block(hop.block, hop.from, s_.ranks(), hop.blocks) + offset) ^ position};
  Pattern pattern = hop.block;
  pattern.by = pattern.kind == Pattern::Kind::at ? (pattern.by + offset) % s_.blocks() : pattern.by + offset;
  if (!symmetric()) return {s_.ranks_of(hop.group)[position], s_.block_of(hop.group, pattern, hop.from)};
  return {0, apply(shift(-position), apply(pattern, hop.from, s_.ranks()), s_.ranks())};
}

std::pair<Rank, int> ReversedHops::named(std::pair<int, int> cell) const {
  if (!symmetric()) return cell;
  const std::vector<Rank>& order = s_.ranks_of(s_.rules()[0].group);
  return {order[0], order[cell.second]};
}

}  // namespace commlab
