#pragma once
// Ranks on one GPU share its memory. All of them copy at once: if that is slower than each alone, the memory
// limits them, and their rate together is the memory's rate. Then all reduce at once: they are slower still,
// by what a reduction moves more than a copy.

#include "core/base/units.h"
#include "core/machine/machine.h"

namespace commlab {

// One kind of work, in bytes of one operand.
struct AllAtOnce {
  Bandwidth together;  // of all ranks at once
  Bandwidth apart;     // the sum of what each reaches alone
};

struct SharedMemory {
  Bandwidth rate{};  // 0: the memory does not limit copies
  double reduction_traffic = Work{}.reduction_traffic;
};

// If the memory does not limit reductions, their rate only bounds their traffic from above; then the traffic
// is the smaller of that and of the bytes of their operands.
SharedMemory fit_shared_memory(const AllAtOnce& copies, const AllAtOnce& reductions);

}  // namespace commlab
