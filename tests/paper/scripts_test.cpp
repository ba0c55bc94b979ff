// What our scripts must not do.

#include <filesystem>
#include <fstream>
#include <regex>

#include <gtest/gtest.h>

namespace commlab {
namespace {

// A reader that ends before its writer makes the writer fail. Under pipefail, the whole pipe fails then: now and
// then, because it depends on which is faster.
TEST(Scripts, PipeIntoNothingThatEndsEarly) {
  const std::filesystem::path sources = COMMLAB_SOURCE_DIR;
  const std::regex ends_early(R"(\|\s*(grep\s+(-\w*q|-m)|head\b))");
  for (const char* name : {"lab", ".ci/run", "tests/on_a_gpu.sh", "tests/steps_on_a_gpu.sh"}) {
    std::ifstream script(sources / name);
    ASSERT_TRUE(script) << name;
    int number = 0;
    for (std::string line; std::getline(script, line);) {
      ++number;
      if (!line.starts_with('#')) {
        EXPECT_FALSE(std::regex_search(line, ends_early)) << name << ':' << number << ": " << line;
      }
    }
  }
}

}  // namespace
}  // namespace commlab
