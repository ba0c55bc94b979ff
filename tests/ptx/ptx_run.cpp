#include "tests/ptx/ptx_run.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <optional>

namespace commlab::ptx {
namespace {

struct Thread {
  std::vector<Slot> slots;  // a thread starts with what the last one left: registers are undefined at first
  std::size_t next = 0;     // the next instruction
  bool ended = false;
};

Slot loaded(const std::byte* from, const Instruction& i) {
  Slot value = 0;
  switch (i.element_bytes) {
    case 1: std::memcpy(&value, from, 1); return i.extends_sign ? slot_of(as<std::int8_t>(value)) : value;
    case 2: std::memcpy(&value, from, 2); return i.extends_sign ? slot_of(as<std::int16_t>(value)) : value;
    case 4: std::memcpy(&value, from, 4); return i.extends_sign ? slot_of(as<std::int32_t>(value)) : value;
    default: std::memcpy(&value, from, 8); return value;
  }
}

bool holds(std::uint64_t size, std::uint64_t first, std::uint64_t bytes) {
  return first <= size && bytes <= size - first;
}

class Machine {
 public:
  Machine(const Program& program, Grid grid, std::span<const std::byte> parameters, const Memory& memory)
      : program_(program),
        grid_(grid),
        parameters_(parameters),
        memory_(memory),
        shared_(static_cast<std::size_t>(bytes_of(program.kernel.shared))),
        threads_(program.has_barriers ? grid.threads : 1, Thread{program.slots}) {}

  Status run() {
    for (unsigned b = 0; b < grid_.blocks && !wrong_; ++b)
      if (program_.has_barriers)
        run_block(in_turn(b, grid_.blocks));
      else
        run_apart(in_turn(b, grid_.blocks));
    if (wrong_) return tl::unexpected(*wrong_);
    return {};
  }

 private:
  unsigned in_turn(unsigned i, unsigned count) const { return grid_.backwards ? count - 1 - i : i; }

  void run_apart(unsigned block) {
    for (unsigned t = 0; t < grid_.threads && !wrong_; ++t) {
      begin(threads_[0], block, in_turn(t, grid_.threads));
      run(threads_[0]);
    }
  }

  // Every thread must reach a barrier, or end, before any thread goes on.
  void run_block(unsigned block) {
    for (unsigned t = 0; t < grid_.threads; ++t) begin(threads_[t], block, t);
    while (!wrong_ && !std::ranges::all_of(threads_, &Thread::ended))
      for (unsigned t = 0; t < grid_.threads && !wrong_; ++t) run(threads_[in_turn(t, grid_.threads)]);
  }

  void begin(Thread& thread, unsigned block, unsigned number) const {
    thread.slots[tid] = number;
    thread.slots[ntid] = grid_.threads;
    thread.slots[ctaid] = block;
    thread.slots[nctaid] = grid_.blocks;
    thread.next = 0;
    thread.ended = false;
  }

  // Runs a thread to its next barrier, or to its end.
  void run(Thread& thread) {
    Slot* const slots = thread.slots.data();
    const Instruction* const code = program_.code.data();
    std::size_t next = thread.next;
    while (!thread.ended) {
      const Instruction& i = code[next++];
      if (i.guarded && as<bool>(slots[i.guard]) == i.unless) continue;
      switch (i.kind) {
        case Instruction::Kind::arithmetic: i.apply(slots, i.slots); continue;
        case Instruction::Kind::branch: next = i.target; continue;
        case Instruction::Kind::load: thread.ended = !load(i, slots); continue;
        case Instruction::Kind::store: thread.ended = !store(i, slots); continue;
        case Instruction::Kind::add: thread.ended = !atomic(i, slots, std::plus{}); continue;
        case Instruction::Kind::minimum: thread.ended = !atomic(i, slots, std::ranges::min); continue;
        case Instruction::Kind::end: thread.ended = true; continue;
        case Instruction::Kind::barrier: thread.next = next; return;
      }
    }
  }

  bool load(const Instruction& i, Slot* slots) {
    const std::byte* const from = place(i, slots, Access::reading);
    for (std::size_t e = 0; from != nullptr && e < i.elements; ++e)
      slots[i.slots[e]] = loaded(from + e * i.element_bytes, i);
    return from != nullptr;
  }

  bool store(const Instruction& i, Slot* slots) {
    std::byte* const to = place(i, slots, Access::writing);
    for (std::size_t e = 0; to != nullptr && e < i.elements; ++e)
      std::memcpy(to + e * i.element_bytes, &slots[i.slots[e]], i.element_bytes);
    return to != nullptr;
  }

  template <class Operation>
  bool atomic(const Instruction& i, Slot* slots, Operation operation) {
    std::byte* const where = place(i, slots, Access::writing);
    if (where == nullptr) return false;
    const Slot before = loaded(where, i);
    const Slot after = operation(before, slots[i.slots[1]]);
    std::memcpy(where, &after, i.element_bytes);
    slots[i.slots[0]] = before;
    return true;
  }

  // The memory that an instruction reads or writes; null, with an error, where it may not.
  std::byte* place(const Instruction& i, const Slot* slots, Access access) {
    const std::uint64_t address = slots[i.base] + static_cast<std::uint64_t>(i.offset);
    const std::uint64_t bytes = std::uint64_t{i.element_bytes} * i.elements;
    if (address % bytes != 0)
      return wrong(i, slots, address, fmt::format("not on a boundary of {} bytes", bytes));
    switch (i.space) {
      case Space::parameters:
        if (access == Access::reading && holds(parameters_.size(), address, bytes))
          return const_cast<std::byte*>(parameters_.data()) + address;  // only to be read
        break;
      case Space::shared:
        if (holds(shared_.size(), address, bytes)) return shared_.data() + address;
        break;
      case Space::global:
        if (memory_.allows(access, address, bytes)) return std::bit_cast<std::byte*>(address);
        break;
    }
    return wrong(i, slots, address,
                 access == Access::reading ? "outside what it may read" : "outside what it may write");
  }

  std::byte* wrong(const Instruction& i, const Slot* slots, std::uint64_t address, std::string_view what) {
    const Statement& statement = program_.kernel.statements[static_cast<std::size_t>(i.statement)];
    wrong_ =
        Error{fmt::format("{}, line {}: {} at {:#x} in thread {} of block {} is {}", program_.kernel.name,
                          statement.line, statement.opcode, address, slots[tid], slots[ctaid], what),
              Fault::runtime};
    return nullptr;
  }

  const Program& program_;
  const Grid grid_;
  const std::span<const std::byte> parameters_;
  const Memory& memory_;
  std::vector<std::byte> shared_;
  std::vector<Thread> threads_;  // those of a block, where barriers are used; otherwise one serves for all
  std::optional<Error> wrong_;
};

}  // namespace

Status run(const Program& program, Grid grid, std::span<const std::byte> parameters, const Memory& memory) {
  return Machine(program, grid, parameters, memory).run();
}

}  // namespace commlab::ptx
