#pragma once
// One rank of this process on its GPU: a stream, the rank's buffers and staging in one allocation, and marks
// in the stream whose times are read later.

#include <memory>
#include <vector>

#include "core/programs/programs.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/cuda_clock.h"
#include "gpu/cuda/host_bridge.h"
#include "gpu/cuda/known_memory.h"
#include "gpu/iteration.h"
#include "gpu/nccl/nccl_backend.h"
#include "gpu/rank_memory.h"

namespace commlab {

class NcclRank {
 public:
  // The calls must outlive this object. A failure is the calls' status.
  NcclRank(CudaCalls&, NcclMembers::Here, const RankShape&, DataType, Bytes staging);
  ~NcclRank();
  NcclRank(const NcclRank&) = delete;
  NcclRank& operator=(const NcclRank&) = delete;

  Rank rank() const { return here_.rank; }
  NcclMembers::Here here() const { return here_; }
  cudaStream_t stream() const { return stream_; }
  int most_blocks() const {
    return most_blocks_;
  }  // blocks of threads per kernel; no other rank shares the GPU
  const RankMemory& memory() const { return memory_; }
  std::byte* staging() const { return staging_; }
  bool use() const { return calls_.use(here_.gpu); }

  // Done on return. REQUIRES: the stream is idle.
  Memory download(std::span<const std::byte> source);
  void set(std::span<std::byte> memory, std::byte value);
  void write(DataType, std::span<std::byte> memory, const KnownValues&);
  // As compare_on_gpu().
  void compare(std::size_t number, const PromisedMemory&, const Collective&, double slack, Deviations& all);
  HostTime align() { return clock_.align(calls_, stream_); }
  HostTime resolution() { return clock_.resolution(calls_, stream_); }

  // Enqueues a copy on the stream.
  void copy(std::byte* target, const std::byte* source, std::int64_t bytes);
  void mark();
  // read_marks() will write the time of the last mark here. (After a failed call there is no mark.)
  void tell(HostTime* at) {
    if (!marks_.empty()) marks_.back().at.push_back(at);
  }

  // For work on the GPU that never ends: freeing memory would wait for this work, so nothing is freed before
  // the process ends.
  void leave_behind() { left_behind_ = true; }
  bool is_left_behind() const { return left_behind_; }

  int marks() const { return static_cast<int>(marks_.size()); }
  // How many marks the stream has passed.
  int marks_passed() const;
  // Times before `opened` become `opened`. REQUIRES: the stream is idle.
  void read_marks(HostTime opened);
  // From the first mark to the last. REQUIRES: the stream is idle, and has passed a mark.
  Time time_of_marks() const;
  void drop_marks();

 private:
  struct Mark {
    cudaEvent_t event;
    std::vector<HostTime*> at;
  };

  GpuWork work() { return {calls_, bridge_, stream_, most_blocks_}; }

  CudaCalls& calls_;
  NcclMembers::Here here_;
  cudaStream_t stream_ = nullptr;
  CudaClock clock_;
  HostBridge bridge_;
  void* block_ = nullptr;
  RankMemory memory_;
  std::byte* staging_ = nullptr;
  std::byte* differs_ = nullptr;  // what compare_on_gpu() needs
  int most_blocks_ = 1;
  std::vector<Mark> marks_;
  bool left_behind_ = false;
};

}  // namespace commlab
