#pragma once
// The communicators of this process's ranks, one for each. They do not block: an operation is in progress
// until settle() sees that it is done, and no wait is longer than its deadline. If a rank died or never came,
// abort() ends everything: NCCL's kernels leave the GPUs, and this process can report what happened.

#include <chrono>
#include <vector>

#include <nccl.h>

#include "core/collective/collective.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/nccl/nccl_backend.h"
#include "gpu/nccl/nccl_calls.h"

namespace commlab {

class NcclCommunicators {
 public:
  using Clock = std::chrono::steady_clock;

  // Both arguments must outlive this object.
  NcclCommunicators(CudaCalls& cuda, NcclCalls& nccl) : cuda_(cuda), nccl_(nccl) {}
  ~NcclCommunicators();
  NcclCommunicators(const NcclCommunicators&) = delete;
  NcclCommunicators& operator=(const NcclCommunicators&) = delete;

  // Joins the ranks of this process with the other ranks of the id.
  // Errors (Fault::runtime): a call that failed; ranks that did not join in time.
  Status connect(const NcclMembers&, int ranks);

  // By index in NcclMembers::here.
  ncclComm_t at(std::size_t here) const { return communicators_[here]; }

  // Waits until everything that was asked of the communicators runs on the GPUs. False: it failed, or the
  // deadline came first. Until it returns true, nothing more may be enqueued on a stream.
  bool settle(Clock::time_point deadline);
  // Whether no rank has failed, here or elsewhere. The error is then the calls' status().
  bool healthy();

  // Ends everything in progress. The communicators cannot be used after that.
  void abort();

 private:
  bool destroy(Clock::time_point deadline);

  CudaCalls& cuda_;
  NcclCalls& nccl_;
  bool is_well(std::size_t here, ncclResult_t& state);

  std::vector<NcclMembers::Here> here_;
  std::vector<ncclComm_t> communicators_;  // by index in here_; empty after abort()
};

// The pause between two checks of what is in progress.
inline constexpr std::chrono::microseconds nccl_pause{50};

}  // namespace commlab
