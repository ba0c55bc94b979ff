#include "core/schedule/frame.h"

#include "core/schedule/schedule.h"

namespace commlab {

Frame frame_of(const Schedule& s) {
  if (s.rules().empty() || s.ranks() == 1) return Frame::absolute;
  bool shifts = true;
  bool flips = true;
  bool moving_blocks = false;
  bool fixed_blocks = false;
  const auto look = [&](Pattern pattern, const Move& move) {
    moving_blocks |= pattern.kind != Pattern::Kind::at;
    fixed_blocks |= pattern.kind == Pattern::Kind::at;
    shifts &= pattern.kind != Pattern::Kind::flip;
    flips &= pattern.kind != Pattern::Kind::shift || (pattern.by == 0 && move.blocks == 1);
  };
  for (const Schedule::Rule& rule : s.rules()) {
    const Move& move = rule.move;
    const auto& group = s.ranks_of(rule.group);
    if (rule.group != s.rules()[0].group || static_cast<int>(group.size()) != s.ranks())
      return Frame::absolute;
    if (move.who != Members{}) return Frame::absolute;
    if (rule.is_barrier()) continue;
    if (move.to.kind == Pattern::Kind::at) return Frame::absolute;
    shifts &= move.to.kind == Pattern::Kind::shift;
    flips &= move.to.kind == Pattern::Kind::flip || move.to.by == 0;
    look(move.block, move);
    if (move.into_block) look(*move.into_block, move);
  }
  if (moving_blocks && (fixed_blocks || s.blocks() != s.ranks())) return Frame::absolute;
  if (shifts) return Frame::shift;
  return flips && (s.ranks() & (s.ranks() - 1)) == 0 ? Frame::flip : Frame::absolute;
}

}  // namespace commlab
