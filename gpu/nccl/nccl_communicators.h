#pragma once
// The communicators of this process's ranks, one each. None of them blocks: whatever they do is under way
// until settle() has seen it done, and nothing waits longer than its deadline. A rank that died, or never
// came, ends in abort(): NCCL's kernels leave their GPUs, and this process's ranks can tell what happened.

#include <chrono>
#include <vector>

#include <nccl.h>

#include "core/collective/collective.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/nccl/nccl_calls.h"
#include "gpu/nccl_backend.h"

namespace commlab {

class NcclCommunicators {
 public:
  using Clock = std::chrono::steady_clock;

  // Both must outlive it.
  NcclCommunicators(CudaCalls& cuda, NcclCalls& nccl) : cuda_(cuda), nccl_(nccl) {}
  ~NcclCommunicators();
  NcclCommunicators(const NcclCommunicators&) = delete;
  NcclCommunicators& operator=(const NcclCommunicators&) = delete;

  // Joins the ranks here with the others of the id.
  // Errors (Fault::runtime): a call that failed; ranks that did not come in time.
  Status connect(const NcclMembers&, int ranks);

  // Of NcclMembers::here, by index.
  ncclComm_t at(std::size_t here) const { return communicators_[here]; }

  // Waits until all that was asked of the communicators is under way on the GPUs, or failed; false where the
  // deadline comes first. Only then may a stream be given more.
  bool settle(Clock::time_point deadline);
  // Whether a rank, here or elsewhere, failed since; its error is then status() of the calls.
  bool healthy();

  // Ends whatever is under way. No more can be asked of them.
  void abort();

 private:
  bool destroy(Clock::time_point deadline);

  CudaCalls& cuda_;
  NcclCalls& nccl_;
  bool is_well(std::size_t here, ncclResult_t& state);

  std::vector<NcclMembers::Here> here_;
  std::vector<ncclComm_t> communicators_;  // of each of them; empty after the end
};

// Between two looks at what is under way.
inline constexpr std::chrono::microseconds nccl_pause{50};

}  // namespace commlab
