// commlab profile, as a user types it: a training step's collectives, measured and predicted.

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string recorded = COMMLAB_SOURCE_DIR "/tests/python/data/torch_profile.json";

class ProfileFile : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  Said profile(const std::string& text) const {
    std::ofstream(path) << text;
    return commlab("profile " + path.string());
  }

  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) /
      ("commlab_profile_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  const std::filesystem::path path = folder / "trace.json";
};

TEST(Profile, PutsEveryCollectiveBesideItsPrediction) {
  const nlohmann::json profile = commlab_json("profile " + recorded + " --machine dgx-h100");
  ASSERT_EQ(profile["rows"].size(), 3u);
  for (const auto& row : profile["rows"]) {
    const nlohmann::json run = commlab_json("run " + row["collective"].get<std::string>() +
                                            " --machine dgx-h100 --algorithm nccl --ranks 8 --size " +
                                            std::to_string(row["size_bytes"].get<long>()) + "B --dtype " +
                                            row["dtype"].get<std::string>());
    EXPECT_EQ(row["predicted_us"], run["time_us"]);
    EXPECT_DOUBLE_EQ(row["ratio"].get<double>(),
                     row["measured_us"].get<double>() / row["predicted_us"].get<double>());
  }
}

TEST(Profile, IsATableOfAHundredColumnsThatSaysWhatWasNotRead) {
  const Said said = commlab("profile " + recorded);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, AllOf(HasSubstr("1 step, 1.00 ms in all"), HasSubstr("40.0 % (400 us)"),
                              HasSubstr("30.0 % (300 us)"), HasSubstr("NCCL's choice on dgx-h100"),
                              HasSubstr("\n  all_reduce "), HasSubstr("ncclDevKernel_SendRecv")));
  std::istringstream lines(said.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  trace ")) continue;  // the path is the user's
    EXPECT_LE(line.size(), 100u) << line;
  }
}

TEST(Profile, HasTheSameRowsAsCsv) {
  const Said said = commlab("profile " + recorded + " --format csv");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, AllOf(HasSubstr("collective,ranks,size_bytes,dtype,calls,measured_us,"),
                              HasSubstr("\nall_reduce,8,2097152,bfloat16,2,")));
  EXPECT_EQ(std::ranges::count(said.out, '\n'), 4);
}

TEST(Profile, IsPredictedAsTheOptionsSay) {
  const nlohmann::json ring = commlab_json("profile " + recorded + " --algorithm ring --protocol simple");
  for (const auto& row : ring["rows"]) EXPECT_EQ(row["algorithm"], "ring");
  const Said said = commlab("profile " + recorded + " --algorithm ring --protocol simple");
  EXPECT_THAT(said.out, HasSubstr("algorithm ring on dgx-h100"));
}

TEST(Profile, OfMoreRanksThanTheMachineHasSaysSoInTheRow) {
  const Said said = commlab("profile " + recorded + " --machine a100x4");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("over 8 ranks is not predicted: a100x4 has 4 GPUs; name a machine of at "
                                  "least 8"));
}

// A data parallel group has one GPU of each node. On one node it cannot be predicted.
TEST_F(ProfileFile, OfGroupsOverSeveralNodesTellsTheRanks) {
  const auto all_reduce = [](int ts, const std::string& ranks) {
    return R"({"ph": "X", "cat": "kernel", "name": "ncclDevKernel_X", "dur": 90, "ts": )" +
           std::to_string(ts) +
           R"(, "args": {"Collective name": "allreduce", "In msg nelems": 4096, "Out msg nelems": 4096, )"
           R"("Group size": 4, "dtype": "Float", "Process Group Ranks": ")" +
           ranks + R"("}})";
  };
  const std::string text = R"({"traceEvents": [)" + all_reduce(0, "[0, 8, 16, 24]") + ", " +
                           all_reduce(100, "[8, 9, 10, 11]") + "]}";

  const Said on_one = profile(text);
  EXPECT_EQ(on_one.status, 0) << on_one.err;
  EXPECT_THAT(on_one.out,
              AllOf(HasSubstr("the ranks 0, 8, 16, 24 are on 4 nodes of 8 GPUs"), HasSubstr("4x dgx-h100")));
  const Said on_four = commlab("profile " + path.string() + " --machine '4x dgx-h100,400G'");
  EXPECT_EQ(on_four.status, 0) << on_four.err;
  EXPECT_THAT(on_four.out,
              AllOf(HasSubstr("4: 0, 8, 16, 24"), HasSubstr("4: 8-11"),
                    HasSubstr("fill one node after the other"), Not(HasSubstr("not predicted"))));
}

