// Algorithms that need a switch which multicasts and reduces: offered on machines with such a switch;
// elsewhere the error names what is missing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Multicast, IsRefusedByNameOnAMachineWithoutASwitchForIt) {
  const Said said = commlab("run all_reduce --machine hcm8 --algorithm nvls");

  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("hcm8 has no switch that joins ranks 0..7 and can multicast"));
}

// It was said of a protocol that nobody had asked for.
TEST(Multicast, IsWhatIsMissingWhereTheMachineHasProtocols) {
  const Said said = commlab("run all_reduce --machine '2x dgx-h100' --algorithm nvls");

  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("2x dgx-h100 has no switch that joins ranks 0..15 and can multicast"));
}

TEST(Multicast, IsNotProvedWithAllWhereItCannotRun) {
  const Said said = commlab("verify all_reduce --machine hcm8");

  EXPECT_EQ(said.status, 0);
  EXPECT_THAT(said.out, HasSubstr("not here"));
  EXPECT_THAT(said.out, HasSubstr("hcm8 has no switch that joins ranks 0..7 and can multicast"));
  EXPECT_THAT(said.out, Not(HasSubstr("proved: all_reduce nvls")));
}

TEST(Multicast, IsNoChoiceOfAutoThereAndAllSaysWhy) {
  const Said all = commlab("run all_reduce --machine hcm8 --algorithm all --size 64KiB");
  const Said chosen = commlab("run broadcast --machine switch:4,450GB/s,350ns --algorithm auto");

  EXPECT_EQ(all.status, 0);
  EXPECT_THAT(all.out, HasSubstr("has no switch that joins ranks 0..7 and can multicast"));
  EXPECT_EQ(chosen.status, 0);
  EXPECT_THAT(chosen.out, Not(HasSubstr("nvls")));
}

TEST(Multicast, IsAmongAllWhereTheMachineCan) {
  const std::string on = "--machine switch:8,450GB/s,350ns,multicast --size 64MiB";
  EXPECT_THAT(commlab("run all_reduce --algorithm all " + on).out, HasSubstr("nvls"));
  EXPECT_THAT(commlab("run all_reduce --algorithm nvls " + on).out, HasSubstr("where switches reduce"));
  EXPECT_THAT(commlab("explain all_reduce --algorithm nvls " + on).out, HasSubstr("ranks 0..7 -> rank "));
}

TEST(Multicast, RunsOnAnyHost) {
  EXPECT_EQ(commlab("run all_reduce --on host --ranks 4 --algorithm nvls --count 1003").status, 0);
}

}  // namespace
}  // namespace commlab
