#include "core/programs/program_writer.h"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

#include "core/base/index.h"

namespace commlab {
namespace {

// One instruction both reads and writes the rank's memory.
bool is_read_and_write(Action::Kind kind) {
  return kind == Action::Kind::local || kind == Action::Kind::multicast || kind == Action::Kind::load_reduce;
}

}  // namespace

void ProgramWriter::add(const Action& action) {
  assert((step_.empty() || step_.back().step <= action.step) && "steps never go back");
  const bool meets = is_barrier(action.kind);
  if (!step_.empty() && (meets || step_.back().step != action.step)) close_step();
  if (meets)
    place_barrier(action);
  else
    step_.push_back(action);
}

Program ProgramWriter::finish() {
  close_step();
  lanes_.clear();
  for (AccessMap& memory : memory_) memory.clear();
  std::ranges::fill(last_send_, nothing);
  std::ranges::fill(step_send_, nothing);
  return std::exchange(program_, {});
}

void ProgramWriter::close_step() {
  own_.clear();
  for (const Action& action : step_) {
    for (int part = action.first_part; part < action.last_part; ++part) {
      if (is_read_and_write(action.kind)) own_.push_back(pending_.size());
      place_reads(action, part);
    }
  }
  auto next_own = own_.begin();
  for (const Action& action : step_) {
    for (int part = action.first_part; part < action.last_part; ++part)
      place_writes(action, part, is_read_and_write(action.kind) ? *next_own++ : pending_.size());
  }
  last_send_ = step_send_;
  step_.clear();
  settle_dependencies();
}

// The arrival and the wait of each channel, or of each piece.
void ProgramWriter::place_barrier(const Action& action) {
  const bool of_all = action.kind == Action::Kind::barrier;
  const int together = of_all ? shape_.pieces : 1;
  const int first = of_all ? 0 : action.from.block, last = of_all ? shape_.blocks : first + 1;
  for (int part = 0; part < shape_.parts; part += together) {
    const int lane = group_lane_of(part / shape_.pieces, action.group, action.kind);
    const std::size_t arrive = place(lane, Opcode::arrive, action, 0);
    const std::size_t wait = place(lane, Opcode::wait, action, 0);
    for (std::size_t m = 0; m < memory_.size(); ++m) {
      const int accessed = static_cast<int>(m) % shape_.parts;
      if (accessed / together != part / together) continue;
      memory_[m].write(first, last, pending_[wait], [&](Dependency d) { wait_for(arrive, d); });
    }
  }
  settle_dependencies();
}

// To wait for several instructions of one lane is to wait for the last of them.
void ProgramWriter::settle_dependencies() {
  std::ranges::sort(waits_, {},
                    [](const Wait& wait) { return std::tuple(wait.waiting, wait.on.lane, -wait.on.index); });
  auto wait = waits_.begin();
  for (std::size_t p = 0; p < pending_.size(); ++p) {
    Instruction& i = program_.lanes[pending_[p].lane].code[pending_[p].index];
    i.first_dependency = static_cast<std::uint32_t>(program_.dependencies.size());
    for (std::int32_t settled = -1; wait != waits_.end() && wait->waiting == p; ++wait) {
      if (wait->on.lane == settled) continue;
      settled = wait->on.lane;
      program_.dependencies.push_back(wait->on);
    }
    i.dependencies = static_cast<std::uint32_t>(program_.dependencies.size()) - i.first_dependency;
  }
  pending_.clear();
  waits_.clear();
}

void ProgramWriter::place_reads(const Action& action, int part) {
  const int channel = part / shape_.pieces;
  if (action.kind == Action::Kind::recv) return;
  if (action.kind == Action::Kind::multicast || action.kind == Action::Kind::load_reduce) {
    const Opcode op = action.kind == Action::Kind::multicast ? Opcode::multicast : Opcode::load_reduce;
    const std::size_t at = place(group_lane_of(channel, action.group, action.kind), op, action, part);
    read(at, action.from, action, part);
    return;
  }
  if (action.kind == Action::Kind::local) {
    if (is_nothing(action)) return;  // onto itself, in place
    const std::size_t at = place(lane_of(channel, no_peer, no_peer),
                                 action.reduces ? Opcode::reduce : Opcode::copy, action, part);
    read(at, action.from, action, part);
    return;
  }
  const int back = shape_.paired_lanes ? action.recv_from : no_peer;
  const std::size_t at = place(lane_of(channel, action.send_to, back), Opcode::send, action, part);
  read(at, action.from, action, part);
  if (!shape_.steps_overlap) wait_for(at, last_send_[part]);
  step_send_[part] = pending_[at];
}

void ProgramWriter::place_writes(const Action& action, int part, std::size_t own) {
  const int channel = part / shape_.pieces;
  if (action.kind == Action::Kind::send) return;
  if (action.kind == Action::Kind::local && is_nothing(action)) return;
  if (!is_read_and_write(action.kind)) {
    const int out = shape_.paired_lanes ? action.send_to : no_peer;
    own = place(lane_of(channel, out, action.recv_from), action.reduces ? Opcode::recv_reduce : Opcode::recv,
                action, part);
  }
  if (action.reduces) read(own, action.with, action, part);
  write(own, action.into, action, part);
}

bool ProgramWriter::is_nothing(const Action& action) const {
  return !action.reduces && action.from.block == action.into.block &&
         mapped(action.from.buffer) == mapped(action.into.buffer);
}

std::size_t ProgramWriter::place(int lane, Opcode op, const Action& action, int part) {
  auto& code = program_.lanes[lane].code;
  Instruction i{.op = op,
                .phase = action.phase,
                .step = action.step,
                .part = part,
                .blocks = action.blocks,
                .spacing = action.spacing};
  if (has_source(op)) i.source = action.from;
  if (has_target(op)) i.target = action.into;
  if (reduces(op)) i.with = action.with;
  code.push_back(i);
  pending_.push_back({lane, static_cast<int>(code.size()) - 1});
  return pending_.size() - 1;
}

void ProgramWriter::read(std::size_t pending, const Operand& operand, const Action& action, int part) {
  for_runs(operand, action, [&](int first, int last) {
    memory(operand, part).read(first, last, pending_[pending], [&](Dependency d) { wait_for(pending, d); });
  });
}

void ProgramWriter::write(std::size_t pending, const Operand& operand, const Action& action, int part) {
  for_runs(operand, action, [&](int first, int last) {
    memory(operand, part).write(first, last, pending_[pending], [&](Dependency d) { wait_for(pending, d); });
  });
}

// Runs of blocks often share a writer.
void ProgramWriter::wait_for(std::size_t pending, Dependency on) {
  if (on == nothing || on.lane == pending_[pending].lane) return;
  if (waits_.empty() || waits_.back().waiting != pending || waits_.back().on != on)
    waits_.push_back({pending, on});
}

int ProgramWriter::lane_of(int channel, int send_peer, int recv_peer) {
  const auto pack = [](int peer) { return static_cast<std::uint64_t>(peer + 1); };  // < 2^21
  return lane_named((static_cast<std::uint64_t>(channel) << 42) | (pack(send_peer) << 21) | pack(recv_peer),
                    {.channel = channel, .send_peer = send_peer, .recv_peer = recv_peer, .code = {}});
}

// A group's stores, loads and barrier have a lane each.
int ProgramWriter::group_lane_of(int channel, int group, Action::Kind kind) {
  constexpr std::uint64_t of_a_group = std::uint64_t{1} << 63;
  return lane_named(of_a_group | (static_cast<std::uint64_t>(channel) << 42) |
                        (static_cast<std::uint64_t>(group) << 8) | static_cast<std::uint64_t>(kind),
                    {.channel = channel, .group = group, .code = {}});
}

int ProgramWriter::lane_named(std::uint64_t name, const Lane& empty) {
  const auto [found, added] = lanes_.try_emplace(name, static_cast<int>(program_.lanes.size()));
  if (added) program_.lanes.push_back(empty);
  return found->second;
}

// In place, input is output.
Buffer ProgramWriter::mapped(Buffer buffer) const {
  return shape_.in_place && buffer == Buffer::input ? Buffer::output : buffer;
}

AccessMap& ProgramWriter::memory(const Operand& operand, int part) {
  return memory_[static_cast<std::size_t>(mapped(operand.buffer)) * index(shape_.parts) + index(part)];
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
