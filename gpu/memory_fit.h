#pragma once
// What ranks on one GPU share is its memory. All of them copy at once: where they are slower than as many
// alone would be, the memory holds them back, and what they reach together is its rate. Then all reduce at
// once: they reach less, by what a reduction moves beside what a copy does.

#include "core/base/units.h"
#include "core/machine/machine.h"

namespace commlab {

// One kind of work, in bytes of one operand.
struct AllAtOnce {
  Bandwidth together;  // of all ranks at work
  Bandwidth apart;     // what each reaches alone, as often
};

struct SharedMemory {
  Bandwidth rate{};  // 0: it holds no copies back
  double reduction_traffic = Work{}.reduction_traffic;
};

// Reductions that are not held back say only what they move at most: they count by their bytes, or by that.
SharedMemory fit_shared_memory(const AllAtOnce& copies, const AllAtOnce& reductions);

}  // namespace commlab
