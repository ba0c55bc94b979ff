// A rank that begins later than the others: on real hardware it waits, and its waiting counts, as the
// simulator predicts it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;

constexpr double late_us = 30'000;  // far more than anything else takes

TEST(LateRanks, CountFromWhenTheOthersBegin) {
  for (const std::string on : {"host", "tcp"}) {
    const std::string run = "run all_reduce --on " + on + " --ranks 2 --size 1KiB --algorithm ring";
    EXPECT_LT(commlab_json(run)["time_us"], late_us) << on;
    EXPECT_GE(commlab_json(run + " --late gpu1:30ms")["time_us"], late_us) << on;
    EXPECT_GE(commlab_json(run + " --late gpu1:20ms --late gpu1:10ms")["time_us"], late_us) << on;
    EXPECT_THAT(
        commlab(run + " --late gpu1:1ms").out,
        HasSubstr("rank 1 begins 1.00 ms after the others; the time counts from when the others begin"));
  }
}

TEST(LateRanks, AreInThePredictionAndInTheMeasurement) {
  const nlohmann::json row = commlab_json(
      "compare all_reduce --on host --machine switch:2,10GB/s,10us --ranks 2 --size 1KiB --algorithm ring "
      "--late "
      "gpu0:30ms")["rows"][0];
  EXPECT_GE(row["predicted_us"], late_us);
  EXPECT_GE(row["measured_us"], late_us);
}

TEST(LateRanks, AreRefusedWhereTheyCannotBe) {
  const auto refusal = [](const std::string& words) {
    const Said said = commlab("run all_reduce " + words);
    EXPECT_EQ(said.status, 2) << words;
    return said.err;
  };
  const std::string host = "--on host --ranks 2 --size 1KiB ";
  EXPECT_THAT(refusal(host + "--late gpu2:1ms"),
              HasSubstr("'gpu2' stands for no rank; expected gpu0 to gpu1"));
  EXPECT_THAT(refusal(host + "--late gpu0-gpu1:1ms"), HasSubstr("real hardware has no slower links"));
  EXPECT_THAT(refusal(host + "--late gpu1"), HasSubstr("expected a GPU and a time, as in gpu3:50us"));
  EXPECT_THAT(refusal(host + "--late gpu1:2s"), HasSubstr("a real rank waits 1.00 s at most"));
  EXPECT_THAT(refusal(host + "--late gpu1:900ms --late gpu1:900ms"), HasSubstr("would wait 1.80 s in all"));
  EXPECT_THAT(refusal(host + "--late gpu1:1ms --loop 5"), HasSubstr("only the first of 5 calls"));
  // They were ignored, and compare predicted a slow GPU beside a sound one.
  for (const std::string fault : {"--slow gpu1:2x", "--cut gpu0-memory", "--jitter 5%"})
    EXPECT_THAT(refusal(host + fault),
                HasSubstr("host runs on hardware as it is; leave it out, or try --on sim"));
  for (const std::string on : {"cuda", "nccl"})
    EXPECT_THAT(refusal("--on " + on + " --ranks 2 --size 1KiB --late gpu1:1ms"),
                HasSubstr("--late: " + on + " cannot let a rank begin later"));
}

}  // namespace
}  // namespace commlab