TEST_F(ProfileFile, ThatEndsInTheMiddleSaysAfterHowMuch) {
  const Said said = profile(R"({"traceEvents": [{"ph": "M"}, {"ph": "X", "na)");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("this one ends in the middle, after 1 event"));
}

// A trace of other GPUs was predicted for H100s without a word.
TEST_F(ProfileFile, OfOtherGpusSaysSo) {
  std::ifstream file(recorded);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(profile(text).out, Not(HasSubstr("The trace is of")));
  const std::string name = "NVIDIA H100 80GB HBM3";
  text.replace(text.find(name), name.size(), "A100-PCIE-40GB");
  EXPECT_THAT(profile(text).out, HasSubstr("The trace is of 'A100-PCIE-40GB', but dgx-h100 has the GPU H100: "
                                           "name its machine with --machine,\n  as in a100-pcie."));
}

TEST(Profile, DoesNotTakeWhatTheTraceSays) {
  for (const char* option : {"--ranks 4", "--size 1MiB", "--dtype int8", "--on host"}) {
    const Said said = commlab("profile " + recorded + ' ' + option);
    EXPECT_EQ(said.status, 2) << option;
    EXPECT_THAT(said.err, HasSubstr("unknown option '--")) << option;
  }
}

TEST_F(ProfileFile, MayBeCompressed) {
  const Said packed = shell("gzip -c " + recorded + " > " + path.string());
  ASSERT_EQ(packed.status, 0) << packed.err;
  EXPECT_EQ(commlab_json("profile " + path.string()), commlab_json("profile " + recorded));
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  const Said said = commlab("profile " + path.string());
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, AllOf(HasSubstr(path.string()), HasSubstr("ends too early")));
}

TEST_F(ProfileFile, ThatIsNoneIsRefusedInASentence) {
  for (const auto& [text, sentence] :
       {std::pair{"", "expected a trace of torch.profiler"},
        std::pair{"[1, 2]", "expected a trace of torch.profiler"},
        std::pair{"{\"traceEvents\": [", "expected a trace of torch.profiler"},
        std::pair{"{\"traceEvents\": []}", "the trace has no communication"}}) {
    const Said said = profile(text);
    EXPECT_EQ(said.status, 2) << text;
    EXPECT_EQ(said.out, "") << text;
    EXPECT_THAT(said.err, AllOf(HasSubstr(path.string() + ": "), HasSubstr(sentence))) << text;
  }
}

TEST_F(ProfileFile, ThatCannotBeReadIsRefusedInASentence) {
  const Said missing = commlab("profile " + path.string());
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.err, "commlab: " + path.string() + " cannot be read: there is no such file\n");
  const Said is_folder = commlab("profile " + folder.string());
  EXPECT_EQ(is_folder.status, 2);
  EXPECT_THAT(is_folder.err, HasSubstr("is a folder"));
  const Said unknown = commlab("profile " + recorded + " --machine hcm9");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("hcm9"), Not(HasSubstr("torch_profile"))));
  EXPECT_THAT(commlab("profile").err, HasSubstr("commlab profile --help shows examples"));
}

}  // namespace
}  // namespace commlab
