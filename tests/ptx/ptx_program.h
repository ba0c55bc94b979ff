#pragma once
// A kernel made ready to run: every name and number a slot, every label a place in the code, every
// instruction one of a few kinds. What is not known is an error here, before anything runs.

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
    add,  // atom.add: the sum into memory, what was there before into a slot
    branch,
    barrier,  // of all threads of a block
    end,
  };
  Kind kind = Kind::end;
  bool guarded = false;
  bool unless = false;  // carried out where the guard is false
  bool extends_sign = false;
  std::uint8_t element_bytes = 0;
  std::uint8_t elements = 0;
  Space space = Space::global;
  std::uint16_t guard = 0;
  std::uint16_t base = 0;  // the slot of an address, to which the offset is added
  SlotNumbers slots{};     // of values
  void (*apply)(Slot*, const SlotNumbers&) = nullptr;
  std::int64_t offset = 0;
  std::size_t target = 0;  // of a branch
  int statement = 0;
};

// Slots that every thread finds its place in.
enum PlaceSlot : std::uint16_t { tid, ntid, ctaid, nctaid, place_slots };

struct Program {
  Kernel kernel;
  std::vector<Instruction> code;  // one for each of the kernel's statements, and the end
  std::vector<Slot> slots;        // as a thread finds them: constants, and zeros
  bool has_barriers = false;
};

// Errors name the kernel, the line and what is not known.
Result<Program> program_of(Kernel);

}  // namespace commlab::ptx
