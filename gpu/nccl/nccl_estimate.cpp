#include "gpu/nccl/nccl_estimate.h"

#include <cmath>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/nccl/nccl_collective.h"

namespace commlab {
namespace {

// Memory and a stream on each GPU. NCCL inspects both but runs nothing on them.
class Rehearsal {
 public:
  Rehearsal(const Collective& collective, const std::vector<NcclMembers::Here>& here)
      : collective_(collective),
        here_(here),
        communicators_(here.size()),
        streams_(here.size()),
        memory_(here.size()) {}

  ~Rehearsal() {
    for (std::size_t i = 0; i < here_.size(); ++i) {
      if (communicators_[i] != nullptr) nccl_.ok(ncclCommAbort(communicators_[i]), "ncclCommAbort", here_[i]);
      if (streams_[i] != nullptr) cuda_.ok(cudaStreamDestroy(streams_[i]), "cudaStreamDestroy");
      if (memory_[i] != nullptr) cuda_.ok(cudaFree(memory_[i]), "cudaFree");
    }
  }

  std::optional<Time> estimate() {
    if (!prepare() || !connect()) return std::nullopt;
    ncclSimInfo_t info = NCCL_SIM_INFO_INITIALIZER;
    if (!nccl_.ok(ncclGroupStart(), "ncclGroupStart")) return std::nullopt;
    for (std::size_t i = 0; i < here_.size(); ++i)
      if (use(i))
        enqueue(nccl_, {collective_, here_[i], memory_[i], memory_[i], communicators_[i], streams_[i]});
    nccl_.ok(ncclGroupSimulateEnd(&info), "ncclGroupSimulateEnd");
    if (!cuda_.status() || !nccl_.status() || info.estimatedTime <= 0) return std::nullopt;
    return Time{std::llround(static_cast<double>(info.estimatedTime) * 1e6)};
  }

 private:
  bool use(std::size_t i) { return cuda_.ok(cudaSetDevice(here_[i].gpu), "cudaSetDevice"); }

  bool prepare() {
    for (std::size_t i = 0; i < here_.size() && use(i); ++i) {
      void* memory = nullptr;
      if (!cuda_.ok(cudaStreamCreateWithFlags(&streams_[i], cudaStreamNonBlocking),
                    "cudaStreamCreateWithFlags") ||
          !cuda_.ok(cudaMalloc(&memory, size_of(collective_).count), "cudaMalloc"))
        return false;
      memory_[i] = static_cast<std::byte*>(memory);
    }
    return cuda_.status().has_value();
  }

  bool connect() {
    ncclUniqueId id{};
    if (!nccl_.ok(ncclGetUniqueId(&id), "ncclGetUniqueId") || !nccl_.ok(ncclGroupStart(), "ncclGroupStart"))
      return false;
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 1;
    for (std::size_t i = 0; i < here_.size(); ++i)
      if (use(i))
        nccl_.ok(ncclCommInitRankConfig(&communicators_[i], collective_.ranks, id, here_[i].rank, &config),
                 "ncclCommInitRankConfig", here_[i]);
    return nccl_.ok(ncclGroupEnd(), "ncclGroupEnd") && cuda_.status();
  }

  const Collective& collective_;
  const std::vector<NcclMembers::Here>& here_;
  CudaCalls cuda_;
  NcclCalls nccl_;
  std::vector<ncclComm_t> communicators_;
  std::vector<cudaStream_t> streams_;
  std::vector<std::byte*> memory_;
};

}  // namespace

std::optional<Time> nccl_estimate(const Collective& collective, const std::vector<NcclMembers::Here>& here) {
  if (!nccl_chooses_for(collective)) return std::nullopt;
  return Rehearsal(collective, here).estimate();
}

}  // namespace commlab
