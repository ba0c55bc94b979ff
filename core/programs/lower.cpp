// From Schedule to Programs, in three steps: find what each rank does in each step (actions); give
// each action a lane, and find what it waits for (ProgramWriter); and if asked for, fuse a receive
// with the send that passes it on (core/programs/fuse.h).
//
// A symmetric schedule is lowered only for position 0: every other position does the same and waits
// for the same, relative to its own place. Where tiles repeat, only the first tile's ranks are lowered.

#include "core/programs/lower.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/programs/fuse.h"
#include "core/programs/program_shapes.h"
#include "core/programs/program_writer.h"
#include "core/schedule/frame.h"
#include "core/schedule/tile_members.h"

namespace commlab {
namespace {

using Rule = Schedule::Rule;

bool is_identity(const std::vector<Rank>& ranks) {
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (ranks[i] != static_cast<Rank>(i)) return false;
  return true;
}

std::vector<Rank> identity(int ranks) {
  std::vector<Rank> order(index(ranks));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

// Whether one order is a rotation of the other. Then runs of blocks stay runs.
bool is_rotation(const std::vector<Rank>& ranks, const std::vector<Rank>& of) {
  if (ranks.size() != of.size()) return false;
  std::vector<Rank> rotated = of;
  std::ranges::rotate(rotated, std::ranges::find(rotated, ranks[0]));
  return ranks == rotated;
}

// Whether a block pattern names blocks of ranks (see Schedule::group).
bool follows_ranks(const Schedule& s, const std::vector<Rank>& group) {
  return has_blocks(s.collective().kind) && static_cast<int>(group.size()) == s.ranks();
}

// Whether a run of blocks is named by the positions of ranks.
bool follows_positions(const Schedule& s, const Move& move, const std::vector<Rank>& group) {
  return follows_ranks(s, group) && move.block.kind != Pattern::Kind::at &&
         move.into_block.value_or(move.block).kind != Pattern::Kind::at;
}

// Whether blocks must be named by their ranks' places in the ring order: there are runs of them, all in
// that order.
bool runs_follow_order(const Schedule& s) {
  if (!has_blocks(s.collective().kind) || is_identity(s.layout().order)) return false;
  bool runs = false;
  for (const Rule& rule : s.rules()) {
    if (rule.move.blocks == 1) continue;
    const auto& group = s.ranks_of(rule.group);
    if (!follows_positions(s, rule.move, group) || !is_rotation(group, s.layout().order)) return false;
    runs = true;
  }
  return runs;
}

// Gives the programs these elements of the collective. What is left out of uneven counts leaves them even.
void take(Programs& programs, const Collective& collective, Elements elements) {
  programs.collective = collective;
  Partition& partition = programs.partition;
  partition.elements = elements_of(collective);
  if (elements == Elements::all) return;
  if (is_uneven(collective)) partition.elements = collective.counts.least() * collective.ranks;
  partition = partition.evened();
  if (elements == Elements::none) partition.elements = 0;
  programs.collective.counts = {};
}

class Lowerer {
 public:
  Lowerer(const Schedule& schedule, const Lowering& lowering)
      : s_(schedule), how_(lowering), members_(schedule) {
    out_.channels = s_.shares() * lowering.channels;
    out_.partition = {.blocks = s_.blocks(),
                      .parts = s_.shares() * how_.channels * how_.pieces,
                      .rule = s_.partition_rule()};
    take(out_, s_.collective(), how_.elements);
    out_.phases = s_.phases();
    out_.notes = s_.notes();
    out_.slots = lowering.slots;
    out_.steps = s_.steps();
    out_.frame = frame_of(s_);
    if (out_.frame != Frame::absolute || !s_.has_only_first_tile()) return;
    out_.frame = Frame::tile;
    out_.turn = s_.turn();
  }

  Result<Programs> lower() {
    const Status done = out_.symmetric() ? lower_position_zero() : lower_every_rank();
    if (!done) return tl::unexpected(done.error());
    return std::move(out_);
  }

 private:
  ProgramWriter::Shape shape() const {
    return {.parts = out_.partition.parts,
            .blocks = s_.blocks(),
            .pieces = how_.pieces,
            .in_place = s_.collective().in_place,
            .paired_lanes = out_.symmetric() && how_.pieces == 1,
            .steps_overlap = s_.steps_overlap()};
  }

  int parts_of_a_share() const { return how_.channels * how_.pieces; }

  static Action::Kind kind_of(const Rule& rule, bool to_itself, Action::Kind between_ranks) {
    switch (rule.kind) {
      case Rule::Kind::move: return to_itself ? Action::Kind::local : between_ranks;
      case Rule::Kind::multicast: return Action::Kind::multicast;
      case Rule::Kind::load_reduce: return Action::Kind::load_reduce;
      case Rule::Kind::barrier: return Action::Kind::barrier;
      case Rule::Kind::piece_barrier: return Action::Kind::piece_barrier;
    }
    return between_ranks;
  }

  // The place of the rule's group in Programs::groups; a move between ranks has none.
  int group_of(const Rule& rule) {
    if (rule.kind == Rule::Kind::move) return no_group;
    int& place = group_places_[index(rule.group.id)];
    if (place != no_group) return place;
    place = static_cast<int>(out_.groups.size());
    out_.groups.push_back(s_.ranks_of(rule.group));
    return place;
  }

  // One rank's view of a move: blocks as the frame names them.
  Action action_of(const Rule& rule, int from_block, int into_block) const {
    const Move& move = rule.move;
    const bool relative = out_.symmetric() && move.block.kind != Pattern::Kind::at;
    return {
        .step = rule.step,
        .phase = static_cast<std::uint8_t>(rule.phase),
        .reduces = move.combine == Combine::reduce,
        .blocks = move.blocks,
        .spacing = move.spacing,
        .first_part = move.share == every_share ? 0 : move.share * parts_of_a_share(),
        .last_part = move.share == every_share ? out_.partition.parts : (move.share + 1) * parts_of_a_share(),
        .from = {from_block, move.from, relative},
        .into = {into_block, move.into, relative},
        .with = {into_block, move.with, relative}};
  }

  Status lower_position_zero() {
    const int n = s_.ranks();
    const auto& group = s_.ranks_of(s_.rules()[0].group);
    if (!is_identity(group)) stand_in(group);
    ProgramWriter program(shape());
    for (const Rule& rule : s_.rules()) {
      const Move& move = rule.move;
      const int receiver = apply(move.to, 0, n);
      const int sender = apply(inverse(move.to), 0, n);
      const Pattern into = move.into_block.value_or(move.block);
      Action action = action_of(rule, first_block(move.block, 0, n, move.blocks),
                                first_block(into, sender, n, move.blocks));
      action.send_to = receiver;
      action.recv_from = sender;
      action.group = group_of(rule);
      action.kind = kind_of(rule, receiver == 0, Action::Kind::exchange);
      if (Status ok = check_action(action, group[0], group[0]); !ok) return ok;
      note_scratch(action);
      program.add(action);
    }
    Program written = program.finish();
    out_.programs.push_back(how_.fused ? fused(std::move(written)) : std::move(written));
    return {};
  }

  void stand_in(const std::vector<Rank>& order) {
    out_.order = order;
    out_.positions.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) out_.positions[order[i]] = static_cast<int>(i);
    out_.blocks_follow_order = follows_ranks(s_, order);
  }

  Status lower_every_rank() {
    if (runs_follow_order(s_)) stand_in(s_.layout().order);
    const auto n = index(stored_ranks());
    std::vector<std::vector<Action>> actions(n);
    for (const Rule& rule : s_.rules())
      if (Status ok = expand(rule, actions); !ok) return ok;
    out_.programs.reserve(n);
    ProgramShapes shapes(shape(), s_.ranks(), static_cast<int>(out_.groups.size()), how_.fused);
    for (auto& mine : actions) out_.programs.push_back(shapes.program(std::exchange(mine, {})));
    return {};
  }

  // The ranks that get a program: 0 to stored_ranks() - 1.
  int stored_ranks() const { return out_.frame == Frame::tile ? s_.tile() : s_.ranks(); }
  bool is_stored(Rank rank) const { return rank < stored_ranks(); }
  // How the programs name `peer`, seen from `self`.
  int stored_peer(Rank self, Rank peer) const {
    return out_.frame == Frame::tile ? (peer - self + s_.ranks()) % s_.ranks() : peer;
  }

  int block_of(const Rule& rule, Pattern pattern, int position) const {
    const int block = s_.block_of(rule.group, pattern, position, rule.move.blocks);
    return out_.blocks_follow_order ? out_.position(block) : block;
  }

  // What the rule makes each rank do, with absolute names.
  Status expand(const Rule& rule, std::vector<std::vector<Action>>& actions) {
    const Move& move = rule.move;
    const auto& group = s_.ranks_of(rule.group);
    const int members = static_cast<int>(group.size());
    if (move.blocks > 1 && follows_positions(s_, move, group) && !out_.blocks_follow_order &&
        !is_rotation(group, identity_))
      return fail("a move of step {} sends {} neighbouring blocks, which the order of its group scatters",
                  rule.step + 1, move.blocks);
    for (const int i : members_.of(rule, out_.frame == Frame::tile)) {
      const int j = apply(move.to, i, members);
      if (j < 0 || j >= members)
        return fail("a move of step {} goes to member {} of a group of {}", rule.step + 1, j, members);
      const Rank from = group[i];
      const Rank to = group[j];
      Action action = action_of(rule, block_of(rule, move.block, i),
                                block_of(rule, move.into_block.value_or(move.block), i));
      action.group = group_of(rule);
      action.kind = kind_of(rule, from == to, Action::Kind::send);
      if (Status ok = check_action(action, from, to); !ok) return ok;
      note_scratch(action);
      if (action.kind == Action::Kind::send) action.send_to = stored_peer(from, to);
      if (is_stored(from)) actions[from].push_back(action);
      if (action.kind != Action::Kind::send || !is_stored(to)) continue;
      action.kind = Action::Kind::recv;
      action.send_to = no_peer;
      action.recv_from = stored_peer(to, from);
      actions[to].push_back(action);
    }
    return {};
  }

  void note_scratch(const Action& action) {
    if (action.from.buffer == Buffer::scratch || action.into.buffer == Buffer::scratch)
      out_.scratch_blocks = s_.blocks();
  }

  Status check_operand(const Action& action, const Operand& operand, Rank rank, const char* verb) const {
    const int checked = has_blocks(s_.collective().kind) ? action.blocks : 1;  // else all blocks are alike
    for (int k = 0; k < checked; ++k) {
      const int block = (operand.block + action.spacing.offset(k)) % s_.blocks();
      if (operand.block < 0 || operand.block >= s_.blocks())
        return fail("step {}: rank {} {} {} block {}; there are {} blocks", action.step + 1, rank, verb,
                    name_of(operand.buffer), operand.block, s_.blocks());
      const int named = out_.blocks_follow_order ? out_.rank_at(block) : block;
      if (!holds(s_.collective(), operand.buffer, rank, named))
        return fail("step {}: rank {} {} {} block {}, which it does not have in a {}", action.step + 1, rank,
                    verb, name_of(operand.buffer), named, name_of(s_.collective().kind));
    }
    return {};
  }
  // The source of a load and the target of a store are looked for in the memory of every member.
  Status check_action(const Action& action, Rank from, Rank to) const {
    if (is_barrier(action.kind)) return {};
    if (action.group == no_group)
      return check_source(action, from).and_then([&] { return check_target(action, to); });
    const bool loads = action.kind == Action::Kind::load_reduce;
    if (Status ok = loads ? check_target(action, to) : check_source(action, from); !ok) return ok;
    for (const Rank member : out_.members(action.group))
      if (Status ok = loads ? check_source(action, member) : check_target(action, member); !ok) return ok;
    return {};
  }
  Status check_source(const Action& action, Rank rank) const {
    return check_operand(action, action.from, rank, "reads");
  }
  Status check_target(const Action& action, Rank rank) const {
    if (Status ok = check_operand(action, action.into, rank, "writes"); !ok) return ok;
    return action.reduces ? check_operand(action, action.with, rank, "reads") : Status{};
  }

  const Schedule& s_;
  const Lowering& how_;
  Programs out_;
  std::vector<Rank> identity_ = identity(s_.ranks());
  std::vector<int> group_places_ = std::vector<int>(s_.groups().size(), no_group);  // by group
  TileMembers members_;
};

}  // namespace

void resize(Programs& programs, const Collective& collective, Elements elements) {
  take(programs, collective, elements);
}

bool can_lower_a_tile(const Schedule& s, const Lowering& how) {
  const BlockTurn turn = s.turn();
  const auto turns = [&](const Rule& rule) {
    const Move& move = rule.move;
    if (rule.kind != Rule::Kind::move) return false;
    if (move.blocks == 1 || turn.run == 0 || turn.run == s.blocks()) return true;
    const auto starts_a_run = [&](Pattern block) {
      return block.kind == Pattern::Kind::at && block.by % turn.run == 0;
    };
    const bool of_runs = move.spacing.run >= move.blocks ||
                         (move.spacing.run % turn.run == 0 && move.spacing.apart % turn.run == 0);
    return of_runs && move.blocks % turn.run == 0 && starts_a_run(move.block) &&
           starts_a_run(move.into_block.value_or(move.block));
  };
  return how.channels > 0 && how.pieces > 0 && is_identity(s.layout().order) &&
         std::ranges::all_of(s.rules(), turns);
}

Result<Programs> lower(const Schedule& schedule, const Lowering& lowering) {
  if (lowering.channels < 1) return fail("channels is {}; it must be 1 or more", lowering.channels);
  if (lowering.pieces < 1) return fail("pieces is {}; it must be 1 or more", lowering.pieces);
  if (lowering.slots < 1) return fail("slots is {}; a connection needs at least 1", lowering.slots);
  return Lowerer(schedule, lowering).lower();
}

}  // namespace commlab
