#include "core/programs/programs.h"

#include <algorithm>
#include <cassert>

namespace commlab {

std::string_view name_of(Opcode op) {
  switch (op) {
    case Opcode::send: return "send";
    case Opcode::recv: return "recv";
    case Opcode::recv_reduce: return "recv_reduce";
    case Opcode::copy: return "copy";
    case Opcode::reduce: return "reduce";
    case Opcode::recv_send: return "recv_send";
    case Opcode::recv_reduce_send: return "recv_reduce_send";
    case Opcode::multicast: return "multicast";
    case Opcode::load_reduce: return "load_reduce";
    case Opcode::arrive: return "arrive";
    case Opcode::wait: return "wait";
  }
  return "";
}

int Programs::first_index(Rank self, const Instruction& i, const Operand& operand) const {
  if (frame == Frame::tile) return first_of_tile(self, i, operand.block);
  if (!operand.relative) return operand.block;
  const int index = seen_from(position(self), operand.block, partition.blocks);
  return frame == Frame::flip ? index / i.blocks * i.blocks : index;
}

// Whole runs turn onto themselves.
int Programs::first_of_tile(Rank self, const Instruction& i, int block) const {
  const bool whole_runs = i.blocks > 1 && turn.run < partition.blocks;
  return whole_runs ? block : turn.turned(block, self / static_cast<int>(programs.size()));
}

int Programs::block(Rank self, const Instruction& i, const Operand& operand, int k) const {
  const int index = (first_index(self, i, operand) + i.spacing.offset(k)) % partition.blocks;
  return blocks_follow_order ? rank_at(index) : index;
}

int Programs::repeat() const {
  const int all = collective.ranks;
  if (frame == Frame::absolute || is_uneven(collective)) return all;
  const int alike = static_cast<int>(programs.size());
  if (partition.uniform()) return alike;
  for (int ranks = alike; ranks < all; ranks += alike)
    if (all % ranks == 0 && sizes_repeat_after(ranks)) return ranks;
  return all;
}

// Blocks move with positions, or from tile to tile. A run that a mask names lies in its aligned place, which
// holds as many elements as any other such place if sizes repeat after a power of two.
bool Programs::sizes_repeat_after(int ranks) const {
  const auto moved = [&](int block) {
    return frame == Frame::tile ? turn.turned(block, ranks / static_cast<int>(programs.size()))
                                : (block + ranks) % partition.blocks;
  };
  const auto size = [&](int block) {
    return partition.block(blocks_follow_order ? rank_at(block) : block).size();
  };
  for (int block = 0; block < partition.blocks; ++block)
    if (size(block) != size(moved(block))) return false;
  return true;
}

Bytes Programs::bytes(Rank self, const Instruction& i) const {
  if (meets(i.op)) return {};
  const Operand& operand = has_target(i.op) ? i.target : i.source;
  const int first = block(self, i, operand);
  std::int64_t elements = 0;
  const bool one_run = i.blocks <= i.spacing.run && first + i.blocks <= partition.blocks;
  if (partition.parts == 1 && !blocks_follow_order && one_run && !is_uneven(collective)) {
    elements = partition.block(first + i.blocks - 1).last - partition.block(first).first;
    return {elements * size_of(collective.dtype)};
  }
  for (int k = 0; k < i.blocks; ++k) elements += this->elements(self, i, operand, k).size();
  return {elements * size_of(collective.dtype)};
}

std::vector<Rank> Programs::members_from(int group, Rank first) const {
  std::vector<Rank> ranks = members(group);
  assert(std::ranges::count(ranks, first) == 1 && "a member");
  std::ranges::rotate(ranks, std::ranges::find(ranks, first));
  return ranks;
}

std::int64_t Programs::transfers() const {
  std::int64_t count = 0;
  for (const Program& program : programs)
    for (const Lane& lane : program.lanes)
      for (const Instruction& i : lane.code) count += sends(i.op) || shares(i.op);
  return count * sharers();
}

Programs expanded(const Programs& from) {
  if (from.frame == Frame::absolute) return from;
  Programs all = from;
  all.frame = Frame::absolute;
  if (!from.blocks_follow_order) {  // else runs of blocks are runs of positions, which must stay
    all.order.clear();
    all.positions.clear();
  }
  all.turn = {};
  all.programs.clear();
  for (Rank rank = 0; rank < from.collective.ranks; ++rank) {
    all.programs.push_back(from.of(rank));
    for (Lane& lane : all.programs[rank].lanes) {
      if (lane.send_peer != no_peer) lane.send_peer = from.peer(rank, lane.send_peer);
      if (lane.recv_peer != no_peer) lane.recv_peer = from.peer(rank, lane.recv_peer);
      for (Instruction& i : lane.code) {
        for (Operand* operand : {&i.source, &i.target, &i.with})
          *operand = {from.first_index(rank, i, *operand), operand->buffer, false};
      }
    }
  }
  return all;
}

}  // namespace commlab
