#include "gpu/measure/cuda/cuda_meter.h"

#include "gpu/cuda/cuda_device.h"
#include "gpu/measure/cuda/cuda_atomics.h"
#include "gpu/measure/cuda/cuda_copies.h"
#include "gpu/measure/cuda/cuda_overlap.h"
#include "gpu/measure/cuda/cuda_pairs.h"

namespace commlab {

Meter cuda_meter(const std::filesystem::path& root) {
  return {.name = "cuda",
          .lacks =
              [] {
                const auto device = CudaDevice::of_all_gpus();
                return device ? std::string() : device.error().message;
              },
          .copy = [root](const MeterSettings& settings) { return cuda_copies(settings, root); },
          .pairs = [root](const MeterSettings& settings) { return cuda_pairs(settings, root); },
          .overlap = [root](const MeterSettings& settings) { return cuda_overlap(settings, root); },
          .atomics = cuda_atomics};
}

}  // namespace commlab
