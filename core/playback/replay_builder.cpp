#include "core/playback/replay_builder.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/base/index.h"
#include "core/playback/trace_matching.h"
#include "core/programs/check_programs.h"
#include "core/programs/execution.h"
#include "core/programs/play.h"

namespace commlab {

class ReplayBuilder {
 public:
  ReplayBuilder(const Trace& trace, const Programs& programs)
      : trace_(trace),
        p_(programs),
        matching_(trace, programs),
        replay_(programs.collective, programs.partition) {}

  Result<Replay> build() {
    if (Status ok = matching_.match(); !ok) return tl::unexpected(ok.error());
    fill_inputs();
    Execution execution(p_, p_.slots);
    if (Status ok = play(p_, execution, *this); !ok) return tl::unexpected(ok.error());
    if (Status ok = check_done(execution); !ok) return tl::unexpected(ok.error());
    sort_by_time();
    replay_.index_deposits(trace_.transfers.size());
    replay_.find_completions();
    return std::move(replay_);
  }

  // What play() asks for: the k-th block of an operand is a value.
  using Value = ValueId;

  Status begin(const Happened& event) {
    const Instruction& i = *event.instruction;
    if (event.taken >= 0 && message(event).blocks != i.blocks)
      return fail("rank {} receives {} blocks of a message that has {}: verify tells why", event.rank,
                  i.blocks, message(event).blocks);
    now_ = {.lane = matching_.lane(event.rank, event.lane)};
    now_.possible = earliest(event, now_.lane);
    if (meets(i.op)) return {};
    if (sends(i.op) || shares(i.op)) {
      const Result<std::int32_t> next = matching_.next_transfer(now_.lane, i);
      if (!next) return tl::unexpected(next.error());
      now_.sent = *next;
    }
    if (event.sent >= 0)
      messages_.push_back({now_.sent, static_cast<std::uint32_t>(under_way_.size()), i.blocks});
    now_.brought_by = event.taken >= 0 ? message(event).transfer : shares(i.op) ? now_.sent : -1;
    now_.dated = date(event, now_.lane, now_.possible, now_.sent);
    now_.stored = has_target(i.op) ? not_before_what_is_there(event, now_.dated) : now_.dated;
    return {};
  }

  Result<ValueId> read(const Happened& event, Rank owner, const Operand& operand, int k) {
    const ValueId value = cell(event, owner, operand, k).value;
    if (value == nothing_there)
      return fail("rank {} reads block {} of the {} of rank {} before anything is there: verify tells why",
                  event.rank, p_.block(event.rank, *event.instruction, operand, k), name_of(operand.buffer),
                  owner);
    return value;
  }

  Result<ValueId> write(const Happened& event, Rank owner, int k, const ValueId* with, ValueId incoming) {
    const Instruction& i = *event.instruction;
    const ValueId value = with != nullptr ? replay_.values_.combined(*with, incoming) : incoming;
    const int block = p_.block(event.rank, i, i.target, k);
    cell(event, owner, i.target, k) = {value, now_.stored};
    const Buffer buffer = stored_in(i.target.buffer);
    replay_.deposits_.push_back(
        {.at = now_.stored,
         .rank = owner,
         .block = block,
         .part = i.part,
         .value = value,
         .came = incoming,
         .old = reduces(i.op) && with != nullptr ? *with : nothing_there,
         .transfer = now_.brought_by,
         .step = i.step,
         .buffer = buffer,
         .phase = i.phase,
         .reduced = reduces(i.op) || i.op == Opcode::load_reduce,
         .done = buffer == Buffer::output && replay_.keeps_promise(owner, block, i.part, value)});
    return value;
  }

  ValueId combined(const Happened&, int, ValueId sum, ValueId loaded) {
    return replay_.values_.combined(sum, loaded);
  }
  ValueId message(const Happened& event, int k) const { return under_way_[message(event).first_value + k]; }
  void send(const Happened&, int, ValueId value) { under_way_.push_back(value); }

  // A lane goes on when its last byte has left. A store to a group, or a load from one, ends later, and its
  // instruction is done only then.
  void end(const Happened& event) {
    const Opcode op = event.instruction->op;
    const std::size_t self = matching_.instruction(now_.lane, event.index);
    if (meets(op)) {
      free_[now_.lane] = done_[self] = met(event, now_.possible);
      return;
    }
    const Time left = now_.sent < 0 ? now_.dated : transfer(now_.sent).sent;
    free_[now_.lane] = std::max(shares(op) ? now_.possible : now_.dated, left);
    done_[self] = shares(op) ? now_.dated : free_[now_.lane];
  }

 private:
  static constexpr ValueId nothing_there = Replay::no_value;

  // A chunk of a rank's memory: what is in it, and since when.
  struct Cell {
    ValueId value = nothing_there;
    Time since;
  };

  struct Message {
    std::int32_t transfer;
    std::uint32_t first_value;  // in under_way_
    std::int32_t blocks;
  };
  const Message& message(const Happened& received) const { return messages_[received.taken]; }

