#include "gpu/nccl/nccl_on_call.h"

#include "gpu/nccl/nccl_communicators.h"

namespace commlab {

Result<NcclId> NcclOnCall::id_of(int ranks) {
  if (ranks == ranks_) return id_;
  return make_nccl_id().map([&](NcclId id) {
    ranks_ = ranks;
    return id_ = std::move(id);
  });
}

Result<std::shared_ptr<NcclCommunicators>> NcclOnCall::joined(const NcclMembers& members, int ranks) {
  if (communicators_ && communicators_->usable() && joined_with_ == members.id &&
      communicators_->here() == members.here)
    return communicators_;
  communicators_.reset();
  return NcclCommunicators::connect(members, ranks).map([&](std::unique_ptr<NcclCommunicators> connected) {
    joined_with_ = members.id;
    return communicators_ = std::move(connected);
  });
}

NcclOnCall& NcclOnCall::rehearsal() {
  if (!rehearsal_) {
    rehearsal_ = std::make_unique<NcclOnCall>();
    rehearsal_->rehearses_ = true;
  }
  return *rehearsal_;
}

void NcclOnCall::give_up() {
  if (rehearses_ && communicators_) communicators_->abort();
  communicators_.reset();
  rehearsal_.reset();
  ranks_ = 0;
}

}  // namespace commlab
