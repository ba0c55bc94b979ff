#include "gui/cli/last_resort.h"

#include <new>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(LastResort, AnExceptionOfAnyThreadEndsTheProgramWithASentence) {
  EXPECT_EXIT(
      {
        explain_uncaught_exceptions();
        std::thread([] { throw std::runtime_error("the moon is full"); }).join();
      },
      testing::ExitedWithCode(3),
      "commlab: this is a bug of commlab \\(the moon is full\\); please report it with this command line: "
      ".*tests");
  EXPECT_EXIT(
      {
        explain_uncaught_exceptions();
        std::thread([] { throw std::bad_alloc(); }).join();
      },
      testing::ExitedWithCode(3), "commlab: memory ran out");
}

}  // namespace
}  // namespace commlab
