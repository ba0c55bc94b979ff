// Lists and grids of experiments.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/schedule/algorithm.h"
#include "gui/experiments/batch.h"
#include "gui/experiments/batch_grid.h"
#include "tests/experiments/simulating_tools.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const ExperimentOption& option_called(std::string_view name) {
  for (const ExperimentOption& option : experiment_options())
    if (option.name == name) return option;
  ADD_FAILURE() << name;
  return experiment_options().front();
}

std::vector<std::string> values(std::string_view option, std::vector<std::string> typed) {
  const auto values = grid_values({&option_called(option), std::move(typed)});
  EXPECT_TRUE(values) << (values ? "" : values.error().message);
  return values.value_or(std::vector<std::string>{});
}

std::string mistake(std::string_view option, const std::string& typed) {
  const auto values = grid_values({&option_called(option), {typed}});
  return values ? "" : values.error().message;
}

std::vector<std::string> lines_of(const Batch& batch) {
  std::vector<std::string> lines;
  for (const BatchEntry& entry : batch.entries()) lines.push_back(entry.line);
  return lines;
}

TEST(Grid, CommasAndRepetitionsListValues) {
  EXPECT_THAT(values("ranks", {"8,64", "512"}), ElementsAre("8", "64", "512"));
  EXPECT_THAT(values("dtype", {"float32,int8"}), ElementsAre("float32", "int8"));
  EXPECT_THAT(values("algorithm", {"ring,two-shot", "hierarchical:ring,double-tree"}),
              ElementsAre("ring", "two-shot", "hierarchical:ring,double-tree"));
}

TEST(Grid, ValuesThatHaveCommasStayWhole) {
  EXPECT_THAT(values("machine", {"switch:8,450GB/s,1us", "hcm8"}),
              ElementsAre("switch:8,450GB/s,1us", "hcm8"));
  for (const char* option : {"to", "ring", "absent"})
    EXPECT_THAT(values(option, {"0,1"}), ElementsAre("0,1"));
}

