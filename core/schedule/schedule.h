#pragma once
// A Schedule is what an algorithm's author writes: steps of moves, all ranks at once.
//
//   Group ring = s.everyone();
//   s.phase("reduce-scatter");
//   for (int k = 0; k < s.ranks() - 1; ++k) {
//     s.next_step();
//     s.every(ring, {.to = shift(1), .block = shift(-k), .combine = Combine::reduce});
//   }
//
// A move says what every member of a group does, relative to its own position, so that a
// ring of 65,536 ranks is 131,070 small records and never 8.6 billion. What a move sends is
// what its source held after all earlier steps. Reductions into one block within one step
// happen in the order written. The author does not write dependencies, channels or pieces:
// lower() derives them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/collective/collective.h"
#include "core/collective/partition.h"
#include "core/collective/spacing.h"
#include "core/schedule/frame.h"
#include "core/schedule/layout.h"

namespace commlab {

// A position or block seen from position i of a group of m members; inverted for the receiver.
struct Pattern {
  enum class Kind : std::uint8_t { at, shift, flip } kind = Kind::at;
  int by = 0;
  bool operator==(const Pattern&) const = default;
};
constexpr Pattern at(int index) { return {Pattern::Kind::at, index}; }    // index, for every i
constexpr Pattern shift(int by) { return {Pattern::Kind::shift, by}; }    // (i + by) mod m
constexpr Pattern flip(int mask) { return {Pattern::Kind::flip, mask}; }  // i xor mask
int apply(Pattern, int position, int members);
// The first block of a run of `blocks` blocks. flip names the aligned run in which its block lies, so that
// both ends of an exchange see the same run. REQUIRES: for a flip, blocks is a power of two.
int first_block(Pattern, int position, int members, int blocks);

enum class Combine : std::uint8_t { copy, reduce };

// Positions first, first + stride, ... below last; all by default.
struct Members {
  int first = 0;
  int last = INT32_MAX;
  int stride = 1;
  bool operator==(const Members&) const = default;
};
constexpr Members only(int position) { return {position, position + 1}; }
constexpr bool is_admitted(const Members& who, int position) {
  return position >= who.first && position < who.last && (position - who.first) % who.stride == 0;
}

inline constexpr int every_share = -1;
inline constexpr std::size_t most_rules = 1 << 24;  // of a schedule: 1.3 GB

// Every admitted member sends `block` of its buffer `from` to member `to`, where it is stored
// in `into`, or combined: into = with (+) incoming. Sending to oneself is a local copy or reduce.
struct Move {
  Pattern to = at(0);
  Pattern block = at(0);
  std::optional<Pattern> into_block =
      std::nullopt;      // where it is stored, seen from the sender; default: `block`
  int blocks = 1;        // number of blocks, consecutive and cyclic (see first_block)
  Spacing spacing = {};  // consecutive blocks, or runs of them at even distances
  Combine combine = Combine::copy;
  Buffer from = Buffer::output;
  Buffer into = Buffer::output;
  Buffer with =
      Buffer::output;  // for reduce: buffer of the left operand, at the block where the result is stored
  Members who = {};
  int share = every_share;  // the only share of the vector that it moves
  bool operator==(const Move&) const = default;
};

// A move that every admitted member makes on the memory of its whole group at once, if a switch can do that
// (NVLink SHARP): the block has one place in all members' buffers. No message says when others' memory may be
// touched, so write a barrier before and a barrier after.
struct GroupMove {
  Pattern block = at(0);
  int blocks = 1;
  Buffer from = Buffer::output;
  Buffer into = Buffer::output;
  Members who = {};
};

// An ordering of some ranks; index into Schedule::groups().
struct Group {
  int id = 0;
  bool operator==(const Group&) const = default;
};

class Schedule {
 public:
  struct Rule {
    enum class Kind : std::uint8_t { move, multicast, load_reduce, barrier, piece_barrier };
    Move move;  // for a group's move, `to` is the member itself; a barrier has none
    Group group;
    int step;
    int phase;
    Kind kind = Kind::move;
    bool is_barrier() const { return kind == Kind::barrier || kind == Kind::piece_barrier; }
    bool operator==(const Rule&) const = default;
  };

  Schedule(const Collective& collective, Layout layout = {});

  const Collective& collective() const { return collective_; }
  const Layout& layout() const { return layout_; }  // its order is never empty
  int ranks() const { return collective_.ranks; }
  Rank root() const { return collective_.root; }

