#pragma once
// The communicators of this process's ranks, one for each. They block, as those of nccl-tests do: a call
// returns when its work is on the stream, which takes microseconds. (A call of a non-blocking communicator
// starts a thread, and its work is on the stream only when polling says so: NCCL 2.28, src/group.cc.) The
// first collective connects the ranks, and blocks until all of them make it. So a watchdog aborts the
// communicators if a deadline passes: NCCL's calls return, its kernels leave the GPUs, and this process can
// report what happened.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <nccl.h>

#include "core/base/watchdog.h"
#include "core/collective/collective.h"
#include "gpu/nccl/nccl_backend.h"
#include "gpu/nccl/nccl_calls.h"

namespace commlab {

class NcclCommunicators {
 public:
  using Clock = std::chrono::steady_clock;

  // Joins the ranks of this process with the other ranks of the id.
  // Errors (Fault::runtime): a call that failed; ranks that did not join in time.
  static Result<std::unique_ptr<NcclCommunicators>> connect(const NcclMembers&, int ranks);
  ~NcclCommunicators();
  NcclCommunicators(const NcclCommunicators&) = delete;
  NcclCommunicators& operator=(const NcclCommunicators&) = delete;

  const std::vector<NcclMembers::Here>& here() const { return here_; }
  ncclComm_t at(std::size_t here) const { return communicators_[here]; }  // by index in here()

  // Calls of NCCL between watch() and in_time() return even if other ranks never come: at the deadline, the
  // watchdog aborts all communicators. in_time() is false if that happened; the communicators are gone then.
  void watch(Clock::time_point deadline);
  bool in_time();

  // Whether no rank has failed, here or elsewhere. The error is then the calls' status.
  bool healthy(NcclCalls&) const;
  // Ends everything in progress. The communicators are gone then.
  void abort();
  // False after abort(), or after a deadline that passed.
  bool usable() const { return !communicators_.empty(); }

 private:
  NcclCommunicators(std::vector<NcclMembers::Here> here, std::vector<ncclComm_t> communicators)
      : here_(std::move(here)), communicators_(std::move(communicators)) {}
  void give_up(ncclResult_t (*how)(ncclComm_t));

  std::vector<NcclMembers::Here> here_;
  std::vector<ncclComm_t> communicators_;
  std::optional<Watchdog> watchdog_;
};

// The pause between two checks of what runs.
inline constexpr std::chrono::microseconds nccl_pause{50};

}  // namespace commlab