TEST(Grid, RangesDoubleMultiplyOrAdd) {
  EXPECT_THAT(values("ranks", {"2:16"}), ElementsAre("2", "4", "8", "16"));
  EXPECT_THAT(values("ranks", {"2:17"}), ElementsAre("2", "4", "8", "16"));
  EXPECT_THAT(values("ranks", {"2:60:3,64"}), ElementsAre("2", "6", "18", "54", "64"));
  EXPECT_THAT(values("seed", {"1:4:+1"}), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(values("channels", {"1:8:1.5"}), ElementsAre("1", "2", "3", "4", "6"));
  EXPECT_THAT(values("size", {"8:32,1M,5"}), ElementsAre("8B", "16B", "32B", "1M", "5B"));
  EXPECT_THAT(values("size", {"1MiB:2MiB:+512KiB"}), ElementsAre("1048576B", "1572864B", "2097152B"));
}

TEST(Grid, AWrongValueIsNamed) {
  EXPECT_EQ(mistake("ranks", "8,x"), "--ranks: 'x' is not a whole number");
  EXPECT_EQ(mistake("ranks", "8,"), "--ranks: '' is not a whole number");
  EXPECT_EQ(mistake("ranks", "8:x"), "--ranks: 'x' is not a whole number");
  EXPECT_EQ(mistake("ranks", "8:4"), "--ranks: in the range 8:4 the first is larger than the last");
  EXPECT_EQ(mistake("ranks", "1:4:1"), "--ranks: in the range 1:4:1 the factor must be a number above 1");
  EXPECT_EQ(mistake("ranks", "1:4:+0"), "--ranks: in the range 1:4:+0 the step must be 1 or more");
  EXPECT_EQ(mistake("ranks", "1:2:3:4"),
            "--ranks: '1:2:3:4' is no range; expected first:last, first:last:factor or first:last:+step");
  EXPECT_THAT(mistake("size", "1XB:2GB"), HasSubstr("--size: size '1XB': unknown unit"));
  EXPECT_EQ(mistake("seed", "0:9000000000:+1"),
            "--seed: the range 0:9000000000:+1 has more than 1000000 values");
}

TEST(Grid, HasEveryCombinationAndTheLastOptionVariesFastest) {
  const std::vector<GridOption> options{{&option_called("size"), {"8,16"}},
                                        {&option_called("ranks"), {"2,3"}},
                                        {&option_called("in-place"), {}}};
  const auto batch = grid_of("broadcast,all_gather", options, simulating_tools());
  ASSERT_TRUE(batch);

  std::vector<std::string> expected;
  for (const char* collective : {"broadcast", "all_gather"})
    for (const char* ranks : {"2", "3"})
      for (const char* size : {"8B", "16B"})
        expected.push_back(
            to_line(*parse_line(fmt::format("{} --ranks {} --size {} --in-place", collective, ranks, size))));
  EXPECT_EQ(lines_of(*batch), expected);
  EXPECT_EQ(batch->asked(), expected.size());
}

TEST(Grid, ThatIsTooLargeIsRefused) {
  const std::vector<GridOption> options{{&option_called("seed"), {"1:2000:+1"}},
                                        {&option_called("ranks"), {"1:2000:+1"}}};
  EXPECT_THAT(grid_of("all_reduce", options, simulating_tools()).error().message,
              HasSubstr("a batch has at most 1000000 experiments"));
}

TEST(BatchOfLines, SkipsCommentsAndBlanksAndKeepsTheOrder) {
  const auto batch = read_batch(
      "# all of it\r\n\n  all_reduce --ranks 4\t# four\n\tbroadcast --machine \"2x #1\"\nall_gather "
      "--machine a#b",
      "list", simulating_tools());
  ASSERT_TRUE(batch);
  EXPECT_THAT(lines_of(*batch), ElementsAre(to_line(*parse_line("all_reduce --ranks 4")),
                                            to_line(*parse_line("broadcast --machine \"2x #1\"")),
                                            to_line(*parse_line("all_gather --machine a#b"))));
}

TEST(BatchOfLines, AllAlgorithmsAreAnEntryEachOfOneExperiment) {
  for (const CollectiveKind kind :
       {CollectiveKind::all_reduce, CollectiveKind::broadcast, CollectiveKind::p2p}) {
    const auto batch = read_batch(fmt::format("{} --algorithm all\n{}", name_of(kind), name_of(kind)), "list",
                                  simulating_tools());
    ASSERT_TRUE(batch);
    const auto algorithms = algorithms_for(kind);
    ASSERT_EQ(batch->entries().size(), algorithms.size() + 1);
    EXPECT_EQ(batch->asked(), 2u);
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
      EXPECT_EQ(parse_line(batch->entries()[i].line)->algorithm, algorithms[i]->name);
      EXPECT_EQ(batch->entries()[i].asked, 0u);
    }
    EXPECT_EQ(batch->entries().back().asked, 1u);
  }
}

TEST(BatchOfLines, AMistakeHasItsLineAndTheOthersStay) {
  const auto batch = read_batch("all_reduce\n\nall_reduce --rank 8\n", "list", simulating_tools());
  ASSERT_TRUE(batch);
  ASSERT_EQ(batch->entries().size(), 2u);
  EXPECT_EQ(batch->entries()[0].mistake, "");
  EXPECT_EQ(batch->entries()[1].mistake,
            "list:3: experiment: unknown option '--rank' (did you mean --ranks?)");
}

TEST(BatchOfLines, AFileWithoutExperimentsIsRefused) {
  EXPECT_EQ(read_batch("# nothing\n\n", "list", simulating_tools()).error().message,
            "list has no experiments; expected one on each line, as in all_reduce --ranks 8 --size 1MiB");
  EXPECT_THAT(read_batch("{\n}\n", "list", simulating_tools()).error().message,
              HasSubstr("no line of list is an experiment; list:1: unknown collective '{'"));
}

}  // namespace
}  // namespace commlab
