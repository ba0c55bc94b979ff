#pragma once
// A kernel ready to run: every name and number is a slot, every label is a place in the code, and every
// instruction is one of a few kinds. Unknown instructions are errors here, before anything runs.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "tests/ptx/ptx_arithmetic.h"
#include "tests/ptx/ptx_module.h"

namespace commlab::ptx {

enum class Space { parameters, shared, global };

struct Instruction {
  enum class Kind {
    arithmetic,
    load,  // elements into as many slots
    store,
    add,      // atom.add: the sum goes into memory, the value before it into a slot
    minimum,  // atom.min: likewise
    branch,
    barrier,  // for all threads of a block
    end,
  };
  Kind kind = Kind::end;
  bool guarded = false;
  bool unless = false;  // true: carried out where the guard is false
  bool extends_sign = false;
  std::uint8_t element_bytes = 0;
  std::uint8_t elements = 0;
  Space space = Space::global;
  std::uint16_t guard = 0;
  std::uint16_t base = 0;  // the slot of an address; the offset is added to it
  SlotNumbers slots{};     // the slots of values
  void (*apply)(Slot*, const SlotNumbers&) = nullptr;
  std::int64_t offset = 0;
  std::size_t target = 0;  // where a branch goes
  int statement = 0;
};

// The slots that hold a thread's place in the grid.
enum PlaceSlot : std::uint16_t { tid, ntid, ctaid, nctaid, place_slots };

struct Program {
  Kernel kernel;
  std::vector<Instruction> code;  // one for each statement of the kernel, and the end
  std::vector<Slot> slots;        // at a thread's start: constants, and zeros
  bool has_barriers = false;
};

// Errors name the kernel, the line and the unknown instruction.
Result<Program> program_of(Kernel);

}  // namespace commlab::ptx
