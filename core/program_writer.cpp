#include "core/program_writer.h"

#include <algorithm>

namespace commlab {

void ProgramWriter::add(const Action& action) {
  if (!step_.empty() && step_.back().step != action.step) close_step();
  step_.push_back(action);
}

Program ProgramWriter::finish() && {
  close_step();
  return std::move(program_);
}

void ProgramWriter::close_step() {
  std::vector<std::size_t> local;  // where each local action's instruction is pending
  for (const Action& action : step_) {
    for (int part = action.first_part; part < action.last_part; ++part) {
      if (action.kind == Action::Kind::local) local.push_back(pending_.size());
      place_reads(action, part);
    }
  }
  auto next_local = local.begin();
  for (const Action& action : step_) {
    for (int part = action.first_part; part < action.last_part; ++part)
      place_writes(action, part, action.kind == Action::Kind::local ? *next_local++ : pending_.size());
  }
  // Of several instructions of one lane, waiting for the last is waiting for all.
  for (Pending& pending : pending_) {
    auto& waits = pending.waits_for;
    std::ranges::sort(waits, [](Dependency a, Dependency b) {
      return a.lane != b.lane ? a.lane < b.lane : a.index > b.index;
    });
    const auto rest = std::ranges::unique(waits, {}, &Dependency::lane);
    waits.erase(rest.begin(), rest.end());
    std::erase_if(waits, [&](Dependency d) { return d.lane == pending.self.lane; });
    Instruction& i = program_.lanes[static_cast<std::size_t>(pending.self.lane)]
                         .code[static_cast<std::size_t>(pending.self.index)];
    i.first_dependency = static_cast<std::uint32_t>(program_.dependencies.size());
    i.dependencies = static_cast<std::uint32_t>(waits.size());
    program_.dependencies.insert(program_.dependencies.end(), waits.begin(), waits.end());
  }
  last_send_ = step_send_;
  step_.clear();
  pending_.clear();
}

void ProgramWriter::place_reads(const Action& action, int part) {
  const int channel = part / shape_.pieces;
  if (action.kind == Action::Kind::recv) return;
  if (action.kind == Action::Kind::local) {
    if (is_nothing(action)) return;  // onto itself, in place
    const std::size_t at = place(lane_of(channel, no_peer, no_peer),
                                 action.reduces ? Opcode::reduce : Opcode::copy, action, part);
    read(pending_[at], action.from, action, part);
    return;
  }
  const int back = shape_.paired_lanes ? action.recv_from : no_peer;
  const std::size_t at = place(lane_of(channel, action.send_to, back), Opcode::send, action, part);
  read(pending_[at], action.from, action, part);
  const Dependency earlier = last_send_[static_cast<std::size_t>(part)];
  pending_[at].wait_for(earlier);
  step_send_[static_cast<std::size_t>(part)] = pending_[at].self;
}

void ProgramWriter::place_writes(const Action& action, int part, std::size_t local) {
  const int channel = part / shape_.pieces;
  if (action.kind == Action::Kind::send) return;
  if (action.kind == Action::Kind::local) {
    if (is_nothing(action)) return;
  } else {
    const int out = shape_.paired_lanes ? action.send_to : no_peer;
    local = place(lane_of(channel, out, action.recv_from),
                  action.reduces ? Opcode::recv_reduce : Opcode::recv, action, part);
  }
  if (action.reduces) read(pending_[local], action.with, action, part);
  write(pending_[local], action.into, action, part);
}

bool ProgramWriter::is_nothing(const Action& action) const {
  return !action.reduces && action.from.block == action.into.block &&
         mapped(action.from.buffer) == mapped(action.into.buffer);
}

std::size_t ProgramWriter::place(int lane, Opcode op, const Action& action, int part) {
  auto& code = program_.lanes[static_cast<std::size_t>(lane)].code;
  Instruction i{.op = op,
                .phase = action.phase,
                .step = action.step,
                .part = part,
                .blocks = action.blocks,
                .spacing = action.spacing};
  if (op == Opcode::send || op == Opcode::copy || op == Opcode::reduce) i.source = action.from;
  if (op != Opcode::send) i.target = action.into;
  if (reduces(op)) i.with = action.with;
  code.push_back(i);
  pending_.push_back({.self = {lane, static_cast<int>(code.size()) - 1}, .waits_for = {}});
  return pending_.size() - 1;
}

void ProgramWriter::read(Pending& pending, const Operand& operand, const Action& action, int part) {
  for_runs(operand, action, [&](int first, int last) {
    memory(operand, part).read(first, last, pending.self, [&](Dependency d) { pending.wait_for(d); });
  });
}

void ProgramWriter::write(Pending& pending, const Operand& operand, const Action& action, int part) {
  for_runs(operand, action, [&](int first, int last) {
    memory(operand, part).write(first, last, pending.self, [&](Dependency d) { pending.wait_for(d); });
  });
}

int ProgramWriter::lane_of(int channel, int send_peer, int recv_peer) {
  const auto pack = [](int peer) { return static_cast<std::uint64_t>(peer + 1); };  // < 2^21
  const std::uint64_t name =
      (static_cast<std::uint64_t>(channel) << 42) | (pack(send_peer) << 21) | pack(recv_peer);
  const auto [found, added] = lanes_.try_emplace(name, static_cast<int>(program_.lanes.size()));
  if (added)
    program_.lanes.push_back(
        {.channel = channel, .send_peer = send_peer, .recv_peer = recv_peer, .code = {}});
  return found->second;
}

// In place, input is output.
Buffer ProgramWriter::mapped(Buffer buffer) const {
  return shape_.in_place && buffer == Buffer::input ? Buffer::output : buffer;
}

AccessMap& ProgramWriter::memory(const Operand& operand, int part) {
  return memory_[static_cast<std::size_t>(mapped(operand.buffer)) * static_cast<std::size_t>(shape_.parts) +
                 static_cast<std::size_t>(part)];
}

template <class WithRun>
void ProgramWriter::for_runs(const Operand& operand, const Action& action, WithRun with_run) const {
  for (int k = 0, length = 0; k < action.blocks; k += length) {
    length = std::min(action.spacing.run, action.blocks - k);
    const int first = (operand.block + action.spacing.offset(k)) % shape_.blocks;
    const int last = first + length;
    with_run(first, std::min(last, shape_.blocks));
    if (last > shape_.blocks) with_run(0, last - shape_.blocks);  // cyclic
  }
}

}  // namespace commlab
