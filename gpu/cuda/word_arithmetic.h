#pragma once
// Combines elements narrower than a GPU's registers one register at a time: two 16-bit floats, or four bytes.
//
//   float16   | high 16 | low 16 |   -> two floats -> (op) twice -> rounded once each -> one word
//   int8      | 3 | 2 | 1 | 0 |      sum: all four in one addition that lets no carry out of its byte
//   float8    | 3 | 2 | 1 | 0 |      four times: two floats -> (op) -> rounded once
//
// While 16 bytes of a sum are moved (48 bytes of memory traffic at 3.35 TB/s), an H100 can start about 200
// whole-number instructions (64 a cycle on each of 132 multiprocessors, 1.7 GHz). Code that needs more
// instructions is slower than memory. Element by element, float16 needed about 250 instructions, so this file
// uses the GPU's own conversions for 16 bits. They round to nearest even as core/collective/narrow_float.h
// does, and differ from it only in the bits of a NaN (PTX ISA 9.0, cvt). Only GPUs from sm_89 on convert
// floats of 8 bits, so these are converted as on the host, which every GPU can.

#include <cstdint>
#include <type_traits>

#include "core/collective/element_math.h"
#include "gpu/cuda/host_and_gpu.h"

namespace commlab {

struct FloatPair {
  float low;
  float high;
};

// The two 16-bit floats of a word.
template <class Narrow>
COMMLAB_HOST_AND_GPU FloatPair floats_of(std::uint32_t word) {
#ifdef __CUDA_ARCH__
  if constexpr (std::is_same_v<Narrow, Float16>) {
    FloatPair pair;
    asm("{ .reg .b16 low, high; mov.b32 {low, high}, %2; cvt.f32.f16 %0, low; cvt.f32.f16 %1, high; }"
        : "=f"(pair.low), "=f"(pair.high)
        : "r"(word));
    return pair;
  }
#endif
  return {to_float(Narrow{static_cast<std::uint16_t>(word)}),
          to_float(Narrow{static_cast<std::uint16_t>(word >> 16)})};
}

// The word of two floats, each rounded once to nearest even.
template <class Narrow>
COMMLAB_HOST_AND_GPU std::uint32_t packed(FloatPair pair) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  std::uint32_t word;
  if constexpr (std::is_same_v<Narrow, Float16>)
    asm("cvt.rn.f16x2.f32 %0, %2, %1;" : "=r"(word) : "f"(pair.low), "f"(pair.high));
  else
    asm("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r"(word) : "f"(pair.low), "f"(pair.high));
  return word;
#else
#ifdef __CUDA_ARCH__
  if constexpr (std::is_same_v<Narrow, Float16>) {
    std::uint32_t word;
    asm("{ .reg .b16 low, high; cvt.rn.f16.f32 low, %1; cvt.rn.f16.f32 high, %2; mov.b32 %0, {low, high}; }"
        : "=r"(word)
        : "f"(pair.low), "f"(pair.high));
    return word;
  }
#endif
  return narrowed<Narrow>(pair.low).bits | static_cast<std::uint32_t>(narrowed<Narrow>(pair.high).bits) << 16;
#endif
}

// Four sums that wrap around: the lower seven bits of each byte are added, and the highest bit is added
// without its carry.
COMMLAB_HOST_AND_GPU inline std::uint32_t sum_of_bytes(std::uint32_t a, std::uint32_t b) {
  constexpr std::uint32_t low_seven = 0x7f7f7f7fu;
  return ((a & low_seven) + (b & low_seven)) ^ ((a ^ b) & ~low_seven);
}

// Any operation: each byte is computed in 32 bits, and the result is the lowest 8 bits.
template <class Byte, class Operation>
COMMLAB_HOST_AND_GPU std::uint32_t combined_bytes(std::uint32_t with, std::uint32_t incoming,
                                                  Operation operation) {
  std::uint32_t word = 0;
  COMMLAB_UNROLL
  for (int bit = 0; bit < 32; bit += 8) {
    const std::int32_t result = operation(std::int32_t{static_cast<Byte>(with >> bit)},
                                          std::int32_t{static_cast<Byte>(incoming >> bit)});
    word |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(result)) << bit;
  }
  return word;
}

// Any operation on floats of 8 bits.
template <class Float8, class Operation>
COMMLAB_HOST_AND_GPU std::uint32_t combined_floats_of_8_bits(std::uint32_t with, std::uint32_t incoming,
                                                             Operation operation) {
  std::uint32_t word = 0;
  COMMLAB_UNROLL
  for (int bit = 0; bit < 32; bit += 8) {
    const Float8 left{static_cast<std::uint8_t>(with >> bit)};
    const Float8 right{static_cast<std::uint8_t>(incoming >> bit)};
    word |= static_cast<std::uint32_t>(combined(left, right, operation).bits) << bit;
  }
  return word;
}

// combined() of each element of the word.
template <class Element, class Operation>
COMMLAB_HOST_AND_GPU std::uint32_t combined_word(std::uint32_t with, std::uint32_t incoming,
                                                 Operation operation) {
  if constexpr (is_narrow<Element> && sizeof(Element) == 1) {
    return combined_floats_of_8_bits<Element>(with, incoming, operation);
  } else if constexpr (is_narrow<Element>) {
    const FloatPair left = floats_of<Element>(with);
    const FloatPair right = floats_of<Element>(incoming);
    return packed<Element>({operation(left.low, right.low), operation(left.high, right.high)});
  } else if constexpr (std::is_same_v<Operation, Sum>) {
    return sum_of_bytes(with, incoming);
  } else {
    return combined_bytes<Element>(with, incoming, operation);
  }
}

}  // namespace commlab
