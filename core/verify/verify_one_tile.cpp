#include "core/verify/verify_one_tile.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/collective/contributions.h"
#include "core/programs/receivers.h"
#include "core/programs/turning.h"

namespace commlab {
namespace {

// For every block, how many turns it is away from the first one of those that become it. Nothing if a block
// comes back before all tiles had their turn, or does not come back then.
std::optional<std::vector<int>> turns_of_blocks(BlockTurn turn, int blocks, int tiles) {
  constexpr int unknown = -1;
  std::vector<int> turns(index(blocks), unknown);
  for (int first = 0; first < blocks; ++first) {
    if (turns[index(first)] != unknown) continue;
    for (int times = 0; times < tiles; ++times) {
      int& known = turns[index(turn.turned(first, times))];
      if (std::exchange(known, times) != unknown) return std::nullopt;
    }
    if (turn.turned(first, tiles) != first) return std::nullopt;
  }
  return turns;
}

class OneTile {
 public:
  // `turn`: turn_of(programs); `turns`: turns_of_blocks(turn).
  OneTile(const Programs& programs, int slots, BlockTurn turn, std::vector<int> turns)
      : p_(programs),
        slots_(slots),
        tile_(static_cast<int>(programs.programs.size())),
        turn_(turn),
        turns_(std::move(turns)),
        values_(programs.collective.op),
        place_(index(programs.partition.blocks)) {
    for (const Program& program : p_.programs) {
      first_lane_.push_back(lanes_.size());
      for (const Lane& lane : program.lanes)
        lanes_.push_back({.rank = static_cast<Rank>(first_lane_.size()) - 1, .code = lane.code});
    }
    cells_.resize(index(tile_) * buffers * chunks());
    const Receivers receivers(p_);
    for (Rank rank = 0; rank < tile_; ++rank) join_lanes(rank, receivers);
  }

  bool proves() {
    for (bool progress = true; progress;) {
      progress = false;
      for (std::size_t l = 0; l < lanes_.size(); ++l)
        for (; can_go_on(l); progress = true)
          if (!perform(l)) return false;
    }
    return all_is_done() && keeps_its_promises() && combines_in_one_order();
  }

 private:
  static constexpr std::size_t buffers = 3;  // of a rank
  static constexpr int none = -1;

  struct Place {  // of an instruction
    int lane = none;
    int nth = none;
    bool is_set() const { return lane != none; }
  };
  struct Cell {
    std::optional<ValueId> value;
    bool is_touched = false;  // what the rank brings is in its place
    Place stored;
    std::vector<Place> readers;  // since then
  };
  struct Message {
    const Instruction* sent_by;
    std::vector<ValueId> values;  // of its blocks, as tile 0 sends them
  };
  struct Running {
    Rank rank;
    std::span<const Instruction> code;
    int source = none;   // the lane whose messages it takes
    int tiles_away = 0;  // how many tiles further the rank is that sends them
    int target = none;   // the lane that takes its messages
    int next = 0;
    std::size_t received = 0;
    std::vector<Message> sent;
  };

  std::size_t chunks() const { return index(p_.partition.blocks) * index(p_.partition.parts); }
  int chunk(int block, int part) const { return block * p_.partition.parts + part; }
  int tiles() const { return p_.sharers(); }

  void join_lanes(Rank rank, const Receivers& receivers) {
    const std::vector<Lane>& lanes = p_.programs[index(rank)].lanes;
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      if (lanes[l].send_peer == no_peer) continue;
      const Rank peer = p_.peer(rank, lanes[l].send_peer);
      const std::int32_t receiver = receivers.lane_for(rank, lanes[l], peer);
      if (receiver < 0) continue;
      const Rank receives = peer % tile_;
      const std::size_t from = first_lane_[index(rank)] + l;
      const std::size_t to = first_lane_[index(receives)] + index(receiver);
      const Lane& receiving = p_.programs[index(receives)].lanes[index(receiver)];
      lanes_[from].target = static_cast<int>(to);
      lanes_[to].source = static_cast<int>(from);
      lanes_[to].tiles_away = p_.peer(receives, receiving.recv_peer) / tile_;
    }
  }

  const Program& program_of(const Running& lane) const { return p_.programs[index(lane.rank)]; }

