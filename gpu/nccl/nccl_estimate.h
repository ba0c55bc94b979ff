#pragma once
// What NCCL itself expects a collective to take (ncclGroupSimulateEnd, since 2.22): its own model's time for
// the algorithm and protocol it would choose.

#include <optional>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"
#include "gpu/nccl_backend.h"

namespace commlab {

// Of a collective all of whose ranks are here. It takes communicators of its own, which may only be used for
// this: they must block, and what is prepared for a simulation stays in them. Nothing where NCCL has no
// model (sends and receives, all_to_all, gather, scatter, one rank), or fails to tell.
std::optional<Time> nccl_estimate(const Collective&, const std::vector<NcclMembers::Here>&);

}  // namespace commlab
