#pragma once
// The part of one thread in writing known values, and in comparing memory with them.
//
// nvcc compiles this file for kernels; any compiler compiles it for the test, which runs all threads one
// after another.

#include <cstddef>
#include <cstdint>

#include "core/collective/known_values.h"
#include "gpu/cuda/host_and_gpu.h"

namespace commlab {

struct WriteArguments {
  std::byte* memory;
  std::int64_t elements;
  KnownValues values;
};

// The first elements that differ; none: no element does.
struct FirstDifferences {
  static constexpr unsigned long long none = ~0ull;  // all bits are set, so that cudaMemset can write it
  unsigned long long wrong = none;
  unsigned long long rounded = none;  // these differ, but no more than they may
};

struct CompareArguments {
  const std::byte* memory;
  std::int64_t elements;
  KnownValues values;
  double slack;               // how much a value may differ, times the right one
  FirstDifferences* differs;  // of all threads
};

template <class Element>
COMMLAB_HOST_AND_GPU void write_part(const WriteArguments& a, std::int64_t thread, std::int64_t threads) {
  auto* memory = reinterpret_cast<Element*>(a.memory);
  for (std::int64_t i = thread; i < a.elements; i += threads)
    memory[i] = known_input<Element>(a.values, a.values.whose, i);
}

template <class Element>
COMMLAB_HOST_AND_GPU bool same_bits(Element a, Element b) {
  const auto* left = reinterpret_cast<const unsigned char*>(&a);
  const auto* right = reinterpret_cast<const unsigned char*>(&b);
  for (std::size_t i = 0; i < sizeof a; ++i)
    if (left[i] != right[i]) return false;
  return true;
}

template <class Element, class Operation>
COMMLAB_HOST_AND_GPU FirstDifferences compare_part(const CompareArguments& a, Operation operation,
                                                   std::int64_t thread, std::int64_t threads) {
  const auto* memory = reinterpret_cast<const Element*>(a.memory);
  FirstDifferences first;
  for (std::int64_t i = thread; i < a.elements; i += threads) {
    const Element right = known_value<Element>(a.values, i, operation);
    if (same_bits(memory[i], right)) continue;
    const auto element = static_cast<unsigned long long>(i);
    if (!is_near(static_cast<double>(widened(memory[i])), static_cast<double>(widened(right)), a.slack))
      first.wrong = element < first.wrong ? element : first.wrong;
    else
      first.rounded = element < first.rounded ? element : first.rounded;
  }
  return first;
}

}  // namespace commlab
