#include "core/programs/check_programs.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/base/index.h"
#include "core/programs/turning.h"

namespace commlab {
namespace {

class FormChecker {
 public:
  explicit FormChecker(const Programs& programs)
      : p_(programs), ranks_(programs.collective.ranks), uniform_(programs.uniform()) {}

  Status check() {
    if (Status ok = commlab::check(p_.collective); !ok) return ok;
    if (Status ok = check_places(); !ok) return ok;
    const std::size_t found = p_.programs.size();
    const std::size_t expected = p_.symmetric() ? 1 : index(ranks_);
    const bool of_a_tile = p_.frame == Frame::tile && found > 0 && index(ranks_) % found == 0;
    if (found != expected && !of_a_tile)
      return no("there are {} programs for {} ranks; expected {}", found, ranks_, expected);
    for (std::size_t group = 0; group < p_.groups.size(); ++group)
      if (Status ok = check_group(static_cast<int>(group)); !ok) return ok;
    tile_ = one_tile_tells() ? static_cast<int>(found) : ranks_;
    for (Rank rank = 0; rank < tile_; ++rank)
      if (Status ok = check_rank(rank); !ok) return ok;
    return {};
  }

 private:
  template <class... Args>
  static tl::unexpected<Error> no(fmt::format_string<Args...> text, Args&&... args) {
    return fail(Fault::no, text, std::forward<Args>(args)...);
  }

  // Whether what is right for the ranks of one tile is right for all. Sizes of blocks may still differ.
  bool one_tile_tells() const {
    return turn_of(p_) && (p_.scratch_blocks == 0 || p_.scratch_blocks == p_.partition.blocks);
  }

  // Positions and blocks are those of the collective.
  Status check_places() const {
    if (p_.partition.elements != elements_of(p_.collective))
      return no("the blocks have {} elements together; the {} has {}", p_.partition.elements,
                name_of(p_.collective.kind), elements_of(p_.collective));
    const bool one_for_each = has_blocks(p_.collective.kind) || p_.blocks_follow_order;
    if (p_.partition.blocks < 1 || (one_for_each && p_.partition.blocks != ranks_))
      return no("there are {} blocks; expected {}", p_.partition.blocks,
                one_for_each ? fmt::format("one for each of {} ranks", ranks_) : "at least 1");
    if (p_.partition.parts < 1) return no("blocks have {} parts; expected at least 1", p_.partition.parts);
    if (is_uneven(p_.collective) && p_.scratch_blocks > 0)
      return no("scratch has {} blocks; uneven counts leave no room for them", p_.scratch_blocks);
    if (p_.scratch_blocks < 0 || p_.scratch_blocks > p_.partition.blocks)
      return no("scratch has {} blocks; expected 0 to {}", p_.scratch_blocks, p_.partition.blocks);
    const auto one_each = [&](const auto& list) { return list.empty() || list.size() == index(ranks_); };
    if (!one_each(p_.order) || !one_each(p_.positions) || p_.order.empty() != p_.positions.empty())
      return no("the order names {} ranks and {} positions; expected all {} or none", p_.order.size(),
                p_.positions.size(), ranks_);
    for (std::size_t position = 0; position < p_.order.size(); ++position) {
      const Rank rank = p_.order[position];
      if (rank < 0 || rank >= ranks_ || p_.positions[rank] != static_cast<int>(position))
        return no("the order has rank {} at position {}, and the positions disagree", rank, position);
    }
    return {};
  }

  Status check_group(int group) const {
    std::set<Rank> seen;
    for (const Rank rank : p_.members(group)) {
      if (rank < 0 || rank >= ranks_)
        return no("group {} has rank {}; there are ranks 0..{}", group, rank, ranks_ - 1);
      if (!seen.insert(rank).second) return no("group {} has rank {} twice", group, rank);
    }
    return {};
  }

  Status check_rank(Rank rank) {
    ends_.clear();
    barriers_.clear();
    for (std::size_t lane = 0; lane < p_.of(rank).lanes.size(); ++lane)
      if (Status ok = check_lane(rank, static_cast<int>(lane)); !ok) return ok;
    return {};
  }