  bool can_go_on(std::size_t l) const {
    const Running& lane = lanes_[l];
    if (lane.next == std::ssize(lane.code)) return false;
    const Instruction& i = lane.code[index(lane.next)];
    for (const Dependency& d : program_of(lane).depends_on(i))
      if (lanes_[first_lane_[index(lane.rank)] + index(d.lane)].next <= d.index) return false;
    if (sends(i.op) &&
        (lane.target == none || lane.sent.size() - lanes_[index(lane.target)].received >= index(slots_)))
      return false;
    return !receives(i.op) || (lane.source != none && lanes_[index(lane.source)].sent.size() > lane.received);
  }

  // Does the lane's next instruction. False if something is wrong, or has to be searched for.
  bool perform(std::size_t l) {
    Running& lane = lanes_[l];
    const Instruction& i = lane.code[index(lane.next)];
    const Rank self = lane.rank;
    const Place here{static_cast<int>(l - first_lane_[index(self)]), lane.next};
    if (moves_whole_runs(i) && !whole_runs_stay(self, i)) return false;
    const std::optional<std::vector<ValueId>> message =
        receives(i.op) ? next_message(lane, i) : std::vector<ValueId>();
    if (!message) return false;
    std::vector<ValueId> passed_on;
    for (int k = 0; k < i.blocks; ++k) {
      std::optional<ValueId> value = receives(i.op) ? (*message)[index(k)] : read(self, here, i, i.source, k);
      if (value && reduces(i.op)) {
        const std::optional<ValueId> with = read(self, here, i, i.with, k);
        value = with ? std::optional(values_.combined(*with, *value)) : std::nullopt;
      }
      if (!value || (has_target(i.op) && !write(self, here, i, k, *value))) return false;
      if (sends(i.op)) passed_on.push_back(*value);
    }
    if (sends(i.op)) lane.sent.push_back({&i, std::move(passed_on)});
    ++lane.next;
    return true;
  }

  // Where blocks turn within runs, an instruction of several blocks moves whole runs, in the same order on
  // all tiles (Programs::block).
  bool moves_whole_runs(const Instruction& i) const {
    return i.blocks > 1 && turn_.run < p_.partition.blocks;
  }

  // Then what it does is the same after a turn if all its operands are the same blocks, and the turn leads to
  // none but these.
  bool whole_runs_stay(Rank self, const Instruction& i) {
    const Operand& moved = has_target(i.op) ? i.target : i.source;
    if (has_source(i.op) && i.source.block != moved.block) return false;
    if (reduces(i.op) && i.with.block != moved.block) return false;
    find_places(self, i, moved);
    for (int k = 0; k < i.blocks; ++k)
      if (place_[index(turn_.turned(p_.block(self, i, moved, k), 1))] == none) return false;
    return true;
  }
  // Which of the operand's blocks each block is.
  void find_places(Rank self, const Instruction& i, const Operand& operand) {
    std::ranges::fill(place_, none);
    for (int k = 0; k < i.blocks; ++k) place_[index(p_.block(self, i, operand, k))] = k;
  }

  // The values of the next message, in the order of the instruction's blocks; nothing if they do not fit.
  std::optional<std::vector<ValueId>> next_message(Running& lane, const Instruction& i) {
    Running& source = lanes_[index(lane.source)];
    const Message message = std::exchange(source.sent[lane.received++], {});
    const Instruction& by = *message.sent_by;
    if (by.blocks != i.blocks) return std::nullopt;
    const Operand& sent = has_target(by.op) ? by.target : by.source;
    const Rank sender = source.rank + lane.tiles_away * tile_;
    const bool whole_runs = moves_whole_runs(i);
    if (whole_runs) find_places(source.rank, by, sent);
    std::vector<ValueId> values;
    for (int k = 0; k < i.blocks; ++k) {
      const int block = p_.block(sender, by, sent, k);
      const bool same_chunk = block == p_.block(lane.rank, i, i.target, k) && by.part == i.part;
      if (!same_chunk && (whole_runs || !p_.uniform())) return std::nullopt;
      const int before = whole_runs ? place_[index(turn_.turned(block, tiles() - lane.tiles_away))] : k;
      if (before == none) return std::nullopt;
      values.push_back(turned(message.values[index(before)], lane.tiles_away));
    }
    return values;
  }

  ValueId turned(ValueId value, int tiles) {
    const int chunk = values_.chunk(value), parts = p_.partition.parts;
    const int there = chunk == Contributions::mixed
                          ? chunk
                          : this->chunk(turn_.turned(chunk / parts, tiles), chunk % parts);
    return values_.turned(value, tiles * tile_, p_.collective.ranks, there);
  }

