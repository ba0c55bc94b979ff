#include "core/schedule/reversed_hops.h"

#include <algorithm>
#include <cassert>
#include <ranges>

#include "core/schedule/tile_members.h"

namespace commlab {

ReversedHops::ReversedHops(const Schedule& s) : s_(s), frame_(frame_of(s)) {
  assert(std::ranges::all_of(
      s.rules(), [](const Schedule::Rule& rule) { return rule.kind == Schedule::Rule::Kind::move; }));
  TileMembers members(s);
  int step = -1;
  int old_step = -1;
  for (auto rule = s.rules().rbegin(); rule != s.rules().rend(); ++rule) {
    const auto count = hops_.size();
    const int new_step = rule->step == old_step ? step : step + 1;
    const std::vector<int> who = symmetric() ? std::vector{0} : members.of(*rule, s.has_only_first_tile());
    for (const int i : who | std::views::reverse) add_hop(*rule, new_step, i);
    if (hops_.size() == count) continue;  // local copies only
    step = new_step;
    old_step = rule->step;
  }
}

void ReversedHops::add_hop(const Schedule::Rule& rule, int step, int i) {
  const int members = static_cast<int>(s_.ranks_of(rule.group).size());
  const int from = apply(rule.move.to, i, members);
  if (from == i || (!symmetric() && !s_.keeps(rule.group, i, rule.move.to))) return;
  const bool of_ranks = has_blocks(s_.collective().kind) && members == s_.ranks();
  const int first = first_block(rule.move.block, i, of_ranks ? members : s_.blocks(), rule.move.blocks);
  Pattern block = of_ranks && rule.move.block.kind != Pattern::Kind::at ? shift(first - from) : at(first);
  if (symmetric()) block = along(frame_ == Frame::flip ? first ^ from : first - from);
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
