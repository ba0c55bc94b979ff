// Every reader returns for every input: it says what is wrong, or what it accepted can be used. libFuzzer
// searches for hours (./lab fuzz); here each reader gets the attacks on it, and as many of its examples
// and of changes of both as the time allows.

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/fuzz/mutations.h"
#include "tests/fuzz/readers.h"

namespace commlab {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_inputs = 2'000;
constexpr std::chrono::seconds most_time(3);  // for all inputs of a reader
constexpr double longest_input = 10;          // seconds of a processor for one input, with sanitizers

class Readers : public testing::TestWithParam<const FuzzedReader*> {
 protected:
  // Kept as a file while it is tried, so that a crash leaves it behind.
  void try_input(const std::string& input) {
    std::ofstream(kept_, std::ios::binary) << input;
    const std::clock_t begin = std::clock();  // not of the wall, since other tests run beside
    GetParam()->use(input);
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, longest_input)
        << "the input is kept in " << kept_;
    if (!HasFailure()) std::filesystem::remove(kept_);
  }

  const std::filesystem::path kept_ =
      std::filesystem::temp_directory_path() / fmt::format("commlab-fuzz-{}", GetParam()->name);
};

TEST_P(Readers, ReturnForEveryInputThatAttacksThem) {
  for (const std::string& input : attacks_on(*GetParam())) try_input(input);
}

TEST_P(Readers, ReturnForExamplesAndForChangedOnes) {
  const std::vector<std::string> inputs = first_inputs(*GetParam());
  ASSERT_FALSE(inputs.empty());
  Mutations mutations(inputs, dictionary(inputs), 19);
  const Clock::time_point end = Clock::now() + most_time;
  for (std::size_t i = 0; i < most_inputs && Clock::now() < end; ++i)
    try_input(i < inputs.size() ? inputs[i] : mutations.next());
}

INSTANTIATE_TEST_SUITE_P(Fuzzed, Readers, testing::ValuesIn(fuzzed_readers().begin(), fuzzed_readers().end()),
                         [](const auto& reader) { return std::string(reader.param->name); });

}  // namespace
}  // namespace commlab
