#pragma once
// The GPUs of this computer as a device; rank r lives on GPU r mod their number, so that one GPU can
// hold all ranks of a schedule.
//
// What is enqueued becomes one CUDA graph, launched when somebody waits for it: nodes for copies, for
// kernels and for time stamps, and an arrow for every stream's order and every event. So a gate is
// a part of the graph that is not launched yet: nothing ever blocks or spins on a GPU, no queue of
// the hardware can fill up or tie two lanes together, and the time of issuing is spent before a gate opens.
// Who enqueues the same again, as every iteration does, has the same graph replayed: it is built and given to
// the GPUs once.
//
// Who receives, reduces and passes on pushes: the kernel loads from this GPU's own slot and stores into the
// next GPU's, since a store across a link is sent off while a load waits for the link's round trip (NCCL 2.28
// pushes, too, but between A100s joined by NVLink: src/graph/paths.cc, ncclTopoCheckP2p). Were the peer's
// memory read instead, the peer could not go on before it was, which is what slots are there for.
//
// A stamp is an event node. The GPUs' clocks (cuda_clock.h) are aligned with the host's just before each
// launch: alignment() says how well.

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <cuda_runtime_api.h>

#include "gpu/cuda/command_graph.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/cuda_clock.h"
#include "gpu/cuda/cuda_launch.h"
#include "gpu/device.h"

namespace commlab {

class CudaDevice : public Device {
 public:
  // That CUDA shows, without waking them up: at least one. Errors (Fault::runtime): no driver, no GPU.
  static Result<int> number_of_gpus();
  // The GPUs that so many ranks live on, of all that CUDA shows: the others are left alone. A kernel has the
  // part of its GPU that is its rank's, also while the other ranks do nothing. Errors (Fault::runtime): no
  // driver, no GPU, one that does not answer. Copies by kernel need kernels that reach every GPU: else an
  // error, too.
  static Result<std::unique_ptr<CudaDevice>> for_ranks(int ranks, CudaCopies);
  // For a rank on each, until more are given memory.
  static Result<std::unique_ptr<CudaDevice>> of_all_gpus();
  ~CudaDevice() override;

  int gpus() const { return static_cast<int>(gpus_.size()); }
  const std::string& name() const { return name_; }  // the first GPU's, as its driver calls it
  // Kernels can read other GPUs' memory; else only copies get there, through host memory.
  bool all_reach_each_other() const { return !some_staged_; }
  // How one GPU's copies reach another, in words.
  std::string_view peers() const;
  // Of a kernel on this GPU: its rank's part of what there is room for.
  int most_blocks_on(int gpu) const;
  // How far stamps may be off the host's clock, as it was found at the last launch.
  HostTime alignment() const { return alignment_; }
  // The least by which distances of two stamps are found to differ: what lies closer cannot be told apart.
  HostTime resolution();

  Bytes available_memory() const override;
  std::optional<Shortage> shortage(std::span<const Bytes> of_rank, Bytes on_host) const override;
  Result<std::byte*> allocate(Rank rank, Bytes bytes) override;
  Result<Stream> add_stream(Rank rank) override;
  Event add_event() override { return commands_.add_event(); }

  void upload(std::byte* target, std::span<const std::byte> source) override;
  void download(std::span<std::byte> target, const std::byte* source) override;

  void record(Stream stream, Event event) override { commands_.record(stream, event); }
  void wait(Stream stream, Event event) override { commands_.wait(stream, event); }
  void copy(Stream, std::byte* target, const std::byte* source, std::int64_t bytes) override;
  void combine(Stream, DataType, ReduceOp, std::byte* target, const std::byte* with,
               const std::byte* incoming, std::int64_t elements) override;
  bool combines_and_sends() const override { return all_reach_each_other(); }
  void combine_and_send(Stream, DataType, ReduceOp, std::byte* target, const std::byte* with,
                        const std::byte* incoming, std::byte* sent, std::int64_t elements) override;
  void scale_input(Stream, const Collective&, std::span<std::byte> memory) override;
  void scale_output(Stream, const Collective&, std::span<std::byte> memory) override;
  void stamp(Stream, HostTime* at) override;

  void shut(Event gate) override { commands_.shut(gate); }
  HostTime open(Event gate) override;
  void wait_on_host(Event event) override;
  bool finish(std::chrono::steady_clock::time_point deadline) override;
  void abandon() override;
  Status status() const override;

 private:
  struct Copy {
    std::byte* target;
    const std::byte* source;
    std::int64_t bytes;
    bool operator==(const Copy&) const = default;
  };
  struct Stamp {
    std::vector<HostTime*> at;
    bool operator==(const Stamp&) const = default;
  };
  struct Work {
    int gpu = 0;
    std::variant<Copy, CopyLaunch, CombineLaunch, DivideLaunch, Stamp> what = Stamp{};
    std::size_t step = 0;  // of the graph that took it
  };
  struct Step {  // a node to be
    int gpu;
    decltype(Work::what) what;
    std::vector<std::size_t> after;
    bool operator==(const Step&) const = default;
  };
  struct TimedEvent {  // a stamp's node
    int gpu;
    cudaEvent_t event;
    std::vector<HostTime*> at;
  };
  struct Gpu {
    int multiprocessors = 1;
    std::set<Rank> ranks;  // that live on it
    cudaStream_t stream = nullptr;
    CudaClock clock;
    std::vector<std::byte*> blocks;
    std::byte* next = nullptr;  // what is left of the last block
    std::int64_t left = 0;
  };

  CudaDevice() = default;
  Status set_up(int gpus, CudaCopies);
  void let_gpus_reach_each_other();
  std::int64_t free_memory(int gpu) const;
  int gpu_of(Rank rank) const { return rank % gpus(); }
  Gpu& at(int gpu) { return gpus_[gpu]; }
  const Gpu& at(int gpu) const { return gpus_[gpu]; }
  bool use(int gpu) { return calls_.ok(cudaSetDevice(gpu), "cudaSetDevice"); }
  void copy_now(std::byte* target, const std::byte* source, std::size_t bytes);
  void add(Stream stream, Work work);
  void divide(Stream, const Collective&, std::span<std::byte> memory);

  HostTime launch();
  std::vector<Step> take_steps();
  bool build();  // of steps_
  cudaGraphNode_t add_node(Step&, const std::vector<cudaGraphNode_t>& after);
  cudaGraphNode_t add_copy(const Copy&, const std::vector<cudaGraphNode_t>& after);
  template <class Arguments>
  cudaGraphNode_t add_kernel(int gpu, KernelLaunch<Arguments>&, const std::vector<cudaGraphNode_t>& after);
  cudaGraphNode_t add_stamp(int gpu, const Stamp&, const std::vector<cudaGraphNode_t>& after);
  // Both REQUIRE: the launch stream is idle.
  void collect();
  void forget_graph();
  void wait_until_idle();
  bool is_idle_by(std::chrono::steady_clock::time_point deadline);

  mutable CudaCalls calls_;
  CommandGraph<Work> commands_;
  std::vector<Gpu> gpus_;
  std::string name_;
  CudaCopies copies_ = CudaCopies::by_engine;
  bool some_staged_ = false;  // between some two GPUs
  std::vector<int> gpu_of_stream_;
  std::vector<Step> steps_;  // that graph_ is made of
  std::vector<TimedEvent> stamps_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t ready_ = nullptr;  // to be launched, again and again
  bool under_way_ = false;
  HostTime launched_ = 0;
  HostTime alignment_ = 0;
  bool abandoned_ = false;
  bool hangs_ = false;  // whatever waits for the GPUs waits for good
};

}  // namespace commlab
