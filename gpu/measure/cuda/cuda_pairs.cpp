#include "gpu/measure/cuda/cuda_pairs.h"

#include "core/base/numbers.h"
#include "gpu/measure/cuda/gpu_stopwatch.h"

namespace commlab {
namespace {

constexpr int small_copies = 16;  // one after the other, so that the time of a launch is divided by 16

class CudaPairs {
 public:
  CudaPairs(GpuStopwatch& gpus, const MeterSettings& settings) : gpus_(gpus), settings_(settings) {}

  Result<PairReport> run() {
    if (gpus_.gpus() < 2)
      return fail(Fault::runtime,
                  "pairs need two GPUs, but CUDA shows only one ({}); check CUDA_VISIBLE_DEVICES, or measure "
                  "processors with --on host",
                  gpus_.where());
    report_.where = gpus_.where();
    report_.large = settings_.large;
    report_.small = {16};
    if (!gpus_.all_reach_each_other())
      report_.notes.push_back("copies between some GPUs go through host memory");
    for (int g = 0; g < gpus_.gpus(); ++g) {
      report_.places.push_back(fmt::format("gpu{}", gpus_.number_of(g)));
      if (const StayNear near = gpus_.stay_near(g); !near.where().empty())
        report_.notes.push_back(
            fmt::format("copies from {} are issued on {}", report_.places.back(), near.where()));
      for (auto* memory : {&sources_, &targets_}) {
        const auto made = gpus_.device_memory(g, settings_.large);
        if (!made) return tl::unexpected(made.error());
        memory->push_back(*made);
      }
    }
    for (int from = 0; from < gpus_.gpus(); ++from)
      for (int to = 0; to < gpus_.gpus(); ++to)
        if (from != to)
          if (const Status done = measure_pair(from, to); !done) return tl::unexpected(done.error());
    return std::move(report_);
  }

 private:
  GpuTask copying(int from, int to, Bytes bytes, int times) const {
    return {from, [this, from, to, bytes, times](CudaCalls& calls, cudaStream_t stream) {
              for (int i = 0; i < times; ++i)
                calls.ok(cudaMemcpyPeerAsync(targets_[to], gpus_.number_of(to), sources_[from],
                                             gpus_.number_of(from), bytes.count, stream),
                         "cudaMemcpyPeerAsync");
            }};
  }

  Result<Rounds> time(const std::vector<GpuTask>& tasks, int parts) {
    return in_rounds(settings_.rounds, settings_.stop, [&] {
      return gpus_.time_together(tasks).map([&](Time time) { return Time{time.ps / parts}; });
    });
  }

  Status measure_pair(int from, int to) {
    const StayNear near = gpus_.stay_near(from);
    const double n = gpus_.gpus();
    if (settings_.progress)
      settings_.progress(static_cast<double>(report_.pairs.size()) / (n * (n - 1)),
                         fmt::format("GPU {} to GPU {}", from, to));
    const auto one_way = time({copying(from, to, report_.large, 1)}, 1);
    if (!one_way) return tl::unexpected(one_way.error());
    if (const Status right = check(from, to); !right) return right;
    const auto both_ways =
        time({copying(from, to, report_.large, 1), copying(to, from, report_.large, 1)}, 1);
    if (!both_ways) return tl::unexpected(both_ways.error());
    const auto small = time({copying(from, to, report_.small, small_copies)}, small_copies);
    if (!small) return tl::unexpected(small.error());
    report_.pairs.push_back(
        {.from = from, .to = to, .one_way = *one_way, .both_ways = *both_ways, .small = *small});
    return {};
  }

  // Each pair has its own pattern, so that the check cannot mistake another pair's copy for this one.
  Status check(int from, int to) {
    const std::vector<std::byte> pattern(report_.large.count,
                                         static_cast<std::byte>(1 + from * gpus_.gpus() + to));
    if (const Status written = gpus_.write(sources_[from], pattern); !written) return written;
    const GpuTask once = copying(from, to, report_.large, 1);
    if (const auto copied = gpus_.time_together(std::span(&once, 1)); !copied)
      return tl::unexpected(copied.error());
    std::vector<std::byte> found(pattern.size());
    if (const Status read = gpus_.read(found, targets_[to]); !read) return read;
    if (found == pattern) return {};
    return fail(
        Fault::runtime,
        "GPU {} to GPU {}: the copy is not equal to its source, so no time is reported; check whether the "
        "system's IOMMU or PCIe ACS breaks copies between them",
        from, to);
  }

  GpuStopwatch& gpus_;
  const MeterSettings& settings_;
  std::vector<std::byte*> sources_, targets_;  // of each GPU
  PairReport report_;
};

}  // namespace

Result<PairReport> cuda_pairs(const MeterSettings& settings, const std::filesystem::path& root) {
  const auto gpus = GpuStopwatch::of_all_gpus(root);
  if (!gpus) return tl::unexpected(gpus.error());
  return CudaPairs(**gpus, settings).run();
}

}  // namespace commlab
