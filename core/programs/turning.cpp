#include "core/programs/turning.h"

#include <algorithm>

namespace commlab {
namespace {

bool is_relative(const Instruction& i) {
  return (!has_source(i.op) || i.source.relative) && (!has_target(i.op) || i.target.relative) &&
         (!reduces(i.op) || i.with.relative);
}

std::optional<BlockTurn> turn_of_operands(const Programs& p) {
  if (!p.order.empty() || !p.groups.empty() || p.programs.empty()) return std::nullopt;
  const bool turns_whole_runs = p.turn.run == 0 || (p.turn.run > 0 && p.partition.blocks % p.turn.run == 0);
  if (p.frame == Frame::tile) return turns_whole_runs ? std::optional(p.turn) : std::nullopt;
  if (p.frame != Frame::shift || p.partition.blocks != p.collective.ranks) return std::nullopt;
  for (const Lane& lane : p.programs[0].lanes)
    if (!std::ranges::all_of(lane.code, is_relative)) return std::nullopt;
  return BlockTurn{.run = p.collective.ranks, .by = 1};
}

// Whether what a tile of so many ranks brings, and what it is promised, turns as its blocks do.
bool has_turning_promise(const Collective& c, BlockTurn turn, int tile) {
  switch (c.kind) {
    case CollectiveKind::all_reduce: return true;
    case CollectiveKind::all_gather:
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::all_to_all: return !is_uneven(c) && turn == BlockTurn{.run = c.ranks, .by = tile};
    default: return false;
  }
}

}  // namespace

std::optional<BlockTurn> turn_of(const Programs& p) {
  const std::optional<BlockTurn> turn = turn_of_operands(p);
  if (!turn || !has_turning_promise(p.collective, *turn, static_cast<int>(p.programs.size())))
    return std::nullopt;
  return turn;
}

}  // namespace commlab