  // Cut the vector into this many blocks. Default: ranks where has_blocks, else 1.
  // REQUIRES: blocks == ranks where has_blocks(kind); called before the first move.
  void cut_into(int blocks);
  void partition_rule(PartitionRule);
  // Split every block into this many shares, each with channels of its own, so that each can go its own
  // way (Move::share): half of the vector down each of two trees, a third round each of three rings.
  void split_into(int shares) { shares_ = shares; }
  // A rank's steps do not wait for one another: each block goes on as soon as its data is there, as where
  // some threads of a kernel send up a tree while others send down.
  void overlap_steps() { steps_overlap_ = true; }
  bool steps_overlap() const { return steps_overlap_; }
  int blocks() const { return blocks_; }
  int shares() const { return shares_; }
  PartitionRule partition_rule() const { return partition_rule_; }

  Rank rank_at(int position) const { return layout_.order[position]; }  // in --ring order
  Group everyone();                                                     // all ranks, in --ring order
  Group from_root();                     // all ranks, rotated so that member 0 is the root
  Group group(std::vector<Rank> ranks);  // REQUIRES: distinct ranks.
  // If blocks belong to ranks (has_blocks), block patterns over a group of all ranks name the block of the
  // rank at that position; else, the block itself.

  // Claims that rank r + ranks does what rank r does, on blocks that are turned, for all ranks; so one tile
  // of `ranks` ranks tells all. The blocks may differ in size. REQUIRES: called before the first move; `ranks`
  // divides the number of ranks.
  void repeat_every(int ranks, BlockTurn turn = {});
  // To be called before the algorithm writes: if it claims that tiles repeat, moves of single members are
  // kept only where the first tile sends or receives.
  void keep_first_tile() { keeps_first_tile_ = true; }
  bool keeps_first_tile() const { return keeps_first_tile_; }
  int tile() const { return tile_; }  // ranks; 0: nothing was claimed
  BlockTurn turn() const { return turn_; }
  bool has_only_first_tile() const { return keeps_first_tile_ && tile_ > 0; }
  // Whether a move of that member is kept.
  bool keeps(Group, int member, Pattern to) const;

  // Makes it the schedule of another count. REQUIRES: the algorithm does not look at the size.
  void resize(std::int64_t count) { collective_.count = count; }

  // A note to the user: what the algorithm found out about the machine, and decided.
  void note(std::string text) { notes_.push_back(std::move(text)); }
  void phase(std::string_view name);
  void next_step();
  // REQUIRES: next_step() was called; buffers and blocks within the collective's.
  void every(Group, const Move&);

  void multicast(Group, const GroupMove&);    // `into` of all members = `from`
  void load_reduce(Group, const GroupMove&);  // `into` = `from` of all members, reduced
  // No member goes on before all members have done everything up to and with this step.
  void barrier(Group);
  // The same for each piece of this block alone, so that others may be ahead; the barriers of one group
  // follow one another. REQUIRES: the group has no barrier for everything.
  void barrier_by_piece(Group, int block);
  // Adds a rule of another schedule to this step.
  void add(Group, const Move&, Rule::Kind);

  // A move of one rank alone, with absolute ranks and blocks.
  void one(Rank from, Rank to, Move move);

  // The absolute number of the first of `blocks` blocks that a pattern of the group means for the member at
  // `position`.
  int block_of(Group, Pattern, int position, int blocks = 1) const;

  const std::vector<Rule>& rules() const { return rules_; }
  // It has most_rules, and further rules are not kept: it cannot be lowered.
  bool too_large() const { return rules_.size() == most_rules; }
  const std::vector<std::vector<Rank>>& groups() const { return groups_; }
  const std::vector<Rank>& ranks_of(Group group) const { return groups_[group.id]; }
  const std::vector<std::string>& phases() const { return phases_; }
  const std::vector<std::string>& notes() const { return notes_; }
  int steps() const { return steps_; }

 private:
  Collective collective_;
  Layout layout_;
  std::optional<Group> ranks_;  // 0, 1, ..., n-1: the group that one() uses
  int blocks_ = 1;
  int shares_ = 1;
  bool steps_overlap_ = false;
  PartitionRule partition_rule_ = PartitionRule::even;
  int tile_ = 0;
  BlockTurn turn_;
  bool keeps_first_tile_ = false;
  std::vector<Rule> rules_;
  std::vector<std::vector<Rank>> groups_;
  std::vector<std::string> phases_;
  std::vector<std::string> notes_;
  int steps_ = 0;
};

}  // namespace commlab
