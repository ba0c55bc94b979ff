#pragma once
// The trace that torch.profiler writes (export_chrome_trace): which collectives a step called, on how much
// data, how long their kernels ran, and how much of the step that was.
//
//   {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(...)", "ts": 1200.5,
//   "dur": 90.2,
//    "args": {"External id": 17, "Collective name": "allreduce", "In msg nelems": 1048576,
//             "Out msg nelems": 1048576, "Group size": 8, "dtype": "BFloat16", ...}}
//
// Kineto writes the data of the call into its kernel (libkineto/src/output_json.cpp). Where it did not, they
// are found in the call itself, the event record_param_comms with the same "External id". Gloo has no
// kernels: its events gloo:... stand for them. A kernel also waits for the last rank to come, so its time may
// be longer than the collective takes. Times are microseconds, whatever "displayTimeUnit" says: that is for
// viewers.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/collective/collective.h"

namespace commlab {

// One collective call.
struct ProfiledCall {
  std::string kernel;  // "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "gloo:all_reduce"
  CollectiveKind kind{};
  int ranks = 1;
  DataType dtype{};
  Bytes size{};    // of the full vector, as nccl-tests counts it
  int group = -1;  // in TorchProfile::groups; -1: the trace does not say which ranks they are
  Time begin{};    // since the first event of the trace
  Time took{};
};

// Communication that is no collective, or whose data are not known.
struct UnreadCall {
  std::string kernel;
  std::string why;  // a sentence without its end
  int calls = 0;
};

struct TorchProfile {
  std::vector<ProfiledCall> calls;  // in order of begin
  // The ranks of the whole job that are ranks 0, 1, ... of a group. Data parallel groups are not consecutive:
  // {0, 8, 16, 24}.
  std::vector<std::vector<Rank>> groups;
  std::vector<UnreadCall> unread;  // in order of first appearance
  int steps = 0;                   // ProfilerStep#...; 0: the trace does not say
  Time span{};                     // of all steps; without steps, of all events
  Time communication{};            // of the span: some communication was running
  Time exposed{};                  // of that: nothing else was running on the GPU
  std::string gpu;  // "NVIDIA H100 80GB HBM3" of "deviceProperties"; empty: the trace does not say
};

// An error if the text is no such trace, ends in the middle, has no communication at all, or that of several
// ranks.
Result<TorchProfile> parse_torch_profile(std::string_view text);

}  // namespace commlab