  // A lane of a group has one kind of instruction, and all of them are on the group.
  Status check_group_lane(Rank rank, int index, const Lane& lane) {
    if (lane.group < 0 || lane.group >= static_cast<int>(p_.groups.size()))
      return no("lane {} of rank {} is of group {}; there are {} groups", index, rank, lane.group,
                p_.groups.size());
    if (std::ranges::count(p_.members(lane.group), rank) == 0)
      return no("lane {} of rank {} is of group {}, but the rank is not a member of the group", index, rank,
                lane.group);
    if (lane.send_peer != no_peer || lane.recv_peer != no_peer)
      return no("lane {} of rank {} has both a group and a peer; expected only one of them", index, rank);
    if (lane.is_barrier() && !barriers_.insert({lane.group, lane.channel}).second)
      return no("two lanes of rank {} are its barrier of group {} on channel {}; expected one", rank,
                lane.group, lane.channel);
    for (const Instruction& i : lane.code) {
      const bool of_one_kind = i.op == lane.code[0].op || (meets(i.op) && meets(lane.code[0].op));
      if (!(shares(i.op) || meets(i.op)) || !of_one_kind)
        return no("lane {} of rank {} is of a group and has a {} next to a {}", index, rank, name_of(i.op),
                  name_of(lane.code[0].op));
    }
    return {};
  }

  Status check_lane(Rank rank, int index) {
    const Lane& lane = p_.of(rank).lanes[index];
    if (lane.group != no_group)
      if (Status ok = check_group_lane(rank, index, lane); !ok) return ok;
    if (Status ok = check_end(rank, index, lane.send_peer, lane.channel, true); !ok) return ok;
    if (Status ok = check_end(rank, index, lane.recv_peer, lane.channel, false); !ok) return ok;
    for (std::size_t i = 0; i < lane.code.size(); ++i)
      if (Status ok = check_instruction(rank, lane, lane.code[i]); !ok)
        return no("instruction {} of lane {} of rank {} (step {}, {}) {}", i, index, rank,
                  lane.code[i].step + 1, name_of(lane.code[i].op), ok.error().message);
    return {};
  }

  Status check_end(Rank rank, int lane, int stored, int channel, bool is_sender) {
    if (stored == no_peer) return {};
    const std::string_view verb = is_sender ? "sends to" : "receives from";
    const bool stays = p_.frame != Frame::flip || (p_.position(rank) ^ stored) < ranks_;
    const bool stored_ok = stored >= (p_.symmetric() ? 1 : 0) && stored < ranks_ && stays;
    const Rank peer = stored_ok ? p_.peer(rank, stored) : stored;
    if (!stored_ok || peer < 0 || peer >= ranks_ || peer == rank)
      return no("lane {} of rank {} {} rank {}; it must be another of the ranks 0..{}", lane, rank, verb,
                peer, ranks_ - 1);
    if (!ends_.insert({is_sender, peer, channel}).second)
      return no("two lanes of rank {} {} rank {} on channel {}; a connection has one lane at each end", rank,
                verb, peer, channel);
    return {};
  }

  // Here and below an error begins with the verb: its caller names the instruction.
  Status check_instruction(Rank rank, const Lane& lane, const Instruction& i) const {
    const Program& program = p_.of(rank);
    if (sends(i.op) && lane.send_peer == no_peer) return no("sends, but its lane has no rank to send to");
    if (receives(i.op) && lane.recv_peer == no_peer)
      return no("receives, but its lane has no rank to receive from");
    if ((shares(i.op) || meets(i.op)) && lane.group == no_group)
      return no("is on a group, but its lane has none");
    if (i.part < 0 || i.part >= p_.partition.parts)
      return no("names part {}; blocks have parts 0..{}", i.part, p_.partition.parts - 1);
    if (i.blocks < 1 || i.blocks > p_.partition.blocks)
      return no("takes {} blocks; there are {}", i.blocks, p_.partition.blocks);
    const bool has_runs = i.blocks > i.spacing.run;
    if (i.spacing.run < 1 ||
        (has_runs && (i.spacing.apart < i.spacing.run || i.spacing.apart > p_.partition.blocks)) ||
        std::int64_t{(i.blocks - 1) / i.spacing.run} * i.spacing.apart + (i.blocks - 1) % i.spacing.run >=
            p_.partition.blocks)
      return no(
          "takes {} blocks in runs of {}, {} apart; runs must not overlap, and must lie within {} blocks",
          i.blocks, i.spacing.run, i.spacing.apart, p_.partition.blocks);
    if (i.first_dependency + std::uint64_t{i.dependencies} > program.dependencies.size())
      return no("names dependencies beyond the {} of its rank", program.dependencies.size());
    for (const Dependency& d : program.depends_on(i)) {
      const bool lane_ok = d.lane >= 0 && d.lane < static_cast<int>(program.lanes.size());
      if (!lane_ok || d.index < 0 || d.index >= static_cast<int>(program.lanes[d.lane].code.size()))
        return no("waits for instruction {} of lane {}, which its rank does not have", d.index, d.lane);
    }
    return shares(i.op) ? check_shared(rank, i, p_.members(lane.group)) : check_operands(rank, i);
  }

