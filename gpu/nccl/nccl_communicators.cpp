#include "gpu/nccl/nccl_communicators.h"

#include <cstring>
#include <thread>

#include <fmt/ranges.h>

namespace commlab {
namespace {

constexpr std::chrono::seconds patience_at_end{5};  // for all ranks to finalize; after that, abort
// NCCL issues from its own thread in less time than this. A sleep during this time would be part of the
// measured time.
constexpr std::chrono::microseconds to_issue{500};

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
    return fail(Fault::runtime, "nccl: an id of {} bytes; expected {}", members.id.size(), sizeof id);
  std::memcpy(&id, members.id.data(), sizeof id);

  here_ = members.here;
  communicators_.resize(here_.size());
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  if (nccl_.ok(ncclGroupStart(), "ncclGroupStart")) {
    for (std::size_t i = 0; i < here_.size(); ++i)
      if (cuda_.ok(cudaSetDevice(here_[i].gpu), "cudaSetDevice"))
        nccl_.ok(ncclCommInitRankConfig(&communicators_[i], ranks, id, here_[i].rank, &config),
                 "ncclCommInitRankConfig", here_[i]);
    nccl_.ok(ncclGroupEnd(), "ncclGroupEnd");
  }
  if (!cuda_.status()) return cuda_.status();
  if (settle(limit) || !nccl_.status()) return nccl_.status();
  abort();
  return fail(Fault::runtime, "no communicator of {} ranks within {} ms: {} joined, but other ranks did not",
              ranks, members.deadline.count(), text_of(here_));
}

bool NcclCommunicators::settle(Clock::time_point deadline) {
  const Clock::time_point awake_until = Clock::now() + to_issue;
  for (std::size_t i = 0; i < communicators_.size(); ++i) {
    ncclResult_t state = ncclInProgress;
    while (nccl_.status() && communicators_[i] != nullptr) {
      if (!is_well(i, state)) return false;
      if (state != ncclInProgress) break;
      const Clock::time_point now = Clock::now();
      if (now >= deadline) return false;
      if (now < awake_until)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(nccl_pause);
    }
  }
  return nccl_.status().has_value();
}

bool NcclCommunicators::healthy() {
  for (std::size_t i = 0; i < communicators_.size(); ++i)
    if (ncclResult_t state = ncclSuccess; !is_well(i, state)) return false;
  return true;
}

bool NcclCommunicators::is_well(std::size_t here, ncclResult_t& state) {
  return nccl_.ok(ncclCommGetAsyncError(communicators_[here], &state), "ncclCommGetAsyncError",
                  here_[here]) &&
         nccl_.ok(state, "an NCCL operation", here_[here]);
}

void NcclCommunicators::abort() {
  for (std::size_t i = 0; i < communicators_.size(); ++i)
    if (communicators_[i] != nullptr) nccl_.ok(ncclCommAbort(communicators_[i]), "ncclCommAbort", here_[i]);
  communicators_.clear();
}

// All ranks of all processes finalize together. A missing rank must not stop this process forever.
bool NcclCommunicators::destroy(Clock::time_point deadline) {
  for (std::size_t i = 0; i < communicators_.size(); ++i)
    if (!nccl_.ok(ncclCommFinalize(communicators_[i]), "ncclCommFinalize", here_[i])) return false;
  if (!settle(deadline)) return false;
  for (std::size_t i = 0; i < communicators_.size(); ++i)
    nccl_.ok(ncclCommDestroy(std::exchange(communicators_[i], nullptr)), "ncclCommDestroy", here_[i]);
  communicators_.clear();
  return true;
}

NcclCommunicators::~NcclCommunicators() {
  if (!nccl_.status() || !cuda_.status() || !destroy(Clock::now() + patience_at_end)) abort();
}

}  // namespace commlab
