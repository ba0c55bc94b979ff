// The kernels: every thread does its part of the loop (element_loops.h, value_loops.h). They are compiled
// with -fmad=false, so that a GPU rounds where the host rounds. Denormals are kept and division is exact, as
// is nvcc's default; only the bits of a NaN that arithmetic makes may differ from the host's. Any operand may
// lie in another GPU's memory if peer access is enabled; then its loads or stores cross the link.

#include <cstdint>

#include "gpu/cuda/cuda_kernels.h"
#include "gpu/cuda/element_loops.h"
#include "gpu/cuda/value_loops.h"

namespace commlab {
namespace {

__device__ std::int64_t this_thread() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ std::int64_t all_threads() { return static_cast<std::int64_t>(gridDim.x) * blockDim.x; }

template <class Element, class Operation>
__global__ void combine_elements(CombineArguments arguments) {
  combine_part<Element>(arguments, Operation{}, this_thread(), all_threads());
}

template <class Word>
__global__ void copy_words(CopyArguments arguments) {
  copy_part<Word>(arguments, this_thread(), all_threads());
}

template <class Element>
__global__ void divide_elements(DivideArguments arguments) {
  divide_part<Element>(arguments, this_thread(), all_threads());
}

template <class Element>
__global__ void write_elements(WriteArguments arguments) {
  write_part<Element>(arguments, this_thread(), all_threads());
}

template <class Element, class Operation>
__global__ void compare_elements(CompareArguments arguments) {
  const FirstDifferences first = compare_part<Element>(arguments, Operation{}, this_thread(), all_threads());
  if (first.wrong != FirstDifferences::none) atomicMin(&arguments.differs->wrong, first.wrong);
  if (first.rounded != FirstDifferences::none) atomicMin(&arguments.differs->rounded, first.rounded);
}

template <class Element>
const void* combine_kernel_of(int op) {
  const void* const kernels[] = {
      reinterpret_cast<const void*>(combine_elements<Element, Sum>),
      reinterpret_cast<const void*>(combine_elements<Element, Product>),
      reinterpret_cast<const void*>(combine_elements<Element, Smaller>),
      reinterpret_cast<const void*>(combine_elements<Element, Larger>),
      reinterpret_cast<const void*>(combine_elements<Element, Sum>),
  };
  return kernels[op];
}

template <class Element>
const void* compare_kernel_of(int op) {
  const void* const kernels[] = {
      reinterpret_cast<const void*>(compare_elements<Element, Sum>),
      reinterpret_cast<const void*>(compare_elements<Element, Product>),
      reinterpret_cast<const void*>(compare_elements<Element, Smaller>),
      reinterpret_cast<const void*>(compare_elements<Element, Larger>),
      reinterpret_cast<const void*>(compare_elements<Element, Sum>),
  };
  return kernels[op];
}

// One table for each kind of kernel, by the place of the element type in the list of all.
template <class... Element>
const void* combine_kernel_in(ElementList<Element...>, int type, int op) {
  constexpr const void* (*of_type[])(int) = {combine_kernel_of<Element>...};
  return of_type[type](op);
}

template <class... Element>
const void* compare_kernel_in(ElementList<Element...>, int type, int op) {
  constexpr const void* (*of_type[])(int) = {compare_kernel_of<Element>...};
  return of_type[type](op);
}

template <class... Element>
const void* write_kernel_in(ElementList<Element...>, int type) {
  const void* const kernels[] = {reinterpret_cast<const void*>(write_elements<Element>)...};
  return kernels[type];
}

template <class... Element>
const void* divide_kernel_in(ElementList<Element...>, int type) {
  const void* const kernels[] = {reinterpret_cast<const void*>(divide_elements<Element>)...};
  return kernels[type];
}

}  // namespace

const void* combine_kernel(int type, int op) { return combine_kernel_in(AllElements{}, type, op); }

const void* compare_kernel(int type, int op) { return compare_kernel_in(AllElements{}, type, op); }

const void* copy_kernel(int word) {
  switch (word) {
    case 16: return reinterpret_cast<const void*>(copy_words<Pack<std::uint32_t>>);
    case 4: return reinterpret_cast<const void*>(copy_words<std::uint32_t>);
    default: return reinterpret_cast<const void*>(copy_words<std::uint8_t>);
  }
}

const void* write_kernel(int type) { return write_kernel_in(AllElements{}, type); }

const void* divide_kernel(int type) { return divide_kernel_in(AllElements{}, type); }

}  // namespace commlab
