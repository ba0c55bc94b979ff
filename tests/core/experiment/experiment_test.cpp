// An experiment is written as a line of text and read back; each of a user's mistakes gets one sentence.

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_options.h"

#include <functional>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

std::string message_of(std::string_view line) {
  const Result<Experiment> parsed = parse_line(line);
  return parsed ? "" : parsed.error().message;
}

std::string refusal_of(std::string_view line, int gpus = 8) {
  const Result<Experiment> parsed = parse_line(line);
  if (!parsed) return "cannot be parsed: " + parsed.error().message;
  const Result<Collective> collective = collective_of(*parsed, gpus);
  return collective ? "" : collective.error().message;
}

TEST(Experiment, EveryFieldSurvivesTheWayThroughText) {
  const Experiment all_different{.collective = CollectiveKind::p2p,
                                 .on = BackendName::host,
                                 .machine = "2x my machine.toml",
                                 .nic = "400G",
                                 .gpu = "A100",
                                 .algorithm = "direct",
                                 .protocol = ProtocolChoice::ll,
                                 .launch = LaunchMode::graph,
                                 .loop = 20,
                                 .ranks = 5,
                                 .root = 2,
                                 .from = 3,
                                 .to = {1, 4},
                                 .size = Bytes{1003},
                                 .count = 7,
                                 .counts = {{4, 1}, {0, 2}},
                                 .dtype = DataType::bfloat16,
                                 .op = ReduceOp::max,
                                 .data = DataPattern::ranks,
                                 .in_place = true,
                                 .channels = 2,
                                 .pieces = 3,
                                 .ring = {4, 3, 2, 1, 0},
                                 .per_node = 5,
                                 .link_model = LinkModel::fifo,
                                 .exact = true,
                                 .slow = {"gpu3:2x", "gpu0-gpu1:4x"},
                                 .late = {"gpu0-gpu1:10us"},
                                 .cut = {"gpu1-gpu2"},
                                 .jitter = "5%",
                                 .absent = {0, 4},
                                 .seed = 99,
                                 .fused = true,
                                 .streaming = true,
                                 .slots = 2,
                                 .copy = CopiedBy::kernel,
                                 .links = LinkChoice::nvlink};

  const Result<Experiment> again = parse_line(to_line(all_different));

  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, all_different) << to_line(all_different);
}

TEST(Experiment, DefaultsSurviveTheWayThroughTextForEveryCollective) {
  for (const CollectiveKind kind : all_collective_kinds) {
    const Experiment experiment{.collective = kind};
    const Result<Experiment> again = parse_line(to_line(experiment));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, experiment) << to_line(experiment);
  }
}

// An option that `write` forgets would make two different experiments look the same.
TEST(Experiment, EveryOptionOfTheTableIsWrittenAsItIsRead) {
  const std::map<std::string, std::string, std::less<>> examples = {{"on", "host"},
                                                                    {"machine", "other"},
                                                                    {"nic", "100G"},
                                                                    {"gpu", "V100"},
                                                                    {"algorithm", "ring"},
                                                                    {"ranks", "3"},
                                                                    {"root", "1"},
                                                                    {"from", "1"},
                                                                    {"to", "2,3"},
                                                                    {"size", "1MiB"},
                                                                    {"count", "12"},
                                                                    {"counts", "4,1/0,2"},
                                                                    {"dtype", "int8"},
                                                                    {"op", "prod"},
                                                                    {"data", "ones"},
                                                                    {"in-place", ""},
                                                                    {"channels", "4"},
                                                                    {"pieces", "5"},
                                                                    {"ring", "2,1,0"},
                                                                    {"exact", ""},
                                                                    {"slow", "gpu1:3x"},
                                                                    {"late", "a-b:1us"},
                                                                    {"cut", "a-b"},
                                                                    {"jitter", "1%"},
                                                                    {"absent", "1"},
                                                                    {"seed", "7"},
                                                                    {"fused", ""},
                                                                    {"streaming", ""},
                                                                    {"slots", "1"},
                                                                    {"links", "nvlink"},
                                                                    {"link-model", "ideal"},
                                                                    {"protocol", "ll"},
                                                                    {"launch", "graph"},
                                                                    {"per-node", "2"},
                                                                    {"ranks-per-node", "4"},
                                                                    {"gpus-of-node", "0,2"},
                                                                    {"loop", "20"},
                                                                    {"route", "0-7-2"},
                                                                    {"copy", "sm"},
                                                                    {"nccl", "2.18"},
                                                                    {"nccl-algo", "Ring"},
                                                                    {"nccl-proto", "LL,Simple"},
                                                                    {"nccl-min-channels", "2"},
                                                                    {"nccl-max-channels", "8"},
                                                                    {"nccl-threads", "256"}};
  for (const ExperimentOption& option : experiment_options()) {
    ASSERT_TRUE(examples.contains(option.name)) << option.name << " has no example";
    Experiment experiment;
    const std::string& value = examples.find(option.name)->second;
    ASSERT_TRUE(option.read(experiment, value)) << option.name;
    EXPECT_NE(experiment, Experiment{}) << option.name << " is read into no field";
    const std::string written = option.write(experiment);
    if (option.takes.empty())
      EXPECT_FALSE(written.empty()) << option.name;
    else
      EXPECT_EQ(written, value) << option.name;
  }
}

