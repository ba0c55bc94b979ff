#include "gpu/cuda/cuda_launch.h"

#include <algorithm>
#include <type_traits>

#include "core/collective/element_type.h"
#include "gpu/cuda/cuda_kernels.h"

namespace commlab {
namespace {

template <class Wanted, class... Element>
constexpr int place_of(ElementList<Element...>) {
  int place = 0;
  const bool found = ((std::is_same_v<Wanted, Element> || (++place, false)) || ...);
  return found ? place : -1;
}

// The kernels' tables are in this order.
static_assert(std::ranges::all_of(all_data_types, [](DataType type) {
  return static_cast<int>(type) == with_element_type(type, []<class Element>(ElementType<Element>) {
           return place_of<Element>(AllElements{});
         });
}));
static_assert(static_cast<int>(ReduceOp::sum) == 0 && static_cast<int>(ReduceOp::prod) == 1 &&
              static_cast<int>(ReduceOp::min) == 2 && static_cast<int>(ReduceOp::max) == 3 &&
              static_cast<int>(ReduceOp::avg) == 4);

constexpr unsigned threads_of_block = 256;
// 1,024 threads on each multiprocessor, of the 1,024 (sm_75) to 2,048 that it can hold. Each thread has
// several packs under way, so more threads would only make the kernel's last wave longer. 1,024 threads fit
// if a thread needs no more than 64 registers, which is true of all kernels on sm_90 (ptxas of CUDA 13.0).
// This is expected, not measured.
constexpr int blocks_of_multiprocessor = 4;

// Packs count in batches; where there are no packs, elements count.
std::int64_t items_of(std::int64_t elements, std::int64_t head, std::int64_t elements_of_pack) {
  const std::int64_t of_batch = elements_of_pack * packs_at_once;
  return std::max(head, (elements - head + of_batch - 1) / of_batch);
}

}  // namespace

CopyLaunch copy_launch(std::byte* target, const std::byte* source, std::int64_t bytes) {
  const int word = word_of(target, source);
  const auto past = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(target) % pack_bytes) % word;
  const std::int64_t head = std::min(bytes, (word - past) % word);
  return {copy_kernel(word), {target, source, bytes, head}, items_of(bytes, head, word)};
}

CombineLaunch combine_launch(DataType type, ReduceOp op, std::byte* target, const std::byte* with,
                             const std::byte* incoming, std::byte* sent, std::int64_t elements) {
  const std::int64_t size = size_of(type);
  std::int64_t head = head_of(target, with, incoming, elements, size);
  if (sent != nullptr && word_of(target, sent) != static_cast<int>(pack_bytes)) head = elements;
  return {combine_kernel(static_cast<int>(type), static_cast<int>(op)),
          {target, with, incoming, elements, head, sent},
          items_of(elements, head, static_cast<std::int64_t>(pack_bytes) / size)};
}

DivideLaunch divide_launch(DataType type, std::span<std::byte> memory, int divisor) {
  std::byte* const first = memory.data();
  const std::int64_t elements = static_cast<std::int64_t>(memory.size()) / size_of(type);
  const std::int64_t head = head_of(first, first, first, elements, size_of(type));
  return {divide_kernel(static_cast<int>(type)),
          {first, elements, head, divisor},
          std::max(head, elements - head)};
}

int most_blocks(int multiprocessors, int sharers) {
  return std::max(1, multiprocessors * blocks_of_multiprocessor / std::max(1, sharers));
}

dim3 block_of_threads() { return dim3(threads_of_block); }

dim3 grid_for(std::int64_t items, int most_blocks) {
  const std::int64_t blocks = (items + threads_of_block - 1) / threads_of_block;
  return dim3(static_cast<unsigned>(std::clamp<std::int64_t>(blocks, 1, most_blocks)));
}

}  // namespace commlab
