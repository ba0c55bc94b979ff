#include "gpu/measure/cuda/cuda_overlap.h"

#include <algorithm>

#include "gpu/measure/cuda/gpu_stopwatch.h"
#include "gpu/measure/cuda/measure_kernels.h"

namespace commlab {
namespace {

constexpr unsigned computing_blocks = 128;
constexpr unsigned computing_threads = 256;

class CudaOverlap {
 public:
  CudaOverlap(GpuStopwatch& gpu, const MeterSettings& settings) : gpu_(gpu), settings_(settings) {}

  Result<OverlapReport> run() {
    const StayNear near = gpu_.stay_near(0);
    const auto pinned = gpu_.pinned_memory(settings_.large);
    if (!pinned) return tl::unexpected(pinned.error());
    const auto target = gpu_.device_memory(0, settings_.large);
    if (!target) return tl::unexpected(target.error());
    const auto results = gpu_.device_memory(0, {sizeof(float) * computing_blocks * computing_threads});
    if (!results) return tl::unexpected(results.error());
    arguments_.results = reinterpret_cast<float*>(*results);

    const GpuTask copying{
        0, [&](CudaCalls& calls, cudaStream_t stream) {
          calls.ok(cudaMemcpyAsync(*target, *pinned, settings_.large.count, cudaMemcpyDefault, stream),
                   "cudaMemcpyAsync");
        }};
    const GpuTask computing{0, [&](CudaCalls& calls, cudaStream_t stream) {
                              void* arguments[] = {&arguments_};
                              calls.ok(cudaLaunchKernel(compute_kernel(), dim3(computing_blocks),
                                                        dim3(computing_threads), arguments, 0, stream),
                                       "cudaLaunchKernel");
                            }};
    if (const Status fitted = fit_steps(copying, computing); !fitted) return tl::unexpected(fitted.error());
    const auto copy = time("the copy alone", 0.1, {copying});
    if (!copy) return tl::unexpected(copy.error());
    const auto compute = time("the kernel alone", 0.4, {computing});
    if (!compute) return tl::unexpected(compute.error());
    const auto together = time("both at once", 0.7, {copying, computing});
    if (!together) return tl::unexpected(together.error());
    return OverlapReport{.where = fmt::format("GPU 0 of {}; two streams", gpu_.where(near)),
                         .copying = fmt::format("{} from pinned host memory", to_human(settings_.large)),
                         .computing = "a kernel of multiplications and additions in registers",
                         .copy = *copy,
                         .compute = *compute,
                         .together = *together};
  }

 private:
  // Chooses so many steps that the computation takes about as long as the copy, so that each could hide the
  // other completely.
  Status fit_steps(const GpuTask& copying, const GpuTask& computing) {
    arguments_.steps = 10'000;
    const auto copy =
        in_rounds(3, settings_.stop, [&] { return gpu_.time_together(std::span(&copying, 1)); });
    if (!copy) return tl::unexpected(copy.error());
    const auto compute =
        in_rounds(3, settings_.stop, [&] { return gpu_.time_together(std::span(&computing, 1)); });
    if (!compute) return tl::unexpected(compute.error());
    const double times = seconds_of(copy->median) / std::max(1e-9, seconds_of(compute->median));
    const double steps = static_cast<double>(arguments_.steps) * times;
    arguments_.steps = std::max<std::int64_t>(1, static_cast<std::int64_t>(steps));
    return {};
  }

  Result<Rounds> time(std::string_view what, double fraction, const std::vector<GpuTask>& tasks) {
    if (settings_.progress) settings_.progress(fraction, what);
    return in_rounds(settings_.rounds, settings_.stop, [&] { return gpu_.time_together(tasks); });
  }

  GpuStopwatch& gpu_;
  const MeterSettings& settings_;
  ComputeArguments arguments_{};
};

}  // namespace

Result<OverlapReport> cuda_overlap(const MeterSettings& settings, const std::filesystem::path& root) {
  const auto gpu = GpuStopwatch::of_all_gpus(root);
  if (!gpu) return tl::unexpected(gpu.error());
  return CudaOverlap(**gpu, settings).run();
}

}  // namespace commlab
