#include "gpu/nccl/nccl_communicators.h"

#include <cstring>
#include <thread>

#include <fmt/ranges.h>

namespace commlab {
namespace {

constexpr std::chrono::seconds patience_at_end{5};  // all ranks must come to the end; else it is an abort

std::string text_of(const std::vector<NcclMembers::Here>& here) {
  std::vector<Rank> ranks;
  for (const NcclMembers::Here& member : here) ranks.push_back(member.rank);
  return fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
}

}  // namespace

Status NcclCommunicators::connect(const NcclMembers& members, int ranks) {
  const Clock::time_point limit = Clock::now() + members.deadline;
  ncclUniqueId id{};
  if (members.id.size() != sizeof id)
    return fail(Fault::runtime, "nccl: an id of {} bytes; this NCCL's have {}", members.id.size(), sizeof id);
  std::memcpy(&id, members.id.data(), sizeof id);

  communicators_.resize(members.here.size());
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  if (nccl_.ok(ncclGroupStart(), "ncclGroupStart")) {
    for (std::size_t i = 0; i < members.here.size(); ++i)
      if (cuda_.ok(cudaSetDevice(members.here[i].gpu), "cudaSetDevice"))
        nccl_.ok(ncclCommInitRankConfig(&communicators_[i], ranks, id, members.here[i].rank, &config),
                 "ncclCommInitRankConfig");
    nccl_.ok(ncclGroupEnd(), "ncclGroupEnd");
  }
  if (!cuda_.status()) return cuda_.status();
  if (settle(limit) || !nccl_.status()) return nccl_.status();
  abort();
  return fail(Fault::runtime,
              "no communicator of {} ranks within {} ms: {} came, and waited for others that did not", ranks,
              members.deadline.count(), text_of(members.here));
}

bool NcclCommunicators::settle(Clock::time_point deadline) {
  for (ncclComm_t communicator : communicators_) {
    ncclResult_t state = ncclInProgress;
    while (nccl_.status() && communicator != nullptr) {
      if (!nccl_.ok(ncclCommGetAsyncError(communicator, &state), "ncclCommGetAsyncError") ||
          !nccl_.ok(state, "an operation of NCCL"))
        return false;
      if (state != ncclInProgress) break;
      if (Clock::now() >= deadline) return false;
      std::this_thread::sleep_for(nccl_pause);
    }
  }
  return nccl_.status().has_value();
}

bool NcclCommunicators::healthy() {
  for (ncclComm_t communicator : communicators_) {
    ncclResult_t state = ncclSuccess;
    if (!nccl_.ok(ncclCommGetAsyncError(communicator, &state), "ncclCommGetAsyncError") ||
        !nccl_.ok(state, "an operation of NCCL"))
      return false;
  }
  return true;
}

void NcclCommunicators::abort() {
  for (ncclComm_t communicator : communicators_)
    if (communicator != nullptr) nccl_.ok(ncclCommAbort(communicator), "ncclCommAbort");
  communicators_.clear();
}

// All ranks of all processes come to the end together, so one that is missing must not keep this one.
bool NcclCommunicators::destroy(Clock::time_point deadline) {
  for (ncclComm_t communicator : communicators_)
    if (!nccl_.ok(ncclCommFinalize(communicator), "ncclCommFinalize")) return false;
  if (!settle(deadline)) return false;
  for (ncclComm_t& communicator : communicators_)
    nccl_.ok(ncclCommDestroy(std::exchange(communicator, nullptr)), "ncclCommDestroy");
  communicators_.clear();
  return true;
}

NcclCommunicators::~NcclCommunicators() {
  if (!nccl_.status() || !cuda_.status() || !destroy(Clock::now() + patience_at_end)) abort();
}

}  // namespace commlab