TEST(Experiment, AnUnreadableLineIsOneSentence) {
  EXPECT_EQ(message_of(""), "experiment: the line is empty; it starts with a collective");
  EXPECT_EQ(message_of("all_reduce --szie 1MiB"),
            "experiment: unknown option '--szie' (did you mean --size?)");
  EXPECT_EQ(message_of("all_reduce --size"), "--size: 64MiB is missing");
  EXPECT_EQ(message_of("all_reduce 1MiB"), "experiment: '1MiB' stands where an option was expected");
  EXPECT_EQ(message_of("all_reduce --ranks four"), "--ranks: 'four' is not a whole number");
  EXPECT_EQ(message_of("all_reduce --ranks 99999999999"), "--ranks: 99999999999 is too large");
  EXPECT_EQ(message_of("all_reduce --ring 0,,1"), "--ring: '' is not a whole number");
  EXPECT_EQ(message_of("all_reduce --on cuda9"),
            "--on: 'cuda9' is none of sim, host, tcp, mpi, cuda, nccl (did you mean cuda?)");
  EXPECT_EQ(message_of("all_reduce --machine \"a b"),
            "experiment: a quote is never closed in 'all_reduce --machine \"a b'");
  EXPECT_THAT(message_of("all_reduce --size 64Q"), testing::HasSubstr("64Q"));
  EXPECT_THAT(message_of("all_reduce --size 6.4"), testing::HasSubstr("6.4"));
  EXPECT_THAT(message_of("all_reduec"), testing::HasSubstr("all_reduce"));
}

TEST(Experiment, NumbersThatDoNotFitTheMachineAreRefused) {
  EXPECT_EQ(refusal_of("all_reduce --ranks 0"), "--ranks: 0 ranks; expected at least 1");
  EXPECT_EQ(refusal_of("all_reduce --ranks 9"), "--ranks: 9 ranks do not fit on 8 GPUs");
  EXPECT_EQ(refusal_of("all_reduce --size 1MiB --count 3"),
            "--size and --count both set the amount of data; give only one of them");
  EXPECT_EQ(refusal_of("all_reduce --count -1"), "--count: -1 elements; expected 0 or more");
  EXPECT_EQ(refusal_of("all_reduce --absent 8"), "--absent: there is no rank 8 among ranks 0 to 7");
  EXPECT_THAT(refusal_of("broadcast --root 8"), testing::HasSubstr("root is rank 8"));
  EXPECT_THAT(refusal_of("all_gather --count 9223372036854775807"), testing::HasSubstr("overflows"));
  EXPECT_THAT(refusal_of("p2p --from 1 --to 1"), testing::HasSubstr("also the sender"));
}

// A root that nobody is was ignored.
TEST(Experiment, ARootIsRefusedWhereThereIsNone) {
  for (const char* line : {"all_reduce --root 3", "all_reduce --root 0"})
    EXPECT_EQ(refusal_of(line),
              "--root: all_reduce has no root; leave it out, or try broadcast, scatter, gather or reduce");
  EXPECT_EQ(refusal_of("reduce --root 3"), "");
}

// 3 bytes became a run of nothing.
TEST(Experiment, ASizeOfLessThanOneElementIsRefused) {
  EXPECT_EQ(refusal_of("all_reduce --size 3B"),
            "--size: 3 B hold no whole float32 (4 B); give at least one, or 0");
  for (const char* fine : {"all_reduce --size 0", "all_reduce --size 3B --dtype int8", "all_reduce --size 7B",
                           "all_gather --size 4B"})
    EXPECT_EQ(refusal_of(fine), "") << fine;
}

