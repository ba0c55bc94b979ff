// NCCL is loaded when it is used. A library that is missing or too old is an error that says so.

#include "gpu/nccl/nccl_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(NcclLibrary, ThatIsMissingIsAnErrorWithTheCure) {
  const Result<int> version = load_nccl("librnig-nccl.so.2");
  ASSERT_FALSE(version);
  EXPECT_EQ(version.error().fault, Fault::runtime);
  EXPECT_THAT(version.error().message,
              AllOf(HasSubstr("librnig-nccl.so.2: cannot open"), HasSubstr("LD_LIBRARY_PATH")));
}

TEST(NcclLibrary, ThatIsTooOldIsAnErrorWithBothVersions) {
  const Result<int> version = load_nccl(COMMLAB_OLD_NCCL);
  ASSERT_FALSE(version);
  EXPECT_EQ(version.error().fault, Fault::runtime);
  EXPECT_EQ(version.error().message, COMMLAB_OLD_NCCL " is NCCL 2.17.1; expected 2.18.0 or newer");
}

TEST(NcclLibrary, OfThisComputerHasEveryFunctionThatWeCall) {
  const Result<int> version = nccl_version();
  if (!version) GTEST_SKIP() << version.error().message;
  EXPECT_GE(*version, oldest_nccl);
}

}  // namespace
}  // namespace commlab
