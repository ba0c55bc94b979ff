#include "gpu/cuda/cuda_gpu.h"

#include <algorithm>
#include <cassert>

namespace commlab {

bool CudaGpu::holds(const std::byte* memory) const {
  return std::ranges::any_of(blocks, [&](const auto& block) {
    return block.data() <= memory && memory < block.data() + block.size();
  });
}

bool reach_each_other(const CudaGpu& a, const CudaGpu& b) {
  return a.number == b.number || (a.reaches.contains(b.number) && b.reaches.contains(a.number));
}

CudaGpu& holder_of(std::vector<CudaGpu>& gpus, const std::byte* memory) {
  const auto holder = std::ranges::find_if(gpus, [&](const CudaGpu& gpu) { return gpu.holds(memory); });
  assert(holder != gpus.end());
  return *holder;
}

}  // namespace commlab
