// What is said to a learner whose scene does not do yet what it should.

#include "lessons/answer/failed_condition.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

// In a run that takes 12 ms.
std::string unmet(const std::string& condition) {
  const EvaluationContext context{
      .ask = [](const RunQuery&) -> Result<Value> { return value_of(milliseconds(12)); }, .measured = {}};
  const Result<std::string> said = failed_condition(*parse_expression(condition), context);
  return said ? *said : "! " + said.error().message;
}

// Whichever side the question to the run stands on, the sentence is about the run.
TEST(FailedCondition, IsToldAboutTheRunOnEitherSide) {
  for (const auto& [there, turned, told] :
       {std::tuple{"time(run) < 10 ms", "10 ms > time(run)",
                   "the time is 12 ms, and it should be less than 10 ms."},
        {"time(run) <= 10 ms", "10 ms >= time(run)", "the time is 12 ms, and it should be at most 10 ms."},
        {"time(run) > 20 ms", "20 ms < time(run)", "the time is 12 ms, and it should be more than 20 ms."},
        {"time(run) >= 20 ms", "20 ms <= time(run)", "the time is 12 ms, and it should be at least 20 ms."},
        {"time(run) == 20 ms", "20 ms == time(run)", "the time is 12 ms, and it should be 20 ms."},
        {"time(run) != 12 ms", "12 ms != time(run)",
         "the time is 12 ms, and it should be something else."}}) {
    EXPECT_EQ(unmet(there), told);
    EXPECT_EQ(unmet(turned), told);
  }
  EXPECT_EQ(unmet("time(run) ~ 20 ms within 5%"), "the time is 12 ms, and it should be 20 ms within 5 %.");
  EXPECT_EQ(unmet("time(run) != time(run)"), "the time and the time are both 12 ms, and they should differ.");
}

TEST(FailedCondition, IsTheFirstPartThatDoesNotHold) {
  const std::string told = "the time is 12 ms, and it should be less than 10 ms.";
  EXPECT_EQ(unmet("1 < 2 and time(run) < 10 ms"), told);
  EXPECT_EQ(unmet("time(run) < 10 ms and time(run) < 5 ms"), told);
  EXPECT_EQ(unmet("1 < 2 and 2 < 3 and time(run) < 10 ms and time(run) < 5 ms"), told);
}

TEST(FailedCondition, NamesWhatIsNotInAList) {
  EXPECT_EQ(unmet("contains([1, 2], 3)"), "[1, 2] is 1, 2, and 3 should be among them.");
  EXPECT_EQ(unmet("equal([1, 2], [1, 3])"), "[1, 2] is 1, 2, and it should be 1, 3.");
  EXPECT_EQ(unmet("not true"), "not true should hold, and does not.");
}

}  // namespace
}  // namespace commlab
