// The cuda device on the paper CUDA, with the kernels that nvcc makes for GPUs. Addresses are those that the
// device has allocated; every access must lie in memory of the GPU, or in memory to which it was given
// access, and on a boundary of its width.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/cuda/cuda_device.h"
#include "gpu/executor.h"
#include "gpu/measure/cuda/cuda_meter.h"
#include "tests/cuda/cuda_programs.h"
#include "tests/cuda/paper_cuda.h"
#include "tests/ptx/gpu_code.h"

namespace commlab {
namespace {

RealRunOptions only_once() {
  RealRunOptions options = once();
  options.warmup = 0;
  return options;
}

// A random element.
template <class Choices>
auto any_of(const Choices& choices, std::mt19937& lots) {
  return choices[lots() % std::size(choices)];
}

// There are too many combinations of type, operation and count, so each case gets random ones.
Collective any_collective(CollectiveKind kind, int ranks, std::mt19937& lots) {
  Collective c{.kind = kind, .ranks = ranks, .root = ranks / 2};
  if (kind == CollectiveKind::p2p) c.from = ranks - 1, c.to = {0};
  c.count = any_of(std::array{23, 64, 1003}, lots);
  c.dtype = any_of(all_data_types, lots);
  c.in_place = lots() % 2 == 0;
  if (reduces(kind)) c.op = any_of(all_reduce_ops, lots);
  return c;
}

Lowering any_lowering(std::mt19937& lots) {
  return any_of(std::array{Lowering{}, Lowering{.channels = 2, .pieces = 3, .slots = 2},
                           Lowering{.pieces = 2, .fused = true}},
                lots);
}

class OnPtx : public testing::TestWithParam<int> {};

TEST_P(OnPtx, EveryAlgorithmGivesTheReference) {
  std::mt19937 lots(1);
  int runs = 0;
  for (const Algorithm* algorithm : algorithms())
    for (const auto& [gpus, all_reach] : {std::pair(1, false), std::pair(3, false), std::pair(3, true)})
      for (const int ranks : {3, 4}) {
        const Collective c = any_collective(algorithm->collective, ranks, lots);
        if (!check(c) || !algorithm->supports(c)) continue;
        const auto programs = programs_for(*algorithm, c, any_lowering(lots));
        if (!programs) continue;  // this collective cannot be cut into pieces
        paper_cuda::reset({.gpus = gpus,
                           .all_reach = all_reach,
                           .architecture = GetParam(),
                           .seed = static_cast<std::uint32_t>(lots())});
        const bool can_copy_by_kernel = gpus == 1 || all_reach;
        const CudaCopies copies =
            can_copy_by_kernel && lots() % 2 == 0 ? CudaCopies::by_kernel : CudaCopies::by_engine;

        const auto run = run_on_cuda(*programs, {}, only_once(), copies);

        if (!run && gpus > 1 && run.error().message.find("in-switch reduction") != std::string::npos)
          continue;  // not all paper GPUs reach each other
        ASSERT_TRUE(run) << run.error().message << " (" << algorithm->name << ", " << ranks << " ranks on "
                         << gpus << ", " << name_of(c.dtype) << ")";
        EXPECT_TRUE(run->checked);
        ++runs;
      }
  EXPECT_GT(runs, 3 * static_cast<int>(algorithms().size()));
}

TEST_P(OnPtx, TheMeterCountsWhatKernelsAdd) {
  paper_cuda::reset({.architecture = GetParam()});
  const auto report = cuda_meter().atomics({.sizes = {}, .large = KiB(4), .additions = 10, .rounds = 1});
  ASSERT_TRUE(report) << report.error().message;
  for (const auto& row : report->rows) EXPECT_EQ(report->lost(row), 0) << row.way;
}

// As on a GPU, every call fails after the wrong access.
TEST_P(OnPtx, AKernelsWrongAccessIsTold) {
  std::array<std::byte, 64> on_no_gpu{};
  for (const bool of_the_host : {true, false}) {
    paper_cuda::reset({.gpus = 3, .architecture = GetParam()});
    const auto device = CudaDevice::of_all_gpus().value();
    const Stream stream = device->add_stream(0).value();
    std::byte* const own = device->allocate(0, Bytes{64}).value();
    std::byte* const out_of_reach = device->allocate(2, Bytes{64}).value();

    device->combine(stream, DataType::float32, ReduceOp::sum, own, own,
                    of_the_host ? on_no_gpu.data() : out_of_reach, 4);

    device->finish(soon());
    ASSERT_FALSE(device->status());
    EXPECT_THAT(device->status().error().message,
                testing::AllOf(testing::HasSubstr("combine_elements<float, commlab::Sum>"),
                               testing::HasSubstr("is outside what it may read")));
  }
}

INSTANTIATE_TEST_SUITE_P(OfNvcc, OnPtx, testing::ValuesIn(ptx::architectures),
                         [](const auto& info) { return fmt::format("sm_{}", info.param); });

}  // namespace
}  // namespace commlab
