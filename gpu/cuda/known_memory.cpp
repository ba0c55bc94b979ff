#include "gpu/cuda/known_memory.h"

#include <array>
#include <bit>

#include "core/base/index.h"
#include "gpu/cuda/cuda_kernels.h"
#include "gpu/cuda/cuda_launch.h"
#include "gpu/cuda/value_loops.h"

namespace commlab {
namespace {

static_assert(sizeof(FirstDifferences) == memory_to_compare.count);

std::optional<FirstDifferences> first_differences(const GpuWork& on, std::byte* differs,
                                                  const PromisedMemory& part, DataType type, ReduceOp op,
                                                  double slack) {
  const std::int64_t elements = static_cast<std::int64_t>(part.memory.size()) / size_of(type);
  const std::span<std::byte> result(differs, sizeof(FirstDifferences));
  const CompareArguments arguments{.memory = part.memory.data(),
                                   .elements = elements,
                                   .values = part.values,
                                   .slack = slack,
                                   .differs = reinterpret_cast<FirstDifferences*>(differs)};
  std::array<std::byte, sizeof(FirstDifferences)> found{};
  if (!set_memory(on.calls, on.stream, result, std::byte{0xFF}) ||
      !launch(on.calls, on.stream,
              KernelLaunch<CompareArguments>{compare_kernel(static_cast<int>(type), static_cast<int>(op)),
                                             arguments, elements},
              on.most_blocks) ||
      !on.bridge.download(on.calls, on.stream, found, differs))
    return std::nullopt;
  return std::bit_cast<FirstDifferences>(found);
}

}  // namespace

bool write_on_gpu(const GpuWork& on, DataType type, std::span<std::byte> memory, const KnownValues& values) {
  const std::int64_t elements = static_cast<std::int64_t>(memory.size()) / size_of(type);
  if (elements == 0) return on.calls.status().has_value();
  const WriteArguments arguments{.memory = memory.data(), .elements = elements, .values = values};
  return launch(on.calls, on.stream,
                KernelLaunch<WriteArguments>{write_kernel(static_cast<int>(type)), arguments, elements},
                on.most_blocks) &&
         on.calls.wait(on.stream, "making inputs");
}

void compare_on_gpu(const GpuWork& on, std::byte* differs, std::size_t number, const PromisedMemory& part,
                    DataType type, ReduceOp op, double slack, Deviations& all) {
  const auto first = first_differences(on, differs, part, type, op, slack);
  if (!first) return;
  all.rounded |= first->rounded != FirstDifferences::none;
  if (all.wrong || first->wrong == FirstDifferences::none) return;
  Memory found(index(size_of(type)));
  on.bridge.download(on.calls, on.stream, found, part.memory.data() + first->wrong * found.size());
  all.wrong = {.part = number, .element = static_cast<std::int64_t>(first->wrong), .found = std::move(found)};
}

}  // namespace commlab