TEST(Experiment, DefaultsAreTheDesigns) {
  const Result<Collective> collective = collective_of(Experiment{}, 8);
  ASSERT_TRUE(collective);
  EXPECT_EQ(*collective, (Collective{.kind = CollectiveKind::all_reduce, .ranks = 8, .count = 16 << 20}));
}

TEST(Experiment, SizeIsTheWholeVectorsAndRoundedDown) {
  const Result<Experiment> experiment = parse_line("all_gather --size 1003B");
  ASSERT_TRUE(experiment);
  const Result<Collective> collective = collective_of(*experiment, 8);
  ASSERT_TRUE(collective);
  EXPECT_EQ(collective->count, 31);  // 31 floats for each of 8 ranks: 992 of 1,003 bytes
}

TEST(ExperimentCounts, AreRowsOfWhatEachRankSends) {
  const auto collective = collective_of(*parse_line("all_to_all --counts 4,1,1/1,4,1/1,0,4"), 8);
  ASSERT_TRUE(collective) << collective.error().message;
  EXPECT_EQ(collective->ranks, 3);
  EXPECT_EQ(collective->count, 2);  // 17 elements in 9 blocks
  EXPECT_EQ(collective->counts, CountMatrix::of({{4, 1, 1}, {1, 4, 1}, {1, 0, 4}}).value());
}

TEST(ExperimentCounts, OfOneRowAreThoseOfAllRanks) {
  const auto one = collective_of(*parse_line("all_to_all --counts 8,1,1"), 8);
  const auto all = collective_of(*parse_line("all_to_all --counts 8,1,1/8,1,1/8,1,1"), 8);
  ASSERT_TRUE(one && all);
  EXPECT_EQ(*one, *all);
}

TEST(ExperimentCounts, ThatAreAllEqualAreTheEvenCollective) {
  for (const char* line : {"all_to_all --counts 5,5,5", "all_to_all --counts 5,5,5/5,5,5/5,5,5 --ranks 3"})
    EXPECT_EQ(*collective_of(*parse_line(line), 8),
              *collective_of(*parse_line("all_to_all --count 5 --ranks 3"), 8));
  EXPECT_EQ(*collective_of(*parse_line("all_to_all --counts 0,0"), 8),
            *collective_of(*parse_line("all_to_all --count 0 --ranks 2"), 8));
}

TEST(ExperimentCounts, SayWhatIsWrong) {
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2/3,4/5,6"),
            "--counts: 3 rows; expected 2, one for each rank, or one row for all");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2/3"),
            "--counts: row 1 has 1 counts; expected 2, one for each rank");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2 --ranks 4"),
            "--counts: the row has 2 counts; expected 4, one for each rank");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2/3,-4"),
            "--counts: row 1 has -4 elements; expected 0 or more");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,two"),
            "cannot be parsed: --counts: 'two' is not a whole number");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2/"), "cannot be parsed: --counts: '' is not a whole number");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,99999999999999999999"),
            "cannot be parsed: --counts: 99999999999999999999 is too large");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2 --size 1KiB"),
            "--counts and --size both set the amount of data; give only one of them");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2 --count 3"),
            "--counts and --count both set the amount of data; give only one of them");
  EXPECT_EQ(refusal_of("all_gather --counts 1,2"),
            "--counts: only all_to_all has a count for each pair of ranks; all_gather takes --count");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2 --in-place"),
            "--counts: input and output blocks have different sizes, which excludes --in-place");
  EXPECT_EQ(refusal_of("all_to_all --counts 9223372036854775807,1"),
            "--counts: the counts overflow 63 bits together; at most 9223372036854775807");
  EXPECT_EQ(refusal_of("all_to_all --counts 2305843009213693952,1/0,0"),
            "counts of 2305843009213693953 elements of float32 together overflow 63 bits of bytes; at most "
            "2305843009213693951");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2 --ranks 5000", 10'000),
            "--counts: 5000 ranks; at most 4096 can have counts of their own");
  EXPECT_EQ(refusal_of("all_to_all --counts 1,2,3", 2), "--ranks: 3 ranks do not fit on 2 GPUs");
}

}  // namespace
}  // namespace commlab
