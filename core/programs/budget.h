#pragma once
// What a run may cost. Work that does not fit is refused before memory is taken for it; the error says how
// much was asked for, and what would fit.

#include <cstdint>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/programs/lower.h"
#include "core/programs/programs.h"
#include "core/schedule/schedule.h"

namespace commlab {

struct Budget {
  Bytes memory = {INT64_MAX};  // that this computer can give
  // Transfers that are simulated one by one: three million a second make an hour.
  std::int64_t transfers = 10'000'000'000;
};

// Whether the programs of a schedule fit: their memory, and numbers of parts and transfers that can be
// counted.
Status check_programs_fit(const Schedule&, const Lowering&, const Budget&);

// Error (Fault::runtime): `what` needs `units` times `each`, and so much memory is not free.
Status check_memory(const Budget&, std::string_view what, std::int64_t units, Bytes each);

// Blocks that are sent, stored or combined, over all ranks: what a proof remembers.
std::int64_t blocks_moved(const Programs&);

}  // namespace commlab