  Status check_operands(Rank rank, const Instruction& i) const {
    if (has_source(i.op))
      if (Status ok = check_storage(rank, rank, i, i.source, "reads"); !ok) return ok;
    if (reduces(i.op))
      if (Status ok = check_storage(rank, rank, i, i.with, "reads"); !ok) return ok;
    if (has_target(i.op))
      if (Status ok = check_target(rank, rank, i); !ok) return ok;
    return check_sizes(rank, i);
  }

  // The operand on the group's side must be there in every member's memory.
  Status check_shared(Rank rank, const Instruction& i, const std::vector<Rank>& members) const {
    const bool stores = i.op == Opcode::multicast;
    if (Status ok = stores ? check_storage(rank, rank, i, i.source, "reads") : check_target(rank, rank, i);
        !ok)
      return ok;
    for (const Rank member : members)
      if (Status ok =
              stores ? check_target(rank, member, i) : check_storage(rank, member, i, i.source, "reads");
          !ok)
        return ok;
    return check_sizes(rank, i);
  }

  // What is moved onto a block, or combined there, has as many elements as the block.
  Status check_sizes(Rank rank, const Instruction& i) const {
    if (uniform_ || !has_target(i.op)) return {};
    if (has_source(i.op))
      if (Status ok = check_size(rank, i, i.source); !ok) return ok;
    return reduces(i.op) ? check_size(rank, i, i.with) : Status{};
  }

  // Also for the same rank of all other tiles. Blocks that are equal stay so when they turn.
  Status check_size(Rank first, const Instruction& i, const Operand& operand) const {
    for (int k = 0; k < i.blocks; ++k) {
      if (!is_uneven(p_.collective) && p_.block(first, i, operand, k) == p_.block(first, i, i.target, k))
        continue;
      for (Rank rank = first; rank < ranks_; rank += tile_)
        if (Status ok = check_size(rank, i, operand, k); !ok) return ok;
    }
    return {};
  }
  Status check_size(Rank rank, const Instruction& i, const Operand& operand, int k) const {
    const auto elements = p_.elements(rank, i, operand, k).size();
    const auto room = p_.elements(rank, i, i.target, k).size();
    if (elements != room)
      return no("takes {} elements of block {} onto {} elements of block {}; expected as many", elements,
                p_.block(rank, i, operand, k), room, p_.block(rank, i, i.target, k));
    return {};
  }

  Status check_target(Rank rank, Rank owner, const Instruction& i) const {
    if (i.target.buffer == Buffer::input && !p_.collective.in_place)
      return no("writes the input, which only an in-place collective may");
    return check_storage(rank, owner, i, i.target, "writes");
  }

  // `owner`: the rank whose memory is accessed.
  Status check_storage(Rank rank, Rank owner, const Instruction& i, const Operand& operand,
                       const char* verb) const {
    if (operand.block < 0 || operand.block >= p_.partition.blocks)
      return no("{} {} block {}; there are blocks 0..{}", verb, name_of(operand.buffer), operand.block,
                p_.partition.blocks - 1);
    for (int k = 0; k < i.blocks; ++k) {
      const int block = p_.block(rank, i, operand, k);
      if (operand.buffer == Buffer::scratch && block >= p_.scratch_blocks)
        return no("{} scratch block {}; scratch has {} blocks", verb, block, p_.scratch_blocks);
      if (!holds(p_.collective, operand.buffer, owner, block))
        return no("{} {} block {}, which rank {} does not have in a {}", verb, name_of(operand.buffer), block,
                  owner, name_of(p_.collective.kind));
    }
    return {};
  }

  const Programs& p_;
  const int ranks_;
  const bool uniform_;
  int tile_ = 0;  // the ranks to check; those of other tiles do the same
  // What the rank's lanes have so far: ends of connections (whether it sends, its peer and channel), and
  // barriers (the group and channel).
  std::set<std::tuple<bool, Rank, int>> ends_;
  std::set<std::pair<int, int>> barriers_;
};

}  // namespace

Status check_form(const Programs& programs) { return FormChecker(programs).check(); }

}  // namespace commlab
