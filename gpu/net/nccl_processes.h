#pragma once
// NCCL with each rank in a process of its own, as in training: commlab launch, or torchrun.

#include "gpu/nccl/nccl_backend.h"
#include "gpu/net/group/called_group.h"

namespace commlab {

// As run_on_nccl(). Process k of a computer uses its GPU k mod the number of GPUs. NCCL lets several
// processes share a GPU only if they pretend to be on different computers (NCCL_HOSTID). Large data have a
// later deadline, because they may pass through sockets.
Result<Run> run_on_nccl_processes(const Programs&, GroupOnCall&, const RunOptions&,
                                  const RealRunOptions& = {});

}  // namespace commlab
