// What is to play beside an experiment.

#include <gtest/gtest.h>

#include "core/plan/experiment_beside.h"

namespace commlab {
namespace {

Experiment first() {
  return parse_line("all_reduce --machine ring:8,25GB/s,2us --algorithm ring --size 1MiB --slow gpu0-gpu1:4x")
      .value();
}

TEST(ExperimentBeside, AnAlgorithmChangesNothingElse) {
  const Result<Experiment> other = experiment_beside(first(), "recursive-doubling");
  ASSERT_TRUE(other) << other.error().message;
  Experiment wanted = first();
  wanted.algorithm = "recursive-doubling";
  EXPECT_EQ(*other, wanted);
}

TEST(ExperimentBeside, APipelineHasFewPiecesAndARingNoneOfThem) {
  const Result<Experiment> tree = experiment_beside(first(), "tree");
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(tree->pieces, pieces_to_watch);
  EXPECT_EQ(experiment_beside(*tree, "ring").value(), first());
  Experiment many = *tree;
  many.pieces = 64;
  EXPECT_EQ(experiment_beside(many, "tree")->pieces, 64) << "the number that the user named";
}

TEST(ExperimentBeside, AWholeExperimentIsTakenAsItIs) {
  const char* line = "broadcast --machine switch:4,25GB/s,2us --algorithm binomial --size 2MiB";
  EXPECT_EQ(experiment_beside(first(), line).value(), parse_line(line).value());
}

TEST(ExperimentBeside, AnUnknownAlgorithmIsNamedInTheError) {
  const Result<Experiment> none = experiment_beside(first(), "rnig");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("'rnig'"), std::string::npos) << none.error().message;
  EXPECT_NE(none.error().message.find("ring"), std::string::npos) << none.error().message;
}

}  // namespace
}  // namespace commlab
