// Every registered kernel has PTX, and the interpreter knows all its instructions.

#include "tests/ptx/gpu_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/data_type.h"
#include "gpu/cuda/cuda_kernels.h"

namespace commlab::ptx {
namespace {

TEST(GpuCode, OfEveryKernelIsUnderstood) {
  for (const int architecture : architectures) {
    const auto& code = gpu_code(architecture);
    ASSERT_TRUE(code) << code.error().message;
  }
}

TEST(GpuCode, IsThatOfTheTypeAndOperation) {
  const auto name = [](const void* kernel) { return gpu_code_of(kernel, 90).value()->kernel.name; };
  const auto combine = [&](DataType type, ReduceOp op) {
    return name(combine_kernel(static_cast<int>(type), static_cast<int>(op)));
  };
  EXPECT_EQ(combine(DataType::bfloat16, ReduceOp::min),
            "void commlab::(anonymous namespace)::combine_elements<commlab::Bfloat16, commlab::Smaller>"
            "(commlab::CombineArguments)");
  EXPECT_EQ(combine(DataType::int8, ReduceOp::avg), combine(DataType::int8, ReduceOp::sum));
  EXPECT_THAT(name(copy_kernel(4)), testing::HasSubstr("copy_words<unsigned int>"));
}

TEST(GpuCode, OfWhatIsNoKernelIsAnError) {
  const int no_kernel = 0;
  const auto code = gpu_code_of(&no_kernel, 90);
  ASSERT_FALSE(code);
  EXPECT_THAT(code.error().message, testing::StartsWith("no kernel was registered at 0x"));
}

}  // namespace
}  // namespace commlab::ptx
