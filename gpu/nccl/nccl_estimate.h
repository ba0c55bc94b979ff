#pragma once
// The time that NCCL itself expects of a collective (ncclGroupSimulateEnd, since 2.22), by its own model, for
// the algorithm and protocol that it would choose.

#include <optional>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"
#include "gpu/nccl/nccl_backend.h"

namespace commlab {

// All ranks of the collective must be in this process. The estimate makes its own communicators, because
// whatever NCCL prepares for a simulation stays in them. nullopt: NCCL is too old, or has no model for it
// (sends and receives, all_to_all, gather, scatter, one rank), or a call fails.
std::optional<Time> nccl_estimate(const Collective&, NcclOnCall&, const std::vector<NcclMembers::Here>&);

}  // namespace commlab
