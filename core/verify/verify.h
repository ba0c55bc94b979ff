#pragma once
// A proof, or a counterexample a student can read. verify() follows every rank's
// contribution through the Programs themselves, symbolically, at any size.

#include <stop_token>
#include <string>

#include "core/base/error.h"
#include "core/programs/budget.h"
#include "core/programs/programs.h"

namespace commlab {

struct ProofOptions {
  // Slots per connection; -1 uses the declared count. 0: send and receive of one step are one exchange.
  int slots = -1;
  Budget budget{};         // a proof that needs more memory is refused
  std::stop_token stop{};  // asks the proof to end, with an error of Fault::runtime
};

// Proved: each contribution arrives exactly once wherever the collective promises it, nothing
// undefined is read, no two accesses race (happens-before, over lanes, messages and barriers), nothing
// leaves its buffer, nobody touches another rank's memory before that rank begins or after it ends,
// no rank waits forever with these slots.
// Otherwise an Error (Fault::no) that tells a story of a few lines: the first wrong transfer,
// and how the wrong value came about; or the cycle of who waits for whom.
Status verify(const Programs&, const ProofOptions& = {});

// Further results of a proof.
struct Proof {
  // Where several ranks are promised one result, all of them combine the contributions in the same order,
  // so that floating-point results are equal bit for bit.
  bool one_order = true;
  std::string orders;  // if not: "block 0 is (x0 + x2) + x1 on rank 0, and (x1 + x0) + x2 on rank 1"
};
Result<Proof> prove(const Programs&, const ProofOptions& = {});

}  // namespace commlab
