#include "gpu/measure/cuda/cuda_copies.h"

#include <algorithm>

#include "core/base/index.h"
#include "gpu/host/host_memory.h"
#include "gpu/measure/cuda/gpu_stopwatch.h"

namespace commlab {
namespace {

// Copies of a round, one after the other: many small ones, because the round's two events take a microsecond.
int copies_of_a_round(Bytes size) {
  return static_cast<int>(
      std::clamp<std::int64_t>(MiB(16).count / std::max<std::int64_t>(size.count, 1), 8, 64));
}

class CopyMeasurement {
 public:
  CopyMeasurement(GpuStopwatch& gpu, const MeterSettings& settings) : gpu_(gpu), settings_(settings) {}

  Result<CopyReport> run() {
    const StayNear near = gpu_.stay_near(0);
    const auto [smallest, largest] = std::ranges::minmax(settings_.sizes);
    report_.where = fmt::format(
        "{}; {} to {} copies in each round, {}", gpu_.where(near), copies_of_a_round(largest),
        copies_of_a_round(smallest),
        gpu_.holds() ? "started at once; pageable ones as the host issues them" : "as the host issues them");
    if (const Status room = make_room(); !room) return tl::unexpected(room.error());
    const Way ways[] = {
        {"host to GPU, pinned", on_gpu_, pinned_}, {"host to GPU, pageable", on_gpu_, pattern_.data(), true},
        {"GPU to host, pinned", pinned_, on_gpu_}, {"GPU to host, pageable", pageable_.data(), on_gpu_, true},
        {"within the GPU", also_on_gpu_, on_gpu_},
    };
    const double all = static_cast<double>(std::size(ways) * settings_.sizes.size());
    for (const Way& way : ways)
      for (const Bytes size : settings_.sizes) {
        if (settings_.progress)
          settings_.progress(static_cast<double>(report_.rows.size()) / all,
                             fmt::format("{}, {}", way.name, to_human(size)));
        if (const Status done = measure(way, size); !done) return tl::unexpected(done.error());
      }
    return std::move(report_);
  }

 private:
  struct Way {
    const char* name;
    std::byte* target;
    const std::byte* source;  // holds the pattern
    bool pageable = false;
  };

  Status make_room() {
    const Bytes largest = std::ranges::max(settings_.sizes);
    const Bytes free = available_host_memory();
    if (largest.count > free.count / 4)
      return fail(
          Fault::runtime,
          "too little memory: copies of {} need four times that size, but only {} are free; try -e {}",
          to_human(largest), to_human(free), to_text(Bytes{free.count / 4}));
    pattern_.resize(largest.count);
    for (std::size_t i = 0; i < pattern_.size(); ++i) pattern_[i] = static_cast<std::byte>(i * 31 + i / 4096);
    pageable_ = pattern_;
    for (const auto& [to, memory] : {std::pair(&on_gpu_, gpu_.device_memory(0, largest)),
                                     std::pair(&also_on_gpu_, gpu_.device_memory(0, largest)),
                                     std::pair(&pinned_, gpu_.pinned_memory(largest))}) {
      if (!memory) return tl::unexpected(memory.error());
      *to = *memory;
    }
    std::ranges::copy(pattern_, pinned_);
    return gpu_.write(on_gpu_, pattern_);
  }

  Status measure(const Way& way, Bytes size) {
    const auto bytes = index(size.count);
    const std::vector<std::byte> nothing(bytes);
    if (const Status cleared = gpu_.write(way.target, nothing); !cleared) return cleared;
    const int copies = copies_of_a_round(size);
    const GpuTask copying{
        .gpu = 0,
        .enqueue =
            [&](CudaCalls& calls, cudaStream_t stream) {
              for (int i = 0; i < copies; ++i)
                calls.ok(cudaMemcpyAsync(way.target, way.source, bytes, cudaMemcpyDefault, stream),
                         "cudaMemcpyAsync");
            },
        .waits = way.pageable};
    const auto rounds = in_rounds(settings_.rounds, settings_.stop, [&] {
      return gpu_.time_together(std::span(&copying, 1)).map([&](Time time) {
        return Time{time.ps / copies};
      });
    });
    if (!rounds) return tl::unexpected(rounds.error());
    std::vector<std::byte> found(bytes);
    if (const Status read = gpu_.read(found, way.target); !read) return read;
    if (!std::equal(found.begin(), found.end(), pattern_.begin()))
      return fail(Fault::runtime, "{} of {}: the copy is not equal to its source, so no time is reported",
                  way.name, to_human(size));
    report_.rows.push_back({.way = way.name, .size = size, .rounds = *rounds});
    return {};
  }

  GpuStopwatch& gpu_;
  const MeterSettings& settings_;
  std::vector<std::byte> pattern_, pageable_;
  std::byte* on_gpu_ = nullptr;
  std::byte* also_on_gpu_ = nullptr;
  std::byte* pinned_ = nullptr;
  CopyReport report_;
};

}  // namespace

Result<CopyReport> cuda_copies(const MeterSettings& settings, const std::filesystem::path& root) {
  const auto gpu = GpuStopwatch::of_all_gpus(root);
  if (!gpu) return tl::unexpected(gpu.error());
  return CopyMeasurement(**gpu, settings).run();
}

}  // namespace commlab
