#pragma once
// What PTX instructions that use registers only compute: each form (add.s32, setp.lt.f32) is a C++ function
// on values of its types. Semantics are those of the PTX ISA 9.0, chapter 9.7: without .ftz, denormals are
// kept; an operation of 32-bit floats whose result is NaN gives 0x7fffffff.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace commlab::ptx {

// A register. A read as a narrower type takes the low bits. A write of a narrower value extends it, signed
// types with their sign. So an instruction may use registers wider than its type, as chapter 9.4.1 allows.
using Slot = std::uint64_t;

template <class T>
T as(Slot slot) {
  if constexpr (std::is_same_v<T, bool>) {
    return (slot & 1) != 0;
  } else {
    T value;
    std::memcpy(&value, &slot, sizeof value);  // little-endian
    return value;
  }
}

template <class T>
Slot slot_of(T value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<Slot>(value);
  } else {
    Slot slot = 0;
    std::memcpy(&slot, &value, sizeof value);
    return slot;
  }
}

// The slots that an instruction works on, as its text lists them; those within {} follow one another.
using SlotNumbers = std::array<std::uint16_t, 5>;

struct Arithmetic {
  std::size_t results;   // how many of the operands are results; they come first
  std::size_t operands;  // all operands, results included
  void (*apply)(Slot* slots, const SlotNumbers&);
};

// Null for an unknown form. A mov that packs {a, b} has the opcode "mov.b32 {}"; one that unpacks into {a, b}
// has "mov{}.b32".
const Arithmetic* arithmetic(std::string_view opcode);

}  // namespace commlab::ptx
