#pragma once
// What the instructions of PTX compute that touch registers alone, each form (add.s32, setp.lt.f32) a
// function of C++ on values of its types. Semantics are those of the PTX ISA 9.0, chapter 9.7; without .ftz,
// denormals are kept; an operation of 32-bit floats that has no number to give gives the NaN 0x7fffffff.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace commlab::ptx {

// A register. Who reads it as a narrower type takes its low bits; what is written is extended, signed types
// with their sign: so an instruction may use wider registers than its type, as chapter 9.4.1 has it.
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

// Which slots an instruction works on, as its text lists them, those within {} in a row.
using SlotNumbers = std::array<std::uint16_t, 5>;

struct Arithmetic {
  std::size_t results;   // the first of its operands
  std::size_t operands;  // with them
  void (*apply)(Slot* slots, const SlotNumbers&);
};

// Null where the form is not known. A mov that packs its source {a, b}, or unpacks into it, has the opcode
// "mov.b32 {}" or "mov{}.b32".
const Arithmetic* arithmetic(std::string_view opcode);

}  // namespace commlab::ptx
