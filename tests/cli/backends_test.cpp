// What this computer lacks is said by `commlab list backends`, and by the command that needs it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;

std::string state_of(const std::string& backend) {
  const auto list = nlohmann::json::parse(commlab("list backends --format json").out);
  for (const auto& row : list["backends"])
    if (row["backend"] == backend) return row["state"];
  return "not listed";
}

TEST(Backends, TheSimulatorAndTheHostAreAlwaysReady) {
  EXPECT_EQ(state_of("sim"), "ready");
  EXPECT_EQ(state_of("host"), "ready");
}

TEST(Backends, CudaRunsOrSaysWhatIsMissing) {
  const std::string state = state_of("cuda");

  const Said said = commlab("run all_reduce --on cuda --ranks 4 --count 100");

  if (state.starts_with("ready")) {
    EXPECT_EQ(said.status, 0) << said.err;
    EXPECT_THAT(said.out, HasSubstr("every promised value equals the reference"));
    EXPECT_THAT(said.out, HasSubstr("where"));
  } else {
    EXPECT_EQ(said.status, 3);
    EXPECT_THAT(said.err, HasSubstr(state));
  }
}

}  // namespace
}  // namespace commlab
