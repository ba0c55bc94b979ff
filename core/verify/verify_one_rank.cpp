#include "core/verify/verify_one_rank.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/collective/contributions.h"

namespace commlab {
namespace {

constexpr Rank self = 0;

// All operands turn with the rank, and every block has the same size.
bool turns(const Programs& p) {
  const CollectiveKind kind = p.collective.kind;
  const bool has_turning_promise = kind == CollectiveKind::all_reduce || kind == CollectiveKind::all_gather ||
                                   kind == CollectiveKind::reduce_scatter ||
                                   kind == CollectiveKind::all_to_all;
  if (p.frame != Frame::shift || !has_turning_promise || !p.order.empty() || !p.groups.empty()) return false;
  if (p.partition.blocks != p.collective.ranks || !p.partition.uniform()) return false;
  for (const Lane& lane : p.programs[0].lanes)
    for (const Instruction& i : lane.code) {
      if (has_source(i.op) && !i.source.relative) return false;
      if (has_target(i.op) && !i.target.relative) return false;
      if (reduces(i.op) && !i.with.relative) return false;
    }
  return true;
}

class OneRank {
 public:
  // REQUIRES: turns(programs).
  OneRank(const Programs& programs, int slots)
      : p_(programs),
        program_(programs.programs[0]),
        slots_(slots),
        values_(programs.collective.op),
        lanes_(program_.lanes.size()),
        cells_(3 * index(p_.partition.blocks) * index(p_.partition.parts)) {
    join_lanes();
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
  struct Place {  // of an instruction
    int lane = -1;
    int nth = -1;
    bool is_set() const { return lane >= 0; }
  };
  struct Cell {
    std::optional<ValueId> value;
    bool is_touched = false;  // what the rank brings is in its place
    Place stored;
    std::vector<Place> readers;  // since then
  };
  struct Running {
    int source = -1;  // the lane of the sending rank whose messages it takes
    int target = -1;
    int next = 0;
    std::size_t received = 0;
    std::vector<std::vector<ValueId>> sent;  // per message: its blocks, as rank 0 sends them
  };

  void join_lanes() {
    for (std::size_t l = 0; l < lanes_.size(); ++l)
      for (std::size_t m = 0; m < lanes_.size(); ++m) {
        const Lane &from = program_.lanes[l], &to = program_.lanes[m];
        if (from.send_peer == no_peer || to.recv_peer == no_peer || from.channel != to.channel) continue;
        if (p_.seen_back(from.send_peer) != to.recv_peer) continue;
        lanes_[l].target = static_cast<int>(m);
        lanes_[m].source = static_cast<int>(l);
      }
  }

  const Instruction& head(std::size_t l) const { return program_.lanes[l].code[index(lanes_[l].next)]; }

  bool can_go_on(std::size_t l) const {
    const Running& lane = lanes_[l];
    if (lane.next == static_cast<int>(program_.lanes[l].code.size())) return false;
    const Instruction& i = head(l);
    for (const Dependency& d : program_.depends_on(i))
      if (lanes_[index(d.lane)].next <= d.index) return false;
    if (sends(i.op) &&
        (lane.target < 0 || lane.sent.size() - lanes_[index(lane.target)].received >= index(slots_)))
      return false;
    return !receives(i.op) || (lane.source >= 0 && lanes_[index(lane.source)].sent.size() > lane.received);
  }

  // Does the lane's next instruction. False if something is wrong, or has to be searched for.
  bool perform(std::size_t l) {
    Running& lane = lanes_[l];
    const Instruction& i = head(l);
    const Place here{static_cast<int>(l), lane.next};
    const std::vector<ValueId> message = receives(i.op) ? next_message(l) : std::vector<ValueId>();
    if (receives(i.op) && static_cast<int>(message.size()) != i.blocks) return false;
    std::vector<ValueId> passed_on;
    for (int k = 0; k < i.blocks; ++k) {
      std::optional<ValueId> value = receives(i.op) ? message[index(k)] : read(here, i, i.source, k);
      if (value && reduces(i.op)) {
        const std::optional<ValueId> with = read(here, i, i.with, k);
        value = with ? std::optional(values_.combined(*with, *value)) : std::nullopt;
      }
      if (!value || (i.op != Opcode::send && !write(here, i, k, *value))) return false;
      if (sends(i.op)) passed_on.push_back(*value);
    }
    if (sends(i.op)) lane.sent.push_back(std::move(passed_on));
    ++lane.next;
    return true;
  }

  std::vector<ValueId> next_message(std::size_t l) {
    Running& lane = lanes_[l];
    const int ahead = program_.lanes[l].recv_peer;
    std::vector<ValueId> message = lanes_[index(lane.source)].sent[lane.received++];
    for (ValueId& value : message)
      value = values_.turned(value, ahead, p_.collective.ranks, p_.partition.parts);
    return message;
  }

  std::optional<ValueId> read(Place here, const Instruction& i, const Operand& operand, int k) {
    Cell& cell = this->cell(operand.buffer, p_.block(self, i, operand, k), i.part);
    if (!in_order(cell.stored, here)) return std::nullopt;
    cell.readers.push_back(here);
    return cell.value;
  }

  bool write(Place here, const Instruction& i, int k, ValueId value) {
    Cell& cell = this->cell(i.target.buffer, p_.block(self, i, i.target, k), i.part);
    if (!in_order(cell.stored, here)) return false;
    for (const Place reader : cell.readers)
      if (!in_order(reader, here)) return false;
    cell.value = value;
    cell.stored = here;
    cell.readers.clear();
    return true;
  }

  // Whether a lane or a dependency orders the two.
  bool in_order(Place earlier, Place later) const {
    if (!earlier.is_set() || earlier.lane == later.lane) return true;
    const Instruction& i = program_.lanes[index(later.lane)].code[index(later.nth)];
    return std::ranges::any_of(program_.depends_on(i), [&](const Dependency& d) {
      return d.lane == earlier.lane && d.index >= earlier.nth;
    });
  }

  Cell& cell(Buffer buffer, int block, int part) {
    const bool brings = buffer == Buffer::input || (buffer == Buffer::output && p_.collective.in_place);
    if (p_.collective.in_place && buffer == Buffer::input) buffer = Buffer::output;
    const std::size_t chunk = index(block) * index(p_.partition.parts) + index(part);
    Cell& found = cells_[static_cast<std::size_t>(buffer) * cells_.size() / 3 + chunk];
    if (!std::exchange(found.is_touched, true) && brings && before(p_.collective, self, block))
      found.value = values_.of_rank(self, static_cast<int>(chunk), distance(self, block));
    return found;
  }

  std::uint64_t distance(Rank rank, int block) const {
    return static_cast<std::uint64_t>((rank - block + p_.collective.ranks) % p_.collective.ranks);
  }

  bool all_is_done() const {
    for (std::size_t l = 0; l < lanes_.size(); ++l) {
      const Running& lane = lanes_[l];
      if (lane.next != static_cast<int>(program_.lanes[l].code.size())) return false;
      if (lane.target >= 0 && lanes_[index(lane.target)].received != lane.sent.size()) return false;
    }
    return true;
  }

  bool keeps_its_promises() {
    for (int block = 0; block < p_.partition.blocks; ++block) {
      const auto promised = after(p_.collective, self, block);
      for (int part = 0; promised && part < p_.partition.parts; ++part) {
        const std::optional<ValueId> found = cell(Buffer::output, block, part).value;
        if (!found || values_.chunk(*found) != promised->block * p_.partition.parts + part) return false;
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
    for (int block = 1; block < p_.partition.blocks; ++block)
      for (int part = 0; part < p_.partition.parts; ++part)
        if (values_.expression(*cell(Buffer::output, block, part).value) !=
            values_.expression(*cell(Buffer::output, 0, part).value))
          return false;
    return true;
  }

  const Programs& p_;
  const Program& program_;
  const int slots_;
  Contributions values_;
  std::vector<Running> lanes_;
  std::vector<Cell> cells_;  // by buffer, block, part
};

}  // namespace

bool proved_by_one_rank(const Programs& programs, int slots) {
  return slots > 0 && turns(programs) && OneRank(programs, slots).proves();
}

}  // namespace commlab
