#pragma once
// The communicators of this process's ranks, kept from run to run: to join takes seconds. A run with another
// number of ranks joins anew, and so does the one after a run that failed.

#include <memory>

#include "core/base/error.h"
#include "gpu/nccl/nccl_backend.h"

namespace commlab {

class NcclCommunicators;

class NcclOnCall {
 public:
  NcclOnCall() = default;
  ~NcclOnCall() { give_up(); }
  NcclOnCall(const NcclOnCall&) = delete;
  NcclOnCall& operator=(const NcclOnCall&) = delete;

  // The id under which so many ranks join, in this process or in several. Errors: as make_nccl_id().
  Result<NcclId> id_of(int ranks);
  // Those that joined for these members before, if they can still be used; others are given up, and the
  // members join. Errors: as NcclCommunicators::connect().
  Result<std::shared_ptr<NcclCommunicators>> joined(const NcclMembers&, int ranks);
  // Communicators that only rehearse (nccl_estimate.h). NCCL does not say what becomes of one whose work was
  // only simulated, so nothing is timed with them, and they are aborted in the end.
  NcclOnCall& rehearsal();
  // After a run that failed.
  void give_up();

 private:
  NcclId id_;
  int ranks_ = 0;  // for which the id is
  std::shared_ptr<NcclCommunicators> communicators_;
  NcclId joined_with_;
  bool rehearses_ = false;
  std::unique_ptr<NcclOnCall> rehearsal_;
};

}  // namespace commlab
