#pragma once
// NCCL with each rank in a process of its own, as in training: commlab launch, or torchrun.

#include "gpu/nccl/nccl_backend.h"
#include "gpu/net/group/called_group.h"

namespace commlab {

// See run_on_nccl(). Process k of a computer uses its GPU k mod their number; NCCL lets several share one
// only where they pretend to be on computers of their own (NCCL_HOSTID). What is large has a later deadline:
// it may pass through sockets.
Result<Run> run_on_nccl_processes(const Programs&, GroupOnCall&, const RunOptions&,
                                  const RealRunOptions& = {});

}  // namespace commlab