  std::optional<ValueId> read(Rank self, Place here, const Instruction& i, const Operand& operand, int k) {
    Cell& cell = this->cell(self, operand.buffer, p_.block(self, i, operand, k), i.part);
    if (!in_order(self, cell.stored, here)) return std::nullopt;
    cell.readers.push_back(here);
    return cell.value;
  }

  bool write(Rank self, Place here, const Instruction& i, int k, ValueId value) {
    Cell& cell = this->cell(self, i.target.buffer, p_.block(self, i, i.target, k), i.part);
    if (!in_order(self, cell.stored, here)) return false;
    for (const Place reader : cell.readers)
      if (!in_order(self, reader, here)) return false;
    cell.value = value;
    cell.stored = here;
    cell.readers.clear();
    return true;
  }

  // Whether a lane or a dependency orders the two.
  bool in_order(Rank self, Place earlier, Place later) const {
    if (!earlier.is_set() || earlier.lane == later.lane) return true;
    const Program& program = p_.programs[index(self)];
    const Instruction& i = program.lanes[index(later.lane)].code[index(later.nth)];
    return std::ranges::any_of(program.depends_on(i), [&](const Dependency& d) {
      return d.lane == earlier.lane && d.index >= earlier.nth;
    });
  }

  Cell& cell(Rank self, Buffer buffer, int block, int part) {
    const bool brings = buffer == Buffer::input || (buffer == Buffer::output && p_.collective.in_place);
    if (p_.collective.in_place && buffer == Buffer::input) buffer = Buffer::output;
    const std::size_t memory = index(self) * buffers + static_cast<std::size_t>(buffer);
    Cell& found = cells_[memory * chunks() + index(chunk(block, part))];
    if (!std::exchange(found.is_touched, true) && brings && before(p_.collective, self, block))
      found.value = values_.of_rank(self, chunk(block, part), name(self, block));
    return found;
  }

  // The rank, as it is seen by the block.
  std::uint64_t name(Rank rank, int block) const {
    const int away = turns_[index(block)] * tile_;
    return static_cast<std::uint64_t>((rank - away + p_.collective.ranks) % p_.collective.ranks);
  }

  bool all_is_done() const {
    return std::ranges::all_of(lanes_, [&](const Running& lane) {
      return lane.next == std::ssize(lane.code) &&
             (lane.target == none || lanes_[index(lane.target)].received == lane.sent.size());
    });
  }

  bool keeps_its_promises() {
    for (Rank self = 0; self < tile_; ++self)
      for (int block = 0; block < p_.partition.blocks; ++block) {
        const auto promised = after(p_.collective, self, block);
        for (int part = 0; promised && part < p_.partition.parts; ++part) {
          const std::optional<ValueId> found = cell(self, Buffer::output, block, part).value;
          if (!found || values_.chunk(*found) != chunk(promised->block, part)) return false;
          const bool is_kept = promised->whose == Content::Whose::one_rank
                                   ? values_.is_rank(*found, promised->rank)
                                   : values_.is_all(*found, p_.collective.ranks);
          if (!is_kept) return false;
        }
      }
    return true;
  }

  // REQUIRES: the promises are kept.
  bool combines_in_one_order() {
    if (p_.collective.kind != CollectiveKind::all_reduce) return true;
    const auto expression = [&](Rank rank, int block, int part) {
      return values_.expression(*cell(rank, Buffer::output, block, part).value);
    };
    for (int block = 0; block < p_.partition.blocks; ++block) {
      const int first = turn_.turned(block, tiles() - turns_[index(block)]);
      for (int part = 0; part < p_.partition.parts; ++part)
        for (Rank rank = 0; rank < tile_; ++rank)
          if (expression(rank, block, part) != expression(0, first, part)) return false;
    }
    return true;
  }

  const Programs& p_;
  const int slots_;
  const int tile_;  // ranks
  const BlockTurn turn_;
  const std::vector<int> turns_;  // of each block
  Contributions values_;
  std::vector<Running> lanes_;
  std::vector<std::size_t> first_lane_;  // of each rank
  std::vector<Cell> cells_;              // by rank, buffer, block, part
  std::vector<int> place_;               // scratch: see find_places()
};

}  // namespace

bool proved_by_one_tile(const Programs& programs, int slots) {
  const std::optional<BlockTurn> turn = turn_of(programs);
  if (slots == 0 || !turn) return false;
  std::optional<std::vector<int>> turns =
      turns_of_blocks(*turn, programs.partition.blocks, programs.sharers());
  return turns && OneTile(programs, slots, *turn, *std::move(turns)).proves();
}

}  // namespace commlab
