#include "gpu/measure/cuda/cuda_atomics.h"

#include <algorithm>
#include <numeric>

#include "gpu/measure/cuda/gpu_stopwatch.h"
#include "gpu/measure/cuda/measure_kernels.h"

namespace commlab {
namespace {

constexpr unsigned adding_blocks = 64;
constexpr unsigned adders_of_block = 256;
constexpr int adders = adding_blocks * adders_of_block;
constexpr std::int64_t additions_of_thread = 1'000;

struct Way {
  Adding adding;
  const char* name;
  const char* meaning;
};
constexpr Way gpu_ways[] = {
    {Adding::plain, "load, add 1, store",
     "a store of another thread between this thread's load and store is overwritten, so that addition is "
     "lost"},
    {Adding::atomic, "atomicAdd",
     "load, addition and store are one step, done in the memory that holds the counter"},
    {Adding::by_blocks, "atomicAdd within blocks first",
     "threads of a block share a counter near them; each block adds its sum once"},
    {Adding::own, "own counters, summed",
     "threads share nothing until the end, so no addition is lost and no thread waits"},
};

class CudaAtomics {
 public:
  CudaAtomics(GpuStopwatch& gpu, const MeterSettings& settings) : gpu_(gpu), settings_(settings) {}

  Result<AtomicsReport> run() {
    AtomicsReport report{
        .where = fmt::format("{} threads in {} blocks on GPU 0 of {}", adders, adding_blocks, gpu_.where()),
        .adders = adders,
        .additions = settings_.additions > 0 ? settings_.additions : additions_of_thread,
        .rows = {}};
    const auto memory =
        gpu_.device_memory(0, {static_cast<std::int64_t>(counters_.size() * sizeof(counters_[0]))});
    if (!memory) return tl::unexpected(memory.error());
    on_gpu_ = *memory;
    for (const Way& way : gpu_ways) {
      if (settings_.progress)
        settings_.progress(static_cast<double>(report.rows.size()) / std::size(gpu_ways), way.name);
      auto row = measure(way, report);
      if (!row) return tl::unexpected(row.error());
      report.rows.push_back(std::move(*row));
    }
    return report;
  }

 private:
  Result<AtomicsReport::Row> measure(const Way& way, const AtomicsReport& report) {
    AtomicsReport::Row row{
        .way = way.name, .meaning = way.meaning, .counted = report.expected(), .rounds = {}};
    AddArguments adding{reinterpret_cast<unsigned long long*>(on_gpu_), report.additions};
    const GpuTask task{0, [&](CudaCalls& calls, cudaStream_t stream) {
                         void* arguments[] = {&adding};
                         calls.ok(cudaLaunchKernel(add_kernel(way.adding), dim3(adding_blocks),
                                                   dim3(adders_of_block), arguments, 0, stream),
                                  "cudaLaunchKernel");
                       }};
    const auto rounds = in_rounds(settings_.rounds, settings_.stop, [&]() -> Result<Time> {
      std::ranges::fill(counters_, 0);
      if (const Status cleared = gpu_.write(on_gpu_, std::as_bytes(std::span(counters_))); !cleared)
        return tl::unexpected(cleared.error());
      const auto time = gpu_.time_together(std::span(&task, 1));
      if (!time) return time;
      if (const Status read = gpu_.read(std::as_writable_bytes(std::span(counters_)), on_gpu_); !read)
        return tl::unexpected(read.error());
      row.counted = std::min(row.counted, std::reduce(counters_.begin(), counters_.end(), std::int64_t{0}));
      return time;
    });
    if (!rounds) return tl::unexpected(rounds.error());
    row.rounds = *rounds;
    return row;
  }

  GpuStopwatch& gpu_;
  const MeterSettings& settings_;
  std::vector<std::int64_t> counters_ = std::vector<std::int64_t>(adders);
  std::byte* on_gpu_ = nullptr;
};

}  // namespace

Result<AtomicsReport> cuda_atomics(const MeterSettings& settings) {
  const auto gpu = GpuStopwatch::of_all_gpus();
  if (!gpu) return tl::unexpected(gpu.error());
  return CudaAtomics(**gpu, settings).run();
}

}  // namespace commlab
