// Copies between GPUs that do not reach each other, on the paper CUDA, which refuses a node that copies
// between them: every byte arrives, whatever order the arrows allow.

#include "gpu/cuda/copies_through_host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/cuda/cuda_device.h"
#include "tests/cuda/cuda_programs.h"
#include "tests/cuda/paper_cuda.h"

namespace commlab {
namespace {

constexpr std::int64_t piece = CopiesThroughHost::piece_bytes;
constexpr std::int64_t ring = CopiesThroughHost::pinned_bytes;

std::vector<std::byte> telling(std::int64_t bytes, int seed) {
  std::vector<std::byte> data(static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<std::byte>(i * 31 + i / 4096 + static_cast<std::size_t>(seed) * 7);
  return data;
}

// The stand-in must refuse what a GPU does not promise.
TEST(PaperCuda, RefusesANodeThatCopiesBetweenGpusThatDoNotReachEachOther) {
  paper_cuda::reset({.gpus = 3});
  void* memory[2]{};
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(cudaSetDevice(2 * i), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&memory[i], 8), cudaSuccess);
  }
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  cudaGraphNode_t node = nullptr;
  for (int gpu = 0; gpu < 3; ++gpu) {
    ASSERT_EQ(cudaSetDevice(gpu), cudaSuccess);
    EXPECT_NE(cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, memory[1], memory[0], 8, cudaMemcpyDefault),
              cudaSuccess);
  }
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  for (void* const each : memory) EXPECT_EQ(cudaFree(each), cudaSuccess);
}

TEST(CopiesThroughHost, MoveAnyNumberOfBytesAgainAndAgain) {
  for (const std::int64_t bytes : {std::int64_t{1}, piece - 1, piece, piece + 1, ring, 2 * ring + 3}) {
    paper_cuda::reset({.gpus = 3, .seed = static_cast<std::uint32_t>(bytes)});
    {
      const auto device = CudaDevice::of_all_gpus().value();
      const Stream stream = device->add_stream(0).value();
      std::byte* const source = device->allocate(0, {bytes}).value();
      std::byte* const target = device->allocate(2, {bytes + 1}).value();
      target[bytes] = std::byte{77};
      for (const int launch : {0, 1, 2}) {
        const std::vector<std::byte> sent = telling(bytes, launch);
        device->upload(source, sent);
        device->copy(stream, target, source, bytes);
        ASSERT_TRUE(device->finish(soon())) << device->status().error().message;
        std::vector<std::byte> found(sent.size());
        device->download(found, target);
        EXPECT_TRUE(found == sent) << bytes << " bytes, launch " << launch;
        EXPECT_EQ(target[bytes], std::byte{77});
      }
      EXPECT_EQ(paper_cuda::nodes(), 2 * ((bytes + piece - 1) / piece)) << "one graph, two nodes for a piece";
    }
    EXPECT_EQ(paper_cuda::leaks(), 0);
  }
}

// Many copies run side by side and share the pinned memory; a slot that is taken too early shows.
TEST(CopiesThroughHost, ShareTheirSlotsInAnyOrder) {
  constexpr int gpus = 4;
  constexpr int copies = 60;
  for (const std::uint32_t seed : {1u, 2u, 3u, 4u, 5u}) {
    paper_cuda::reset({.gpus = gpus, .seed = seed, .most_peers = 0});
    const auto device = CudaDevice::of_all_gpus().value();
    std::mt19937 lots(seed);
    std::vector<std::span<std::byte>> targets;
    std::vector<std::vector<std::byte>> sent;
    std::vector<Stream> streams;
    for (int i = 0; i < 8; ++i) streams.push_back(device->add_stream(i % gpus).value());
    for (int i = 0; i < copies; ++i) {
      const int from = static_cast<int>(lots() % gpus);
      const int to = static_cast<int>(lots() % gpus);  // also the same GPU
      const std::int64_t bytes = 1 + static_cast<std::int64_t>(lots() % (lots() % 4 == 0 ? 3 * piece : 999));
      sent.push_back(telling(bytes, i));
      std::byte* const source = device->allocate(from, {bytes}).value();
      targets.emplace_back(device->allocate(to, {bytes}).value(), static_cast<std::size_t>(bytes));
      device->upload(source, sent.back());
      device->copy(streams[static_cast<std::size_t>(from + (i % 2) * gpus)], targets.back().data(), source,
                   bytes);
    }
    ASSERT_TRUE(device->finish(soon())) << device->status().error().message;
    for (std::size_t i = 0; i < targets.size(); ++i)
      EXPECT_TRUE(std::ranges::equal(targets[i], sent[i])) << i;
  }
}

class ThroughHost : public testing::TestWithParam<CollectiveKind> {};

// Whole messages are larger than all slots of a sender, in a number of elements that nothing divides.
TEST_P(ThroughHost, LargeMessagesGiveTheReference) {
  std::uint32_t seed = 0;
  for (const Algorithm* const algorithm : algorithms()) {
    Collective c{.kind = GetParam(), .ranks = 3, .count = 570'001, .root = 1};
    c.dtype = DataType::float64;
    if (c.kind == CollectiveKind::p2p) c.from = 2, c.to = {0};
    if (algorithm->collective != c.kind || !algorithm->supports(c)) continue;
    if (++seed > 3) break;  // a few algorithms are enough
    RealRunOptions options = once();
    options.iterations = 2;  // of one graph
    paper_cuda::reset({.gpus = 3, .seed = seed, .most_peers = 0});
    const auto run = run_on_cuda(programs_for(*algorithm, c).value(), {}, options);
    if (!run && run.error().message.find("in-switch reduction") != std::string::npos) continue;
    ASSERT_TRUE(run) << algorithm->name << ": " << run.error().message;
    EXPECT_TRUE(run->checked) << algorithm->name;
    EXPECT_EQ(paper_cuda::leaks(), 0);
  }
  EXPECT_GT(seed, 0u);
}

INSTANTIATE_TEST_SUITE_P(Collectives, ThroughHost, testing::ValuesIn(all_collective_kinds),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST(CopiesThroughHost, SayThatTheyGetTooLittlePinnedMemory) {
  constexpr std::size_t for_the_rest = std::size_t{9} << 20;
  paper_cuda::reset({.gpus = 3, .pinned = for_the_rest + ring});
  const auto run = run_on_cuda(ring_all_reduce(3, 64), {}, once());

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_THAT(
      run.error().message,
      testing::StartsWith("GPU 2 does not reach all others, so it needs 4 MiB of pinned host memory for "
                          "its copies to them: cudaHostAlloc on GPU 2 (paper) failed: "));
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

}  // namespace
}  // namespace commlab
