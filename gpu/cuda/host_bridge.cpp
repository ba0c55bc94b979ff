#include "gpu/cuda/host_bridge.h"

#include <algorithm>
#include <cstring>

namespace commlab {
namespace {

constexpr std::size_t bridge_bytes = std::size_t{8} << 20;  // at once

bool copy_and_wait(CudaCalls& calls, cudaStream_t stream, void* target, const void* source,
                   std::size_t bytes) {
  return calls.ok(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream), "cudaMemcpyAsync") &&
         calls.wait(stream, "a copy");
}

}  // namespace

bool HostBridge::create(CudaCalls& calls) { return pinned_.create(calls, bridge_bytes); }

void HostBridge::destroy(CudaCalls& calls) { pinned_.destroy(calls); }

bool HostBridge::upload(CudaCalls& calls, cudaStream_t stream, std::byte* target,
                        std::span<const std::byte> source) {
  for (std::size_t done = 0; done < source.size() && calls.status();) {
    const std::size_t bytes = std::min(bridge_bytes, source.size() - done);
    std::memcpy(pinned_.data(), source.data() + done, bytes);
    copy_and_wait(calls, stream, target + done, pinned_.data(), bytes);
    done += bytes;
  }
  return calls.status().has_value();
}

bool HostBridge::download(CudaCalls& calls, cudaStream_t stream, std::span<std::byte> target,
                          const std::byte* source) {
  for (std::size_t done = 0; done < target.size() && calls.status();) {
    const std::size_t bytes = std::min(bridge_bytes, target.size() - done);
    if (!copy_and_wait(calls, stream, pinned_.data(), source + done, bytes)) break;
    std::memcpy(target.data() + done, pinned_.data(), bytes);
    done += bytes;
  }
  return calls.status().has_value();
}

bool set_memory(CudaCalls& calls, cudaStream_t stream, std::span<std::byte> memory, std::byte value) {
  if (memory.empty()) return calls.status().has_value();
  return calls.ok(cudaMemsetAsync(memory.data(), std::to_integer<int>(value), memory.size(), stream),
                  "cudaMemsetAsync") &&
         calls.wait(stream, "setting memory");
}

}  // namespace commlab
