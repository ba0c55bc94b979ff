#pragma once
// Programs are what is verified, simulated and executed: for every rank, lanes of
// instructions in order, with explicit dependencies between lanes of one rank.
//
// A lane has one channel, at most one rank it sends to and one it receives from. The k-th
// send of a connection (source, destination, channel) meets the k-th receive: no tags.
// A connection has `slots`: a send needs a free one, the receive that takes the message
// out gives it back.
//
// Or a lane has a group of ranks, all of whose memory it reaches at once through a switch, by
// stores to everyone and by loads that the switch reduces. No message says when: the group's
// ranks arrive and wait for one another, and the k-th wait is for everyone's k-th arrival.
//
// Symmetric programs are stored once: when every rank does the same relative to its
// position, all share one Program whose peers and blocks are offsets (shift) or masks
// (flip). When tiles of ranks do the same, the first tile's programs are stored: peers are
// offsets, and blocks are those of the first tile. Others have a Program per rank, with
// absolute peers and blocks.

#include <cassert>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/base/shared_vector.h"
#include "core/collective/collective.h"
#include "core/collective/partition.h"
#include "core/collective/spacing.h"
#include "core/schedule/frame.h"

namespace commlab {

enum class Opcode : std::uint8_t {
  send,              // message <- source
  recv,              // target <- message
  recv_reduce,       // target <- with (+) message
  copy,              // target <- source, within the rank
  reduce,            // target <- with (+) source, within the rank
  recv_send,         // target <- message, and send it on; needs a free slot before it takes the message
  recv_reduce_send,  // target <- with (+) message, and send the result on; needs a free slot first, too
  multicast,         // target of every member <- source
  load_reduce,       // target <- source (+) the source of every other member (see members_from)
  arrive,            // tells the members that this rank has done everything before this instruction
  wait,              // waits for every member's arrival
};
std::string_view name_of(Opcode);
constexpr bool receives(Opcode op) {
  return op == Opcode::recv || op == Opcode::recv_reduce || op == Opcode::recv_send ||
         op == Opcode::recv_reduce_send;
}
constexpr bool sends(Opcode op) {
  return op == Opcode::send || op == Opcode::recv_send || op == Opcode::recv_reduce_send;
}
constexpr bool reduces(Opcode op) {
  return op == Opcode::reduce || op == Opcode::recv_reduce || op == Opcode::recv_reduce_send;
}
// Whether the operation reaches a whole group's memory.
constexpr bool shares(Opcode op) { return op == Opcode::multicast || op == Opcode::load_reduce; }
// Whether the operation is part of a barrier.
constexpr bool meets(Opcode op) { return op == Opcode::arrive || op == Opcode::wait; }
constexpr bool has_source(Opcode op) {
  return op == Opcode::send || op == Opcode::copy || op == Opcode::reduce || shares(op);
}
constexpr bool has_target(Opcode op) { return op != Opcode::send && !meets(op); }

// The first block of a buffer; the instruction says how many blocks there are. `relative`: the block is an
// offset or mask, seen from the rank's position; a mask names the first block of its aligned run.
struct Operand {
  std::int32_t block = 0;
  Buffer buffer = Buffer::output;
  bool relative = false;
  bool operator==(const Operand&) const = default;
};

struct Instruction {
  Opcode op = Opcode::send;
  std::uint8_t phase = 0;  // index into Programs::phases
  std::int32_t step = 0;
  std::int32_t part = 0;    // which part of each block (see Partition)
  std::int32_t blocks = 1;  // number of blocks, in the order of positions, cyclically
  Spacing spacing{};        // consecutive blocks, or runs apart
  Operand source{};         // used if has_source(op)
  Operand target{};         // used if has_target(op)
  Operand with{};           // the left operand of reductions
  std::uint32_t first_dependency = 0;
  std::uint32_t dependencies = 0;
};

// Wait until instruction `index` of lane `lane` of the same rank is done.
struct Dependency {
  std::int32_t lane = 0;
  std::int32_t index = 0;
  bool operator==(const Dependency&) const = default;
};

inline constexpr int no_peer = -1;
inline constexpr int no_group = -1;

// A lane of a group has no peers, and one kind of instruction: multicast, load_reduce, or those of
// its barrier. A rank has one lane for a group's barrier on a channel.
struct Lane {
  int channel = 0;
  int send_peer = no_peer;  // a rank; an offset or mask if the programs are symmetric
  int recv_peer = no_peer;
  int group = no_group;  // index into Programs::groups
  SharedVector<Instruction> code;
  bool is_barrier() const { return group != no_group && !code.empty() && meets(code[0].op); }
};

struct Program {
  std::vector<Lane> lanes;
  SharedVector<Dependency> dependencies;  // each instruction refers to a run of them

