// The fields of the scenario bar.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/session/form.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST(Form, SaysTheExperimentAndReadsItBack) {
  for (const char* line : {"all_reduce", "all_reduce --machine hcm8 --algorithm ring --ranks 8 --size 64MiB",
                           "broadcast --root 2 --machine switch:8,450GB/s,350ns --pieces 8",
                           "all_reduce --slow gpu3:2x --late gpu0-gpu1:10us --data ranks --in-place --fused",
                           "p2p --from 0 --to 1,2,4 --size 400MB"}) {
    const Experiment experiment = parse_line(line).value();
    EXPECT_EQ(experiment_of(form_of(experiment)).value(), experiment) << line;
  }
}

TEST(Form, ARingGrowsWithTheRanksThatAreAskedFor) {
  Form form = form_of(parse_line("all_reduce --machine ring:4,25GB/s,2us").value());
  form.ranks = "16";
  EXPECT_EQ(experiment_of(form)->machine, "ring:16,25GB/s,2us");
  form.ranks = "3";
  EXPECT_EQ(experiment_of(form)->machine, "ring:4,25GB/s,2us");
  form.machine = "hcm8";
  form.ranks = "16";
  EXPECT_EQ(experiment_of(form)->machine, "hcm8");
}

TEST(Form, AWrongFieldIsAnErrorOfOneSentence) {
  Form form = form_of(parse_line("all_reduce").value());
  form.ranks = "many";
  EXPECT_EQ(experiment_of(form).error().message, "--ranks: 'many' is not a whole number");
  form.ranks = "4";
  form.more = "--slwo gpu3:2x";
  EXPECT_THAT(experiment_of(form).error().message, HasSubstr("--slow"));
}

}  // namespace
}  // namespace commlab
