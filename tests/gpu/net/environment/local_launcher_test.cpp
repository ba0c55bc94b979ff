// The process that started this one, and those beside it.

#include "gpu/net/environment/local_launcher.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace commlab {
namespace {

// Nothing that this process was started by has such a variable, so it is the parent itself.
TEST(LocalLauncher, IsTheParentIfThatHasNotTheVariable) {
  EXPECT_EQ(nearest_process_without("COMMLAB_TEST_NOBODY_SETS_THIS"),
            "process " + std::to_string(::getppid()));
}

// Every process has PATH, up to one that nobody may read or that has no parent.
TEST(LocalLauncher, IsBeyondAncestorsThatHaveTheVariable) {
  ASSERT_NE(std::getenv("PATH"), nullptr);
  EXPECT_NE(nearest_process_without("PATH"), "process " + std::to_string(::getppid()));
}

}  // namespace
}  // namespace commlab
