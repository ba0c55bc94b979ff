#pragma once
// The nccl backend: NCCL's own collectives, and our schedules with NCCL's messages, on the GPUs of this
// computer, with real data, checked, then timed. Where CMake found no NCCL or no CUDA Toolkit, nccl_none.cpp
// replaces nccl_backend.cpp and reports that.

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/real_run_options.h"
#include "gpu/runner.h"

namespace commlab {

class NcclOnCall;

// What a run would use: "NCCL 2.28.9 on 2 GPUs (NVIDIA H100)". An error (Fault::runtime) says what is missing
// and how to get it. The call starts the driver, which takes a while.
Result<std::string> nccl_state();

// All ranks in this process, rank r on GPU r. native_programs() stand for NCCL's own collective. NCCL adds
// floats in an order of its own, so they may differ from the reference by rounding (library_equal.h says by
// how much); Run::rounded tells whether they did. Run::notes says what NCCL chose, and Run::estimate what
// time it expected, if NCCL tells it. A native collective has no trace. Errors (Fault::runtime): as
// run_on_cuda(); more ranks than GPUs; too little memory; a call of NCCL that failed; an instruction that
// NCCL's messages cannot do.
Result<Run> run_on_nccl(const Programs&, NcclOnCall&, const RunOptions&, const RealRunOptions& = {});

// The id of a communicator of several processes: one process makes the id, and all processes get it.
using NcclId = std::vector<std::byte>;
Result<NcclId> make_nccl_id();

// NCCL looks at the whole computer, loads its kernels and connects all ranks. That takes seconds, before
// anything is timed.
inline constexpr std::chrono::milliseconds time_to_join_nccl{60'000};

struct NcclMembers {
  struct Here {
    Rank rank;
    int gpu;  // taken mod the number of GPUs, so processes with one rank each may share a GPU
    bool operator==(const Here&) const = default;
  };
  NcclId id;
  std::vector<Here> here;         // the ranks of this process, each on a GPU of its own
  std::vector<Rank> absent = {};  // ranks among these that never start
  bool as_graph = false;          // NCCL's own collectives are replayed from a CUDA graph
  std::chrono::milliseconds deadline{time_to_join_nccl};  // for all ranks to join
  // Asks a run to end: its communicators are aborted, as after a failure. Ranks that join do so first.
  std::stop_token stop{};
};
// A runner for the part of these ranks. The programs must outlive the runner. Other ranks' outputs are empty.
// Errors: as above, and ranks that do not join within the deadline.
Result<std::unique_ptr<Runner>> make_nccl_runner(const Programs&, NcclOnCall&, const NcclMembers&);

// As run_on_nccl(), but `make` makes the runner of all ranks for the id; each rank may have a process of its
// own.
using MakeNcclRunner = std::function<Result<std::unique_ptr<Runner>>(const NcclId&)>;
Result<Run> run_on_nccl_members(const Programs&, NcclOnCall&, const MakeNcclRunner&, const RunOptions&,
                                const RealRunOptions&);

}  // namespace commlab