  void fill_inputs() {
    const auto chunks = index(p_.partition.blocks) * index(p_.partition.parts);
    const std::size_t cells = index(p_.collective.ranks) * chunks;
    for (auto& memory : memories_) memory.resize(cells);
    replay_.brought_.assign(cells, nothing_there);
    for (Rank rank = 0; rank < p_.collective.ranks; ++rank)
      for (int block = 0; block < p_.partition.blocks; ++block) {
        if (!before(p_.collective, rank, block)) continue;
        for (int part = 0; part < p_.partition.parts; ++part) {
          const ValueId value = replay_.values_.of_rank(rank, block * p_.partition.parts + part);
          replay_.brought_[replay_.cell(rank, block, part)] = value;
          cell(rank, Buffer::input, block, part).value = value;
        }
      }
    free_.assign(matching_.lanes(), trace_.launch);
    done_.assign(matching_.instructions(), trace_.launch);
  }

  // In place, input is output.
  Buffer stored_in(Buffer buffer) const {
    return p_.collective.in_place && buffer == Buffer::input ? Buffer::output : buffer;
  }
  Cell& cell(Rank rank, Buffer buffer, int block, int part) {
    return memories_[static_cast<std::size_t>(stored_in(buffer))][replay_.cell(rank, block, part)];
  }
  Cell& cell(const Happened& event, Rank owner, const Operand& operand, int k) {
    return cell(owner, operand.buffer, p_.block(event.rank, *event.instruction, operand, k),
                event.instruction->part);
  }

  const Transfer& transfer(std::int32_t index) const { return trace_.transfers[index]; }

  // When the instruction's lane and dependencies let it happen.
  Time earliest(const Happened& event, std::size_t lane) const {
    Time at = free_[lane];
    for (const Dependency& d : p_.of(event.rank).depends_on(*event.instruction))
      at = std::max(at, done_[matching_.instruction(matching_.lane(event.rank, d.lane), d.index)]);
    return at;
  }

  // A wait is over when all members have arrived. The trace does not say how long this news travelled; what
  // follows is dated by transfers again.
  Time met(const Happened& event, Time possible) {
    const auto meeting = index(event.meeting);
    meetings_.resize(std::max(meetings_.size(), meeting + 1));
    if (event.instruction->op == Opcode::wait) return std::max(possible, meetings_[meeting]);
    meetings_[meeting] = std::max(meetings_[meeting], possible);
    return possible;
  }

  // When the instruction's result was stored.
  Time date(const Happened& event, std::size_t lane, Time possible, std::int32_t sent) {
    const Opcode op = event.instruction->op;
    if (shares(op)) return transfer(sent).end;
    if (is_local_work(op)) {
      const Time end = matching_.next_local_end(lane, op);
      return end == never ? possible : end;
    }
    if (!receives(op)) return possible;
    const std::int32_t taken = message(event).transfer;
    const Time end = matching_.work_end(taken);
    return end == never ? std::max(possible, transfer(taken).end) : end;
  }

  // Whose memory the instruction stores to.
  std::span<const Rank> owners(const Happened& event) const {
    if (event.instruction->op != Opcode::multicast) return {&event.rank, 1};
    return p_.members(group(event));
  }
  int group(const Happened& event) const { return p_.of(event.rank).lanes[event.lane].group; }

  // Stores into one chunk keep the order of the programs, even where clocks of different ranks disagree.
  Time not_before_what_is_there(const Happened& event, Time at) {
    for (const Rank owner : owners(event))
      for (int k = 0; k < event.instruction->blocks; ++k)
        at = std::max(at, cell(event, owner, event.instruction->target, k).since);
    return at;
  }

  // Deposits of one moment stay in the order in which they were played.
  void sort_by_time() {
    std::vector<std::pair<Time, std::uint32_t>> order;
    order.reserve(replay_.deposits_.size());
    for (const Deposit& d : replay_.deposits_)
      order.emplace_back(d.at, static_cast<std::uint32_t>(order.size()));
    std::ranges::sort(order);
    std::vector<Deposit> sorted;
    sorted.reserve(order.size());
    for (const auto& [at, index] : order) sorted.push_back(replay_.deposits_[index]);
    replay_.deposits_ = std::move(sorted);
  }

  // The instruction that is being done.
  struct Now {
    std::size_t lane = 0;
    Time possible{};               // for its lane and its dependencies
    std::int32_t sent = -1;        // the transfer it starts
    std::int32_t brought_by = -1;  // the transfer that brings what it stores
    Time dated{};                  // when the trace says it was stored
    Time stored{};                 // the same, or later if the chunk was stored to later
  };

  const Trace& trace_;
  const Programs& p_;
  Now now_;
  TraceMatching matching_;
  Replay replay_;
  std::array<std::vector<Cell>, 3> memories_;  // by buffer
  std::vector<Message> messages_;              // by number
  std::vector<ValueId> under_way_;             // what messages carry, a value for each block
  std::vector<Time> free_;                     // of each lane: when its last instruction was done
  std::vector<Time> done_;                     // of each instruction
  std::vector<Time> meetings_;                 // when the last member arrived at each
};

Result<Replay> build_replay(const Trace& trace, const Programs& programs) {
  assert(check_form(programs));
  return ReplayBuilder(trace, programs).build();
}

}  // namespace commlab
