#pragma once
// What one of many threads does of a vector operation, with 16 bytes at a time where the operands
// allow it:
//
//   |..head..|==16==|==16==| ... |==16==|..tail..|      thread t takes 16-byte pack t, t + threads, ...
//            ^ 16-byte boundary of every operand
//
// Operands that do not share their 16-byte boundaries go element by element: the head is all there
// is. Compiled by nvcc for kernels, and by any compiler for the test that runs all threads in turn.

#include <cstddef>
#include <cstdint>

#include "core/element_math.h"

#ifdef __CUDACC__
#define COMMLAB_HOST_AND_GPU __host__ __device__
#else
#define COMMLAB_HOST_AND_GPU
#endif

namespace commlab {

inline constexpr std::size_t pack_bytes = 16;

template <class Element>
struct alignas(pack_bytes) Pack {
  static constexpr int size = static_cast<int>(pack_bytes / sizeof(Element));
  Element element[size];
};

// target[i] = with[i] (op) incoming[i]; the target may be either operand.
struct CombineArguments {
  std::byte* target;
  const std::byte* with;
  const std::byte* incoming;
  std::int64_t elements;
  std::int64_t head;  // elements before the first pack
};
// memory[i] = memory[i] / divisor
struct DivideArguments {
  std::byte* memory;
  std::int64_t elements;
  std::int64_t head;
  int divisor;
};

// Elements before the first boundary that all operands share; all of them where there is none.
inline std::int64_t head_of(const std::byte* target, const std::byte* with, const std::byte* incoming,
                            std::int64_t elements, std::int64_t element_size) {
  const auto offset = [](const std::byte* p) { return reinterpret_cast<std::uintptr_t>(p) % pack_bytes; };
  if (offset(target) != offset(with) || offset(target) != offset(incoming)) return elements;
  const auto before = static_cast<std::int64_t>((pack_bytes - offset(target)) % pack_bytes) / element_size;
  return before < elements ? before : elements;
}

template <class Element, class Operation>
COMMLAB_HOST_AND_GPU void combine_part(const CombineArguments& a, Operation operation, std::int64_t thread,
                                       std::int64_t threads) {
  auto* target = reinterpret_cast<Element*>(a.target);
  const auto* with = reinterpret_cast<const Element*>(a.with);
  const auto* incoming = reinterpret_cast<const Element*>(a.incoming);
  const std::int64_t packs = (a.elements - a.head) / Pack<Element>::size;
  for (std::int64_t p = thread; p < packs; p += threads) {
    Pack<Element> left = reinterpret_cast<const Pack<Element>*>(with + a.head)[p];
    const Pack<Element> right = reinterpret_cast<const Pack<Element>*>(incoming + a.head)[p];
    for (int i = 0; i < Pack<Element>::size; ++i)
      left.element[i] = combined(left.element[i], right.element[i], operation);
    reinterpret_cast<Pack<Element>*>(target + a.head)[p] = left;
  }
  const std::int64_t packed = packs * Pack<Element>::size;
  for (std::int64_t e = thread; e < a.elements - packed; e += threads) {
    const std::int64_t i = e < a.head ? e : e + packed;
    target[i] = combined(with[i], incoming[i], operation);
  }
}

template <class Element>
COMMLAB_HOST_AND_GPU void divide_part(const DivideArguments& a, std::int64_t thread, std::int64_t threads) {
  auto* memory = reinterpret_cast<Element*>(a.memory);
  const std::int64_t packs = (a.elements - a.head) / Pack<Element>::size;
  for (std::int64_t p = thread; p < packs; p += threads) {
    Pack<Element> pack = reinterpret_cast<const Pack<Element>*>(memory + a.head)[p];
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
