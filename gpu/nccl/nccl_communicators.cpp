#include "gpu/nccl/nccl_communicators.h"

#include <cstring>

#include <fmt/ranges.h>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/nccl/left_behind.h"

namespace commlab {
namespace {

constexpr std::chrono::seconds patience_at_end{5};  // to destroy the communicators; after that, they are left

std::string text_of(const std::vector<NcclMembers::Here>& here) {
  std::vector<Rank> ranks;
  for (const NcclMembers::Here& member : here) ranks.push_back(member.rank);
  return fmt::format("rank{} {}", ranks.size() == 1 ? "" : "s", fmt::join(ranks, ", "));
}

// What is needed to join, and what becomes of it. NCCL does not promise that a communicator can be aborted
// before it is complete. So a thread that waits for ranks that never come is left behind with this, and so
// are communicators of which one failed.
struct Joining {
  ncclUniqueId id{};
  int ranks;
  std::vector<NcclMembers::Here> here;
  std::vector<ncclComm_t> communicators;
  CudaCalls cuda{};
  NcclCalls nccl{};

  Status status() const { return cuda.status() ? nccl.status() : cuda.status(); }

  void join() {
    if (!nccl.ok(ncclGroupStart(), "ncclGroupStart")) return;
    for (std::size_t i = 0; i < here.size(); ++i)
      if (cuda.use(here[i].gpu))
        nccl.ok(ncclCommInitRank(&communicators[i], ranks, id, here[i].rank), "ncclCommInitRank", here[i]);
    // A group of which a rank is missing would not end. It stays open in this thread, which ends.
    if (status()) nccl.ok(ncclGroupEnd(), "ncclGroupEnd");
  }
};

}  // namespace

Result<std::unique_ptr<NcclCommunicators>> NcclCommunicators::connect(const NcclMembers& members, int ranks) {
  const auto joining = std::make_shared<Joining>(Joining{
      .ranks = ranks, .here = members.here, .communicators = std::vector<ncclComm_t>(members.here.size())});
  if (members.id.size() != sizeof joining->id)
    return fail(Fault::runtime, "nccl: an id of {} bytes; expected {}", members.id.size(),
                sizeof joining->id);
  std::memcpy(&joining->id, members.id.data(), sizeof joining->id);
  if (!done_by(Clock::now() + members.deadline, [joining] { joining->join(); }))
    return fail(Fault::runtime,
                "no communicator of {} ranks within {} ms: {} joined, but other ranks did not; if they run, "
                "NCCL_DEBUG=INFO tells over which network they look for each other",
                ranks, members.deadline.count(), text_of(members.here));
  if (const Status failed = joining->status(); !failed) return tl::unexpected(failed.error());
  return std::unique_ptr<NcclCommunicators>(
      new NcclCommunicators(members.here, std::move(joining->communicators)));
}

void NcclCommunicators::watch(Clock::time_point deadline) {
  watchdog_.emplace(deadline, [this] {
    for (const ncclComm_t communicator : communicators_) ncclCommAbort(communicator);
  });
}

bool NcclCommunicators::in_time() {
  const bool bitten = watchdog_ && watchdog_->call_off();
  watchdog_.reset();
  if (bitten) communicators_.clear();
  return !bitten;
}

bool NcclCommunicators::healthy(NcclCalls& calls) const {
  for (std::size_t i = 0; i < communicators_.size(); ++i) {
    ncclResult_t state = ncclSuccess;
    if (!calls.ok(ncclCommGetAsyncError(communicators_[i], &state), "ncclCommGetAsyncError", here_[i]) ||
        !calls.ok(state, "an NCCL operation", here_[i]))
      return false;
  }
  return true;
}

void NcclCommunicators::abort() { give_up(ncclCommAbort); }

NcclCommunicators::~NcclCommunicators() {
  if (NcclCalls calls; !healthy(calls)) abort();
  give_up(ncclCommDestroy);
}

// A rank that died must not stop this process forever.
void NcclCommunicators::give_up(ncclResult_t (*how)(ncclComm_t)) {
  if (!usable()) return;
  done_by(Clock::now() + patience_at_end, [how, communicators = std::exchange(communicators_, {})] {
    for (const ncclComm_t communicator : communicators) how(communicator);
  });
}

}  // namespace commlab
