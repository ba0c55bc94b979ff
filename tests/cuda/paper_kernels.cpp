// Kernels of the paper CUDA, with the host's code: what a GPU's threads do side by side, the host does thread
// by thread.

#include <algorithm>

#include "core/collective/element_type.h"
#include "gpu/cuda/cuda_kernels.h"
#include "gpu/cuda/element_loops.h"
#include "gpu/cuda/value_loops.h"
#include "gpu/measure/busywork.h"
#include "gpu/measure/cuda/measure_kernels.h"
#include "tests/cuda/paper_cuda_state.h"

namespace commlab {
namespace paper_cuda {
namespace {

// A kernel's address points to this: a function from the kernel's arguments to what one thread does.
struct Kernel {
  std::function<std::function<void(int thread, int threads)>(void* arguments)> with;
};

template <class Element, class Operation>
const Kernel combining{[](void* arguments) {
  return [a = *static_cast<CombineArguments*>(arguments)](int thread, int threads) {
    combine_part<Element>(a, Operation{}, thread, threads);
  };
}};
template <class Word>
const Kernel copying{[](void* arguments) {
  return [a = *static_cast<CopyArguments*>(arguments)](int thread, int threads) {
    copy_part<Word>(a, thread, threads);
  };
}};
template <class Element>
const Kernel dividing{[](void* arguments) {
  return [a = *static_cast<DivideArguments*>(arguments)](int thread, int threads) {
    divide_part<Element>(a, thread, threads);
  };
}};

template <class Element>
const Kernel writing{[](void* arguments) {
  return [a = *static_cast<WriteArguments*>(arguments)](int thread, int threads) {
    write_part<Element>(a, thread, threads);
  };
}};
template <class Element, class Operation>
const Kernel comparing{[](void* arguments) {
  return [a = *static_cast<CompareArguments*>(arguments)](int thread, int threads) {
    const FirstDifferences first = compare_part<Element>(a, Operation{}, thread, threads);
    a.differs->wrong = std::min(a.differs->wrong, first.wrong);
    a.differs->rounded = std::min(a.differs->rounded, first.rounded);
  };
}};

// Times mean nothing on the paper CUDA, so a few steps are enough.
const Kernel computing{[](void* arguments) {
  return [a = *static_cast<ComputeArguments*>(arguments)](int thread, int) {
    a.results[thread] = multiply_and_add(std::min<std::int64_t>(a.steps, 2), 1);
  };
}};
// All threads load before any stores, so of all additions only one thread's count.
const Kernel adding_plainly{[](void* arguments) {
  return [a = *static_cast<AddArguments*>(arguments)](int thread, int) {
    if (thread == 0) *a.counters += static_cast<unsigned long long>(a.additions);
  };
}};
const Kernel adding_atomically{[](void* arguments) {
  return [a = *static_cast<AddArguments*>(arguments)](int, int) {
    *a.counters += static_cast<unsigned long long>(a.additions);
  };
}};
const Kernel adding_to_own{[](void* arguments) {
  return [a = *static_cast<AddArguments*>(arguments)](int thread, int) {
    a.counters[thread] += static_cast<unsigned long long>(a.additions);
  };
}};

}  // namespace

std::function<void()> launched(const void* kernel, int, dim3 grid, dim3 block, void** arguments) {
  return [threads = static_cast<int>(grid.x * block.x),
          thread = static_cast<const Kernel*>(kernel)->with(arguments[0])] {
    for (int t = 0; t < threads; ++t) thread(t, threads);
  };
}

}  // namespace paper_cuda

const void* combine_kernel(int type, int op) {
  return with_element_type(
      static_cast<DataType>(type), [&]<class Element>(ElementType<Element>) -> const void* {
        return with_operation(static_cast<ReduceOp>(op), []<class Operation>(Operation) -> const void* {
          return &paper_cuda::combining<Element, Operation>;
        });
      });
}

const void* compare_kernel(int type, int op) {
  return with_element_type(
      static_cast<DataType>(type), [&]<class Element>(ElementType<Element>) -> const void* {
        return with_operation(static_cast<ReduceOp>(op), []<class Operation>(Operation) -> const void* {
          return &paper_cuda::comparing<Element, Operation>;
        });
      });
}

const void* write_kernel(int type) {
  return with_element_type(
      static_cast<DataType>(type),
      []<class Element>(ElementType<Element>) -> const void* { return &paper_cuda::writing<Element>; });
}

const void* copy_kernel(int word) {
  if (word == 16) return &paper_cuda::copying<Pack<std::uint32_t>>;
  if (word == 4) return &paper_cuda::copying<std::uint32_t>;
  return &paper_cuda::copying<std::uint8_t>;
}

const void* divide_kernel(int type) {
  return with_element_type(
      static_cast<DataType>(type),
      []<class Element>(ElementType<Element>) -> const void* { return &paper_cuda::dividing<Element>; });
}

const void* compute_kernel() { return &paper_cuda::computing; }

const void* add_kernel(Adding adding) {
  switch (adding) {
    case Adding::plain: return &paper_cuda::adding_plainly;
    case Adding::own: return &paper_cuda::adding_to_own;
    default: return &paper_cuda::adding_atomically;
  }
}

}  // namespace commlab
