#pragma once
// 16-bit floats as IEEE 754 defines them: a whole number of quanta, of which every binade has its own. By
// arithmetic in double, which is exact here, and not by bits: so that it proves what goes by bits.

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
