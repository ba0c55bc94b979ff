#pragma once
// The GPUs of this computer as a device. Rank r lives on GPU r mod the number of GPUs, so one GPU can hold
// all ranks of a schedule.
//
// Enqueued work becomes one CUDA graph, which is launched when the host waits for it (cuda_graph.h). The
// graph has an arrow for every stream's order and for every event. Work behind a shut gate is not launched
// yet. So nothing blocks or spins on a GPU, no hardware queue can fill up or make one lane wait for another,
// and issuing is finished before a gate opens. An iteration that enqueues the same work again launches the
// same graph again, so a graph is built and given to the GPUs only once.
//
// An instruction that receives, reduces and passes on works by pushing: its kernel loads from this GPU's own
// slot and stores into the next GPU's slot. A store across a link does not wait; a load waits for the link's
// round trip. (NCCL 2.28 pushes, too, but not between A100s joined by NVLink: src/graph/paths.cc,
// ncclTopoCheckP2p.) If a kernel instead read the peer's memory, the peer would have to wait for the kernel;
// slots avoid this wait.
//
// The graph is launched while its stream is held (stream_gate.h), and then starts at once: on an H200, a
// graph of one copy then takes 2.98 to 3.01 us between its stamps in 20 launches, and 3.1 to 5.2 us without a
// gate.
//
// A stamp is an event node. The GPUs' clocks (cuda_clock.h) are aligned with the host's just before each
// launch; alignment() says how well. On an H200, a copy or a kernel in a chain of nodes takes 0.9 to 1.0 us,
// with an event node before it 3.1 us, with one more behind it 4.4 us (CUDA 13.0, driver 580; medians of 21
// launches of 100 nodes of 16 KiB). So stamps_take_time().

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cuda_runtime_api.h>

#include "gpu/cuda/command_graph.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/cuda_gpu.h"
#include "gpu/cuda/cuda_graph.h"
#include "gpu/cuda/host_bridge.h"
#include "gpu/cuda/known_memory.h"
#include "gpu/cuda/stream_gate.h"
#include "gpu/device.h"

namespace commlab {

class CudaDevice : public Device {
 public:
  // How many GPUs CUDA shows: at least one. Does not initialize them. Errors (Fault::runtime): no driver, no
  // GPU.
  static Result<int> number_of_gpus();
  // The GPUs on which `ranks` ranks live: the first that work. One that does not answer is left out. Other
  // GPUs that CUDA shows are not touched. A kernel may use only its rank's share of its GPU, even while other
  // ranks do nothing. Errors (Fault::runtime): no driver; no GPU; none that answers; copies by kernel where
  // not all GPUs reach each other's memory.
  static Result<std::unique_ptr<CudaDevice>> for_ranks(int ranks, CudaCopies);
  // The device has one rank on each GPU until more ranks allocate memory.
  static Result<std::unique_ptr<CudaDevice>> of_all_gpus();
  ~CudaDevice() override;

  int gpus() const { return static_cast<int>(gpus_.size()); }
  int number_of(int gpu) const { return at(gpu).number; }  // CUDA's number
  // Why GPUs that come before the last one here are not used; empty if all are.
  const std::vector<std::string>& lost() const { return lost_; }
  const std::string& name() const { return name_; }  // the first GPU's, as its driver calls it
  // Whether kernels can use other GPUs' memory. If not, only copies reach that memory, through host memory
  // (copies_through_host.h).
  bool all_reach_each_other() const;
  // "2 GPUs (NVIDIA L40S); GPUs reach each other's memory", and why GPUs are not used.
  std::string text() const;
  // How copies get from one GPU to another, in words.
  std::string_view peers() const;
  // How many blocks of threads a kernel on this GPU may have: its rank's share.
  int most_blocks_on(int gpu) const;
  // The largest error of stamps against the host's clock, as found at the last launch.
  HostTime alignment() const { return alignment_; }
  // The smallest difference between stamps that can be measured.
  HostTime resolution();

  Bytes available_memory() const override;
  std::optional<Shortage> shortage(std::span<const Bytes> of_rank, Bytes on_host) const override;
  Result<std::byte*> allocate(Rank rank, Bytes bytes) override;
  Result<Stream> add_stream(Rank rank) override;
  Event add_event() override { return commands_.add_event(); }

  void upload(std::byte* target, std::span<const std::byte> source) override;
  void download(std::span<std::byte> target, const std::byte* source) override;
  void set(Rank rank, std::span<std::byte> memory, std::byte value) override;
  void write(Rank rank, std::span<std::byte> memory, DataType, ReduceOp, const KnownValues&) override;
  Deviations compare(std::span<const PromisedMemory>, DataType, ReduceOp, double slack) override;

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
  bool stamps_take_time() const override { return true; }

  void shut(Event gate) override { commands_.shut(gate); }
  HostTime open(Event gate) override;
  HostTime time_to_issue() const override { return time_to_issue_; }
  void wait_on_host(Event event) override;
  bool finish(std::chrono::steady_clock::time_point deadline) override;
  void abandon() override;
  Status status() const override;
  // Whether a wait for the GPUs would never end.
  bool hangs() const { return hangs_ || calls_.hangs(); }
  // Says that somebody else's work hangs on these GPUs, so that nothing is freed: that would never end.
  void leave_as_it_is() { hangs_ = true; }

 private:
  struct Work {
    int gpu = 0;
    CudaGraph::Work what = CudaGraph::Stamp{};
    std::size_t step = 0;  // step of the graph that took it
  };

  CudaDevice() = default;
  Status set_up(int shown, int wanted, CudaCopies);
  void add_gpu(int number);
  void let_gpus_reach_each_other();
  bool gains_access(int current, int other);  // CUDA's numbers
  bool reaches_all(const CudaGpu&) const;
  Status prepare_copies_through_host();
  std::int64_t free_memory(int gpu) const;
  int gpu_of(Rank rank) const { return rank % gpus(); }
  CudaGpu& at(int gpu) { return gpus_[gpu]; }
  const CudaGpu& at(int gpu) const { return gpus_[gpu]; }
  bool use(int gpu) { return calls_.use(number_of(gpu)); }
  GpuWork work_on(const CudaGpu&);
  void add(Stream stream, Work work);
  void divide(Stream, const Collective&, std::span<std::byte> memory);

  HostTime launch();
  std::vector<CudaGraph::Step> take_steps();
  void collect();  // Collects the stamps. REQUIRES: nothing runs.
  void wait_until_idle();
  bool is_idle_by(std::chrono::steady_clock::time_point deadline);

  mutable CudaCalls calls_;
  CommandGraph<Work> commands_;
  std::vector<CudaGpu> gpus_;
  std::vector<std::string> lost_;
  std::string name_;
  CudaCopies copies_ = CudaCopies::by_engine;
  std::vector<int> gpu_of_stream_;
  CudaGraph graph_{calls_, gpus_};
  bool under_way_ = false;
  HostBridge bridge_;
  StreamGate start_;  // holds the stream that the graph runs on, while the graph is launched
  HostTime launched_ = 0;
  HostTime time_to_issue_ = 0;
  HostTime alignment_ = 0;
  bool abandoned_ = false;
  bool hangs_ = false;  // a wait for the GPUs would never end
};

}  // namespace commlab
