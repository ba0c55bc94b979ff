#pragma once
// 16-bit floats as IEEE 754 defines them: a whole number of quanta, whose size depends on the binade. This
// file computes in double, which is exact here, so it is an independent check of code that handles the bits.

#include <cstdint>

namespace commlab::ptx {

struct Half {
  std::uint16_t bits;
};
struct BrainHalf {
  std::uint16_t bits;
};

float widened(Half);
// Rounded to the nearest, ties to even; too large is infinity; NaN is 0x7fff (PTX ISA 9.0, cvt).
Half half_of(float);
BrainHalf brain_half_of(float);

}  // namespace commlab::ptx
