#pragma once
// The nccl backend: NCCL's own collectives, and our schedules with NCCL's messages, on the GPUs of this
// computer, with real data, checked, then timed. Built from gpu/nccl/ where CMake found NCCL and the CUDA
// Toolkit, else from gpu/nccl_none.cpp.

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/host_backend.h"
#include "gpu/runner.h"

namespace commlab {

// What it would run on, or what is missing and how to get it. Wakes the driver up, which takes a while.
std::string nccl_state();

// All ranks in this process, rank r on GPU r. Programs of native_programs() are NCCL's own collective: nobody
// else's order of additions is promised, so floats that round may differ from the reference by rounding
// (nccl_equal.h says by how much), and Run::rounded tells so. Run::notes says what NCCL chose, Run::estimate
// what it expected, where it does say; a native collective leaves no trace.
// Errors (Fault::runtime): as run_on_cuda(), more ranks than GPUs, too little memory, a call of NCCL that
// failed, an instruction that NCCL's messages cannot do.
Result<Run> run_on_nccl(const Programs&, const RunOptions&, const HostOptions& = {});

// What makes processes one communicator: one of them makes the id, and all get it.
using NcclId = std::vector<std::byte>;
Result<NcclId> make_nccl_id();

// NCCL looks at the whole computer, loads its kernels and connects everyone: seconds, before anything is
// timed.
inline constexpr std::chrono::milliseconds time_to_join_nccl{60'000};

struct NcclMembers {
  struct Here {
    Rank rank;
    int gpu;  // counted around those that are here: a process for each rank may share one with others
  };
  NcclId id;
  std::vector<Here> here;         // the ranks of this process, each on a GPU of its own
  std::vector<Rank> absent = {};  // of them: never begin
  std::chrono::milliseconds deadline{time_to_join_nccl};  // for all ranks to come
};
// Runs its ranks' part of the programs, which must outlive it. Other ranks' memories are neither read nor
// given: empty. Errors: as above, and ranks that do not come within the deadline.
Result<std::unique_ptr<Runner>> make_nccl_runner(const Programs&, const NcclMembers&);

// As run_on_nccl(), where `make` makes a runner of all ranks for the id: each in a process of its own, say.
using MakeNcclRunner = std::function<Result<std::unique_ptr<Runner>>(const NcclId&)>;
Result<Run> run_on_nccl_members(const Programs&, const MakeNcclRunner&, const RunOptions&,
                                const HostOptions&);

}  // namespace commlab
