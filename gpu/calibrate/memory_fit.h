#pragma once
// Ranks on one GPU share its memory. First all ranks copy at once: if this is slower than each rank alone,
// the memory limits them, and their rate together is the memory's rate. Then all ranks reduce at once: they
// are slower by the factor by which a reduction moves more bytes than a copy.

#include "core/base/units.h"
#include "core/machine/machine.h"

namespace commlab {

// One kind of work, in bytes of one operand.
struct AllAtOnce {
  Bandwidth together;  // rate of all ranks at once
  Bandwidth apart;     // sum of the rates that each rank reaches alone
};

struct SharedMemory {
  Bandwidth rate{};  // 0: the memory does not limit copies
  double reduction_traffic = Work{}.reduction_traffic;
};

// If the memory does not limit reductions, their rate gives only an upper bound of their traffic. Then the
// traffic is the smaller of this bound and the bytes of their operands.
SharedMemory fit_shared_memory(const AllAtOnce& copies, const AllAtOnce& reductions);

}  // namespace commlab
