#include "gpu/nccl/nccl_estimate.h"

#include <cmath>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/nccl/nccl_collective.h"
#include "gpu/nccl/nccl_communicators.h"
#include "gpu/nccl/nccl_library.h"
#include "gpu/nccl/nccl_on_call.h"

namespace commlab {
namespace {

#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 22, 0)  // the header declares nccl_with_estimate's function
constexpr bool header_has_estimate = true;
std::optional<Time> expected_by_nccl(NcclCalls& calls) {
  ncclSimInfo_t info = NCCL_SIM_INFO_INITIALIZER;
  if (!calls.ok(ncclGroupSimulateEnd(&info), "ncclGroupSimulateEnd") || info.estimatedTime <= 0)
    return std::nullopt;
  return Time{std::llround(static_cast<double>(info.estimatedTime) * 1e6)};
}
#else
constexpr bool header_has_estimate = false;
std::optional<Time> expected_by_nccl(NcclCalls&) { return std::nullopt; }
#endif

// Memory and a stream on each GPU. NCCL inspects both but runs nothing on them.
class Rehearsal {
 public:
  Rehearsal(const Collective& collective, NcclCommunicators& joined)
      : collective_(collective),
        joined_(joined),
        streams_(joined.here().size()),
        memory_(joined.here().size()) {}

  ~Rehearsal() {
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      if (streams_[i] != nullptr) cuda_.ok(cudaStreamDestroy(streams_[i]), "cudaStreamDestroy");
      if (memory_[i] != nullptr) cuda_.ok(cudaFree(memory_[i]), "cudaFree");
    }
  }

  std::optional<Time> estimate() {
    if (!prepare() || !nccl_.ok(ncclGroupStart(), "ncclGroupStart")) return std::nullopt;
    for (std::size_t i = 0; i < streams_.size(); ++i)
      if (use(i))
        enqueue(nccl_, {collective_, joined_.here()[i], memory_[i], memory_[i], joined_.at(i), streams_[i]});
    const std::optional<Time> expected = expected_by_nccl(nccl_);
    return cuda_.status() && nccl_.status() ? expected : std::nullopt;
  }

 private:
  bool use(std::size_t i) { return cuda_.use(joined_.here()[i].gpu); }

  bool prepare() {
    for (std::size_t i = 0; i < streams_.size() && use(i); ++i) {
      void* memory = nullptr;
      if (!cuda_.ok(cudaStreamCreateWithFlags(&streams_[i], cudaStreamNonBlocking),
                    "cudaStreamCreateWithFlags") ||
          !cuda_.ok(cudaMalloc(&memory, size_of(collective_).count), "cudaMalloc"))
        return false;
      memory_[i] = static_cast<std::byte*>(memory);
    }
    return cuda_.status().has_value();
  }

  const Collective& collective_;
  NcclCommunicators& joined_;
  CudaCalls cuda_;
  NcclCalls nccl_;
  std::vector<cudaStream_t> streams_;
  std::vector<std::byte*> memory_;
};

}  // namespace

std::optional<Time> nccl_estimate(const Collective& collective, NcclOnCall& on_call,
                                  const std::vector<NcclMembers::Here>& here) {
  const bool has_estimate = header_has_estimate && nccl_version().value_or(0) >= nccl_with_estimate;
  if (!has_estimate || !nccl_chooses_for(collective)) return std::nullopt;
  NcclOnCall& rehearsing = on_call.rehearsal();
  const auto joined = rehearsing.id_of(collective.ranks).and_then([&](const NcclId& id) {
    return rehearsing.joined({.id = id, .here = here}, collective.ranks);
  });
  if (!joined) return std::nullopt;
  return Rehearsal(collective, **joined).estimate();
}

}  // namespace commlab
