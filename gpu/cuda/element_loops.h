#pragma once
// The part of one thread in an operation on vectors, 16 bytes at a time where the operands allow it:
//
//   |..head..|==16==|==16==| ... |==16==|..tail..|      thread t takes 16-byte pack t, t + threads, ...
//            ^ 16-byte boundary of every operand
//
// If the operands do not share their 16-byte boundaries, all elements belong to the head and are processed
// one by one. A thread loads several packs before it stores the first, so that many loads are under way at
// once. Neighbouring threads take neighbouring packs, and each thread's own packs lie `threads` apart. By
// Little's law an H100 (3.35 TB/s, about 0.6 us to memory) needs 2 MB under way; 1,024 threads on each of 132
// multiprocessors with 4 loads of 16 bytes of two operands have 17 MB under way. So a share of the GPU should
// be enough to use all of its memory's bandwidth. (This has not been measured on a GPU yet;
// tests/bench/cuda_bench can measure it.)
//
// Accumulation: float32 and float64 in their own type; floats of 16 and 8 bits in float32, rounded to nearest
// even once per operation; whole numbers in their own type, wrapping around. Denormals are kept. NaN: the sum
// and the product with a NaN are a NaN with the hardware's bits; min and max keep the left operand unless the
// right one compares smaller, or larger: a NaN on the left stays, a NaN on the right is dropped.
//
// nvcc compiles this file for kernels; any compiler compiles it for the test, which runs all threads one
// after another.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/collective/element_math.h"
#include "gpu/cuda/host_and_gpu.h"
#include "gpu/cuda/word_arithmetic.h"

