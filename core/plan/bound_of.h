#pragma once
// The time that no algorithm can beat where an experiment runs (core/bounds), with what its calls and
// messages cost there at least: by any algorithm and any protocol.

#include <optional>

#include "core/bounds/bounds.h"
#include "core/plan/setup.h"

namespace commlab {

// On real ranks, whose costs are only measured, the bound is that of the links alone. Of calls in a row that
// overlap, only the launch and the bytes count. nullopt without a machine, with too few GPUs, or with so many
// that the bound would take too long; and for ideal links, which messages do not share.
std::optional<Bound> bound_of(const Setup&);

}  // namespace commlab
