// Uneven counts on real devices: every element of every output is compared with the reference.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programs/native.h"
#include "core/programs/programs_bytes.h"
#include "core/programs/programs_for.h"
#include "gpu/host/host_comparison.h"
#include "gpu/net/group/received_programs.h"
#include "gpu/net/mpi/mpi_collective.h"
#include "gpu/net/tcp_backend.h"
#include "gpu/output_check.h"
#include "tests/gpu/devices.h"
#include "tests/patience.h"
#include "tests/sanitized.h"
#include "tests/uneven_counts.h"

namespace commlab {
namespace {

RealRunOptions one_timed_iteration() {
  RealRunOptions options;
  options.iterations = 1;
  options.warmup = 1;
  options.deadline = time_enough;
  return options;
}

class UnevenOnDevice : public testing::TestWithParam<const char*> {};

TEST_P(UnevenOnDevice, EveryAlgorithmGivesTheReferencesResult) {
  if (const std::string lacking = what_is_lacking(GetParam()); !lacking.empty()) GTEST_SKIP() << lacking;
  std::vector<int> ranks = GetParam() == std::string("cuda") ? std::vector{2, 3, 4} : one_to_seventeen();
  std::erase_if(ranks, [](int n) { return !worth_sanitizing(n); });
  for_all_uneven(ranks, [](const Algorithm& algorithm, const Collective& c, const std::string& what) {
    for (const Lowering& how : {Lowering{}, Lowering{.channels = 2, .pieces = 2, .slots = 2}}) {
      if (c.ranks > 9 && how.channels > 1) continue;
      const auto run = run_on(GetParam(), programs_for(algorithm, c, how).value(), one_timed_iteration());
      ASSERT_TRUE(run) << what << ": " << run.error().message;
      EXPECT_TRUE(run->checked) << what;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Devices, UnevenOnDevice, testing::Values("host", "cuda"),
                         [](const auto& info) { return std::string(info.param); });

TEST(UnevenOverSockets, EveryAlgorithmGivesTheReferencesResult) {
  for (const int ranks : {1, 2, 3, 5}) {
    GroupOnCall group{{}};
    for_all_uneven({ranks}, [&](const Algorithm& algorithm, const Collective& c, const std::string& what) {
      const auto run =
          run_on_tcp(programs_for(algorithm, c, {.channels = 2}).value(), group, {}, one_timed_iteration());
      ASSERT_TRUE(run) << what << ": " << run.error().message;
      EXPECT_TRUE(run->checked) << what;
    });
  }
}

// The sentence counts the element within its block of the rank's own output.
TEST(UnevenOutputs, NameTheWrongElement) {
  const Collective c =
      all_to_all_with(CountMatrix::of({{1, 2, 0}, {3, 0, 1}, {0, 2, 2}}).value(), DataType::int32);
  const Programs programs = programs_for(**find_algorithm(c.kind, "direct"), c).value();
  Memory output = plain_result(c, programs.partition, DataPattern::index)[1];
  output[3 * 4] ^= std::byte{1};  // rank 1 gets 2, 0 and 2 elements
  const RankOutput found{1, {{0, 4}, output.data()}};
  const OutputCheck check =
      check_outputs(programs, DataPattern::index, {&found, 1},
                    [&](auto parts, double slack) { return compare_on_host(parts, c.dtype, c.op, slack); });
  EXPECT_THAT(check.wrong, testing::HasSubstr("rank 1's output block 2 differs at its element 1"));
}

TEST(UnevenPrograms, ThatCameWithoutRoomForTheirCountsAreRefused) {
  const Collective c = all_to_all_with(CountMatrix::of({{1, 2}, {3, 4}}).value());
  Programs programs = native_programs(c);
  EXPECT_TRUE(received_programs(to_bytes(programs), 2, Received::proved_or_native));
  programs.collective.count = 9;
  const auto refused = received_programs(to_bytes(programs), 2, Received::proved_or_native);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("it must be 3, their average"));

  const Collective huge = all_to_all_with(CountMatrix::of({{0, INT64_MAX / 8}, {0, 0}}).value());
  const auto too_large = received_programs(to_bytes(native_programs(huge)), 2, Received::proved_or_native);
  ASSERT_FALSE(too_large);
  EXPECT_THAT(too_large.error().message, testing::HasSubstr("at most"));
}

TEST(UnevenOnMpi, ItsOwnCollectiveCountsTheLargestBuffer) {
  EXPECT_TRUE(mpi_can_do(all_to_all_with(CountMatrix::of({{1, 2}, {3, 4}}).value())));
  const Status refused = mpi_can_do(all_to_all_with(CountMatrix::of({{0, 1}, {1LL << 40, 0}}).value()));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("at most in one call"));
}

}  // namespace
}  // namespace commlab