  std::span<const Dependency> depends_on(const Instruction& i) const {
    return {dependencies.data() + i.first_dependency, i.dependencies};
  }
};

struct Programs {
  Collective collective;
  Partition partition;
  std::string algorithm;
  std::vector<std::string> phases;
  std::vector<std::string> notes;  // notes of the algorithm to the user (Schedule::note)
  int channels = 1;
  int slots = 8;  // NCCL's NCCL_STEPS (src/include/device.h, 2.28)
  int steps = 0;
  int scratch_blocks = 0;  // scratch has blocks 0..scratch_blocks-1 of the full vector; 0: none
  Frame frame = Frame::absolute;
  std::vector<Rank> order;                // position -> rank; empty: identity
  std::vector<Rank> positions;            // rank -> position; empty: identity
  bool blocks_follow_order = false;       // block b is the block of rank order[b]
  std::vector<std::vector<Rank>> groups;  // always with absolute ranks
  BlockTurn turn{};                       // frame tile: from one tile's blocks to the next one's
  std::vector<Program> programs;  // one if symmetric; else one per rank, or per rank of the first tile

  // Whether all ranks have one program.
  bool symmetric() const { return frame == Frame::shift || frame == Frame::flip; }
  // The number of the rank's program, and the program.
  std::size_t number_of(Rank rank) const {
    if (symmetric()) return 0;
    return frame == Frame::tile ? index(rank) % programs.size() : index(rank);
  }
  const Program& of(Rank rank) const { return programs[number_of(rank)]; }
  // How many ranks share each program.
  int sharers() const { return programs.empty() ? 0 : collective.ranks / static_cast<int>(programs.size()); }
  int position(Rank rank) const { return positions.empty() ? rank : positions[rank]; }
  Rank rank_at(int position) const { return order.empty() ? position : order[position]; }

  // The rank that a lane's stored peer means for `self`; and the peer that is stored for the way back.
  // REQUIRES: stored != no_peer.
  Rank peer(Rank self, int stored) const {
    assert(stored != no_peer);
    return frame == Frame::absolute ? stored : rank_at(seen_from(position(self), stored, collective.ranks));
  }
  int seen_back(int stored) const {
    assert(frame != Frame::absolute);
    return frame == Frame::flip || stored == 0 ? stored : collective.ranks - stored;
  }
  // The k-th block (0 <= k < instruction.blocks) that an instruction's operand means for `self`.
  int block(Rank self, const Instruction&, const Operand&, int k = 0) const;
  // The elements of that block's part, in the rank's own buffer.
  ElementRange elements(Rank self, const Instruction& i, const Operand& operand, int k = 0) const {
    return chunk_in(collective, partition, operand.buffer, self, block(self, i, operand, k), i.part);
  }
  // Whether all chunks have one size.
  bool uniform() const { return is_uniform(collective, partition); }
  // The place of the instruction's first block in the order of positions.
  int first_index(Rank self, const Instruction&, const Operand&) const;
  // After so many ranks all repeats: what ranks do, and the sizes of what they send. All ranks if nothing
  // does.
  int repeat() const;
  // The bytes of one message or local operation of `self`, or of its own part in a group's operation.
  Bytes bytes(Rank self, const Instruction&) const;

  const std::vector<Rank>& members(int group) const { return groups[group]; }
  // In the group's order, cyclically, beginning with `first`: the order in which a load_reduce of
  // that rank takes its operands here. (Hardware leaves it open: PTX ISA, multimem.ld_reduce.)
  // REQUIRES: `first` is a member.
  std::vector<Rank> members_from(int group, Rank first) const;

  std::int64_t transfers() const;  // sends, and moves on groups, over all ranks

 private:
  int first_of_tile(Rank self, const Instruction&, int block) const;
  bool sizes_repeat_after(int ranks) const;
  // Stored offsets lie in [0, members): one conditional subtraction, no division.
  int seen_from(int position, int stored, int members) const {
    if (frame == Frame::flip) return position ^ stored;
    const int sum = position + stored;
    return sum >= members ? sum - members : sum;
  }
};

// The same programs with one Program per rank and absolute ranks; mutations and files need this form.
Programs expanded(const Programs&);

}  // namespace commlab
