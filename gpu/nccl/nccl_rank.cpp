#include "gpu/nccl/nccl_rank.h"

#include <algorithm>

#include "gpu/cuda/cuda_launch.h"
#include "gpu/rounded_up.h"

namespace commlab {

NcclRank::NcclRank(CudaCalls& calls, NcclMembers::Here here, const RankShape& shape, DataType type,
                   Bytes staging)
    : calls_(calls), here_(here), memory_{} {
  const std::int64_t buffers = rounded_up(shape.bytes(type).count, cuda_alignment);
  const std::int64_t used = buffers + rounded_up(staging.count, cuda_alignment);
  cudaDeviceProp properties{};
  if (!use() || !calls_.ok(cudaGetDeviceProperties(&properties, here.gpu), "cudaGetDeviceProperties") ||
      !clock_.create(calls_) || !bridge_.create(calls_) ||
      !calls_.ok(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags") ||
      !calls_.ok(cudaMalloc(&block_, used + memory_to_compare.count), "cudaMalloc"))
    return;
  most_blocks_ = commlab::most_blocks(properties.multiProcessorCount, 1);
  memory_ = laid_out(shape, type, static_cast<std::byte*>(block_));
  staging_ = static_cast<std::byte*>(block_) + buffers;
  differs_ = static_cast<std::byte*>(block_) + used;
}

NcclRank::~NcclRank() {
  if (left_behind_ || calls_.hangs()) return;
  drop_marks();
  clock_.destroy(calls_);
  bridge_.destroy(calls_);
  if (stream_ != nullptr) calls_.ok(cudaStreamDestroy(stream_), "cudaStreamDestroy");
  if (block_ != nullptr) calls_.ok(cudaFree(block_), "cudaFree");
}

void NcclRank::write(DataType type, std::span<std::byte> memory, const KnownValues& values) {
  if (use()) write_on_gpu(work(), type, memory, values);
}

void NcclRank::compare(std::size_t number, const PromisedMemory& part, const Collective& c, double slack,
                       Deviations& all) {
  if (use()) compare_on_gpu(work(), differs_, number, part, c.dtype, c.op, slack, all);
}

void NcclRank::set(std::span<std::byte> memory, std::byte value) {
  if (use()) set_memory(calls_, stream_, memory, value);
}

Memory NcclRank::download(std::span<const std::byte> source) {
  Memory memory(source.size());
  if (use()) bridge_.download(calls_, stream_, memory, source.data());
  return memory;
}

void NcclRank::copy(std::byte* target, const std::byte* source, std::int64_t bytes) {
  if (bytes > 0)
    calls_.ok(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream_), "cudaMemcpyAsync");
}

void NcclRank::mark() {
  const cudaEvent_t event = clock_.take(calls_);
  if (event == nullptr) return;
  marks_.push_back({event, {}});
  calls_.ok(cudaEventRecord(event, stream_), "cudaEventRecord");
}

// Marks are in the order of the stream, so the first mark that has not happened shows how far the stream is.
int NcclRank::marks_passed() const {
  const auto ahead = std::ranges::find_if(
      marks_, [](const Mark& mark) { return cudaEventQuery(mark.event) != cudaSuccess; });
  return static_cast<int>(ahead - marks_.begin());
}

void NcclRank::read_marks(HostTime opened) {
  for (const Mark& mark : marks_) {
    const HostTime time = calls_.status() ? clock_.at(calls_, mark.event) : 0;
    for (HostTime* const at : mark.at) *at = std::max(opened, time);
  }
}

Time NcclRank::time_of_marks() const {
  float milliseconds = 0;
  calls_.ok(cudaEventElapsedTime(&milliseconds, marks_.front().event, marks_.back().event),
            "cudaEventElapsedTime");
  return {static_cast<std::int64_t>(static_cast<double>(milliseconds) * 1e9)};
}

void NcclRank::drop_marks() {
  for (const Mark& mark : marks_) clock_.give_back(mark.event);
  marks_.clear();
}

}  // namespace commlab
