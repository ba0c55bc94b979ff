#include "gpu/measure/cuda/cuda_meter.h"

#include "gpu/cuda/cuda_device.h"
#include "gpu/measure/cuda/cuda_atomics.h"
#include "gpu/measure/cuda/cuda_copies.h"
#include "gpu/measure/cuda/cuda_overlap.h"
#include "gpu/measure/cuda/cuda_pairs.h"

namespace commlab {

Meter cuda_meter() {
  return {.name = "cuda",
          .lacks =
              [] {
                const auto device = CudaDevice::of_all_gpus();
                return device ? std::string() : device.error().message;
              },
          .copy = cuda_copies,
          .pairs = cuda_pairs,
          .overlap = cuda_overlap,
          .atomics = cuda_atomics};
}

}  // namespace commlab