namespace commlab {

inline constexpr std::size_t pack_bytes = 16;
inline constexpr int packs_at_once = 4;  // packs that a thread loads before it stores

// The bytes that a copy moves at once: the widest word whose boundaries both ends share. 16, 4 or 1.
inline int word_of(const std::byte* target, const std::byte* source) {
  const auto apart = reinterpret_cast<std::uintptr_t>(target) - reinterpret_cast<std::uintptr_t>(source);
  return apart % pack_bytes == 0 ? static_cast<int>(pack_bytes) : apart % 4 == 0 ? 4 : 1;
}

template <class Element>
struct alignas(pack_bytes) Pack {
  static constexpr int size = static_cast<int>(pack_bytes / sizeof(Element));
  Element element[size];
};

// target[i] = with[i] (op) incoming[i]; the target may be either operand. With `sent`, the result is also
// stored there, to be passed on, which needs one pass over memory instead of two.
struct CombineArguments {
  std::byte* target;
  const std::byte* with;
  const std::byte* incoming;
  std::int64_t elements;
  std::int64_t head;          // elements before the first pack
  std::byte* sent = nullptr;  // another place for the result; overlaps nothing
  bool operator==(const CombineArguments&) const = default;
};
// target[i] = source[i], by words of `Word` after `head` bytes.
struct CopyArguments {
  std::byte* target;
  const std::byte* source;
  std::int64_t bytes;
  std::int64_t head;
  bool operator==(const CopyArguments&) const = default;
};
// memory[i] = memory[i] / divisor
struct DivideArguments {
  std::byte* memory;
  std::int64_t elements;
  std::int64_t head;
  int divisor;
  bool operator==(const DivideArguments&) const = default;
};

// How many elements come before the first boundary that all operands share; all of them if they share none.
inline std::int64_t head_of(const std::byte* target, const std::byte* with, const std::byte* incoming,
                            std::int64_t elements, std::int64_t element_size) {
  const auto offset = [](const std::byte* p) { return reinterpret_cast<std::uintptr_t>(p) % pack_bytes; };
  if (offset(target) != offset(with) || offset(target) != offset(incoming)) return elements;
  const auto before = static_cast<std::int64_t>((pack_bytes - offset(target)) % pack_bytes) / element_size;
  return before < elements ? before : elements;
}

// Visits the thread's share of 0 .. count-1: visit(first, how many), where each next pack is `threads`
// further. The number `how many` is a compile-time constant, so that the compiler can keep all packs in
// registers.
template <class Visit>
COMMLAB_HOST_AND_GPU void for_each_batch(std::int64_t count, std::int64_t thread, std::int64_t threads,
                                         Visit visit) {
  std::int64_t p = thread;
  for (; p + (packs_at_once - 1) * threads < count; p += packs_at_once * threads)
    visit(p, std::integral_constant<int, packs_at_once>{});
  for (; p < count; p += threads) visit(p, std::integral_constant<int, 1>{});
}

// A pack as registers hold it: elements narrower than a word are kept in words.
template <class Element>
using RegisterPack =
    Pack<std::conditional_t<(sizeof(Element) < sizeof(std::uint32_t)), std::uint32_t, Element>>;

template <class Element, class Operation>
COMMLAB_HOST_AND_GPU void combine_packs(RegisterPack<Element>& with, const RegisterPack<Element>& incoming,
                                        Operation operation) {
  COMMLAB_UNROLL
  for (int i = 0; i < RegisterPack<Element>::size; ++i)
    if constexpr (sizeof(Element) < sizeof(std::uint32_t))
      with.element[i] = combined_word<Element>(with.element[i], incoming.element[i], operation);
    else
      with.element[i] = combined(with.element[i], incoming.element[i], operation);
}

template <class Element, class Operation>
COMMLAB_HOST_AND_GPU void combine_part(const CombineArguments& a, Operation operation, std::int64_t thread,
                                       std::int64_t threads) {
  using PackOf = RegisterPack<Element>;
  auto* target = reinterpret_cast<Element*>(a.target);
  auto* sent = reinterpret_cast<Element*>(a.sent);
  const auto* with = reinterpret_cast<const Element*>(a.with);
  const auto* incoming = reinterpret_cast<const Element*>(a.incoming);
  const std::int64_t packs = (a.elements - a.head) / Pack<Element>::size;
  for_each_batch(packs, thread, threads, [&](std::int64_t first, auto at_once) {
    PackOf left[at_once()];
    PackOf right[at_once()];
    COMMLAB_UNROLL
    for (int b = 0; b < at_once(); ++b) {
      left[b] = reinterpret_cast<const PackOf*>(with + a.head)[first + b * threads];
      right[b] = reinterpret_cast<const PackOf*>(incoming + a.head)[first + b * threads];
    }
    COMMLAB_UNROLL
    for (int b = 0; b < at_once(); ++b) {
      combine_packs<Element>(left[b], right[b], operation);
      reinterpret_cast<PackOf*>(target + a.head)[first + b * threads] = left[b];
      if (sent != nullptr) reinterpret_cast<PackOf*>(sent + a.head)[first + b * threads] = left[b];
    }
  });
  const std::int64_t packed = packs * Pack<Element>::size;
  for (std::int64_t e = thread; e < a.elements - packed; e += threads) {
    const std::int64_t i = e < a.head ? e : e + packed;
    const Element result = combined(with[i], incoming[i], operation);
    target[i] = result;
    if (sent != nullptr) sent[i] = result;
  }
}

template <class Word>
COMMLAB_HOST_AND_GPU void copy_part(const CopyArguments& a, std::int64_t thread, std::int64_t threads) {
  const std::int64_t words = (a.bytes - a.head) / static_cast<std::int64_t>(sizeof(Word));
  for_each_batch(words, thread, threads, [&](std::int64_t first, auto at_once) {
    Word word[at_once()];
    COMMLAB_UNROLL
    for (int b = 0; b < at_once(); ++b)
      word[b] = reinterpret_cast<const Word*>(a.source + a.head)[first + b * threads];
    COMMLAB_UNROLL
    for (int b = 0; b < at_once(); ++b)
      reinterpret_cast<Word*>(a.target + a.head)[first + b * threads] = word[b];
  });
  const std::int64_t copied = words * static_cast<std::int64_t>(sizeof(Word));
  for (std::int64_t e = thread; e < a.bytes - copied; e += threads) {
    const std::int64_t i = e < a.head ? e : e + copied;
    a.target[i] = a.source[i];
  }
}

template <class Element>
COMMLAB_HOST_AND_GPU void divide_part(const DivideArguments& a, std::int64_t thread, std::int64_t threads) {
  auto* memory = reinterpret_cast<Element*>(a.memory);
  const std::int64_t packs = (a.elements - a.head) / Pack<Element>::size;
  for (std::int64_t p = thread; p < packs; p += threads) {
    Pack<Element> pack = reinterpret_cast<const Pack<Element>*>(memory + a.head)[p];
    COMMLAB_UNROLL
    for (int i = 0; i < Pack<Element>::size; ++i) pack.element[i] = divided(pack.element[i], a.divisor);
    reinterpret_cast<Pack<Element>*>(memory + a.head)[p] = pack;
  }
  const std::int64_t packed = packs * Pack<Element>::size;
  for (std::int64_t e = thread; e < a.elements - packed; e += threads) {
    const std::int64_t i = e < a.head ? e : e + packed;
    memory[i] = divided(memory[i], a.divisor);
  }
}

}  // namespace commlab
