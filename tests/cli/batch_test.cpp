// commlab batch, as a user runs it: its rows, kills, resumptions, and many processes under MPI.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> sorted_lines_of(const std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  std::ranges::sort(lines);
  return lines;
}

std::vector<json> rows_of(const std::string& text) {
  std::vector<json> rows;
  for (const std::string& line : lines_of(text)) rows.push_back(json::parse(line));
  return rows;
}

// A list of experiments that takes some seconds.
std::string many_lines() {
  std::string lines;
  for (int i = 0; i < 120; ++i)
    for (const char* collective : {"all_reduce", "all_gather", "broadcast", "reduce_scatter"})
      lines +=
          fmt::format("{} --machine {} --size {}B\n", collective, i % 2 ? "hcm8" : "dgx-h100", 8 << i % 24);
  return lines;
}

TEST(Batch, ARowHasTheFieldsOfRun) {
  const Said batch = commlab("batch all_reduce --machine hcm8,dgx-h100 --in-order", "");
  EXPECT_EQ(batch.status, 1) << "this is one name with a comma: an option is repeated to list machines";

  const Said said = commlab(
      "batch all_reduce,broadcast --machine hcm8 --machine dgx-h100 --ranks 4,8 --size 1M --in-order");
  ASSERT_EQ(said.status, 0) << said.err;
  const std::vector<json> rows = rows_of(said.out);
  ASSERT_EQ(rows.size(), 8u);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    json row = rows[i];
    EXPECT_EQ(row["index"], i);
    const json run = commlab_json("run " + row["line"].get<std::string>());
    row.erase("index");
    row.erase("line");
    EXPECT_EQ(row, run);
  }
}

TEST(Batch, WhatFailsDoesNotEndTheRest) {
  const ScratchFolder folder;
  const std::string list = folder.holding(
      "list", "all_reduce --ranks 99\nall_reduce\nnonsense\nall_reduce --machine hmc8\nbroadcast\n");
  const Said said = commlab("batch " + list + " --in-order");

  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.err, HasSubstr(list + ":3: unknown collective 'nonsense'"));
  EXPECT_THAT(said.err, HasSubstr("commlab: 3 of 5 experiments failed; the first: --ranks: 99 ranks"));
  const std::vector<json> rows = rows_of(said.out);
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0]["error"], "--ranks: 99 ranks do not fit on 8 GPUs");
  EXPECT_THAT(std::string(rows[2]["error"]), HasSubstr("unknown collective 'nonsense'"));
  EXPECT_THAT(std::string(rows[3]["error"]), HasSubstr("did you mean hcm8?"));
  for (const int fine : {1, 4}) EXPECT_TRUE(rows[fine].contains("time_us"));
}

TEST(Batch, AllAlgorithmsFailOnlyIfNoneCan) {
  const Said some = commlab("batch all_reduce --machine hcm8 --ranks 6 --algorithm all --size 8");
  EXPECT_EQ(some.status, 0) << some.err;
  EXPECT_THAT(some.out, HasSubstr(R"("error":"hcm8 has no switch)"));
  EXPECT_EQ(commlab("batch all_reduce --ranks 99 --algorithm all").status, 1);
}

TEST(Batch, RowsDoNotDependOnTheNumberOfCores) {
  const ScratchFolder folder;
  const std::string list = folder.holding("list", many_lines());
  const Said one = commlab("batch " + list + " --cores 1");
  const Said five = commlab("batch " + list + " --cores 5");
  const Said ordered = commlab("batch - --cores 5 --in-order < " + list);

  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_EQ(sorted_lines_of(five.out), sorted_lines_of(one.out));
  EXPECT_EQ(ordered.out, one.out) << "one core finishes in order";
}

TEST(Batch, ExperimentsOnThisComputerRunToo) {
  const Said said =
      commlab("batch all_reduce --on sim,host --ranks 2,3 --size 1K --algorithm ring --in-order");
  ASSERT_EQ(said.status, 0) << said.err;
  const std::vector<json> rows = rows_of(said.out);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0]["backend"], "sim");
  EXPECT_EQ(rows[2]["backend"], "host");
  EXPECT_EQ(rows[3]["verified"], true);
}

TEST(Batch, KilledAgainAndAgainHasTheRowsOfAnUndisturbedOne) {
  const ScratchFolder folder;
  const std::string list = folder.holding("list", many_lines());
  const Said undisturbed = commlab("batch " + list);
  ASSERT_EQ(undisturbed.status, 0) << undisturbed.err;

  // Each one is killed a little later than the one before, so that the last is not killed.
  const std::string command = "$COMMLAB batch " + list + " --resume --out " + (folder / "rows").string();
  int kills = 0;
  Said last;
  for (int ms = 100; ms <= 60'000; ms += ms / 4) {
    last = shell(fmt::format("timeout -s KILL {}.{:03} {}", ms / 1000, ms % 1000, command));
    if (last.status == 0) break;
    ++kills;
  }
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_GT(kills, 0);
  EXPECT_EQ(sorted_lines_of(folder.shows("rows")), sorted_lines_of(undisturbed.out));
}

TEST(Batch, WhatIsThereStaysAndWhatIsMissingIsRun) {
  const ScratchFolder folder;
  const std::string list = folder.holding("list", many_lines());
  const Said whole = commlab("batch " + list + " --in-order");
  const std::vector<std::string> rows = lines_of(whole.out);

  // Given every third row, in another order, and a torn one.
  std::string some;
  for (std::size_t i = 0; i < rows.size(); i += 3) some = rows[i] + '\n' + some;
  const std::string out = folder.holding("rows", some + rows[1].substr(0, 40));
  const Said resumed = commlab("batch " + list + " --resume --in-order --out " + out);

  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(folder.shows("rows").substr(0, some.size()), some);
  EXPECT_EQ(sorted_lines_of(folder.shows("rows")), sorted_lines_of(whole.out));

  const std::string finished = folder.shows("rows");
  EXPECT_EQ(commlab("batch " + list + " --resume --out " + out).status, 0);
  EXPECT_EQ(folder.shows("rows"), finished);
}

TEST(Batch, AFileThatBelongsToOtherExperimentsIsRefusedAndStays) {
  const ScratchFolder folder;
  const std::string row = lines_of(commlab("batch all_reduce --size 8").out).front() + '\n';
  const struct {
    std::string content;
    std::string options;
    std::string told;
  } cases[] = {
      {row, "--size 16 --resume", "belongs to other experiments: experiment 0 is 'all_reduce"},
      {row + row, "--size 8,16 --resume", "belongs to other experiments: experiment 0 is there twice"},
      {"my diary\n", "--size 8 --resume", "belongs to other experiments: line 1 is no row of a batch"},
      {"my diary", "--size 8 --resume", "belongs to other experiments: its last line is no row of a batch"},
      {row, "--size 8", "has lines already; --resume goes on with them, or choose another file"},
      {"my diary", "--size 8", "has lines already; --resume goes on with them, or choose another file"},
  };
  for (const auto& [content, options, told] : cases) {
    const std::string out = folder.holding("rows", content);
    const Said said = commlab("batch all_reduce " + options + " --out " + out);
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.err, HasSubstr(told));
    EXPECT_EQ(folder.shows("rows"), content);
  }
}

TEST(Batch, TwoBatchesDoNotMixInOneFile) {
  const ScratchFolder folder;
  const std::string out = folder / "rows";
  const Said said = shell("flock " + out + " $COMMLAB batch all_reduce --out " + out);
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("is being written by another program"));
}

TEST(Batch, OnAFullDiskEndsWithTheReason) {
  const Said said = commlab("batch all_reduce --size 8:8M --out /dev/full");
  EXPECT_EQ(said.status, 3);
  EXPECT_THAT(said.err, HasSubstr("No space left on device"));
}

TEST(Batch, InterruptedKeepsTheRowsThatItHas) {
  const ScratchFolder folder;
  const std::string list = folder.holding("list", many_lines() + many_lines() + many_lines() + many_lines());
  Said said;
  for (int ms = 300; ms <= 30'000 && said.err.find("the answer has") == std::string::npos; ms *= 2) {
    std::filesystem::remove(folder / "rows");
    said =
        shell(fmt::format("timeout --preserve-status -s INT {}.{:03} $COMMLAB batch {} --in-order --out {}",
                          ms / 1000, ms % 1000, list, (folder / "rows").string()));
  }
  EXPECT_EQ(said.status, 130);
  EXPECT_THAT(said.err, testing::ContainsRegex("interrupted: the answer has [0-9]+ of 1920 experiments"));
  const std::vector<json> rows = rows_of(folder.shows("rows"));
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i]["index"], i);
}

TEST(Batch, WrongWordsAreSentences) {
  const struct {
    std::string words;
    std::string told;
  } cases[] = {
      {"batch", "something is missing"},
      {"batch no-such-file", "no-such-file cannot be read: there is no such file"},
      {"batch all_reduc --ranks 8", "unknown collective 'all_reduc' (did you mean all_reduce?)"},
      {"batch all_reduce --ranks 8,x", "--ranks: 'x' is not a whole number"},
      {"batch all_reduce --resume",
       "--resume: goes on with the rows of a file, so --out FILE is needed, too"},
      {"batch all_reduce --cores 0", "--cores: '0' is no whole number from 1 to 4096"},
      {"batch /dev/null", "/dev/null has no experiments"},
      {"batch /dev/zero", "is a device, not a file"},
      {"batch /tmp", "/tmp is a folder, not a file"},
  };
  for (const auto& [words, told] : cases) {
    const Said said = commlab(words);
    EXPECT_EQ(said.status, 2) << words;
    EXPECT_THAT(said.err, HasSubstr(told)) << words;
    EXPECT_THAT(said.out, IsEmpty()) << words;
  }
}

class BatchUnderMpi : public testing::Test {
 protected:
  void SetUp() override {
    if (shell("command -v mpirun").status != 0) GTEST_SKIP() << "there is no mpirun (Debian: openmpi-bin)";
    if (shell("test -e $(dirname $(readlink -f $COMMLAB))/commlab_mpi.so").status != 0)
      GTEST_SKIP() << "this commlab was built without MPI (Debian: libopenmpi-dev)";
  }
  // The words run as three processes.
  static std::string three(const std::string& words) {
    return "timeout 120 mpirun --allow-run-as-root --oversubscribe -n 3 $COMMLAB " + words;
  }
};

TEST_F(BatchUnderMpi, HasTheRowsOfOneProcess) {
  const ScratchFolder folder;
  const std::string list = folder.holding("list", many_lines());
  const Said one = commlab("batch " + list + " --in-order");

  const Said any_order = shell(three("batch " + list));
  EXPECT_EQ(any_order.status, 0) << any_order.err;
  EXPECT_EQ(sorted_lines_of(any_order.out), sorted_lines_of(one.out));
  const Said in_order = shell(three("batch - --in-order --cores 1") + " < " + list);
  EXPECT_EQ(in_order.out, one.out) << in_order.err;
  const Said tiny = shell(three("batch all_reduce --size 8"));
  EXPECT_EQ(lines_of(tiny.out).size(), 1u) << tiny.err;
}

TEST_F(BatchUnderMpi, KilledAgainAndAgainHasTheRowsOfAnUndisturbedOne) {
  const ScratchFolder folder;
  const std::string list = folder.holding("list", many_lines());
  const Said undisturbed = commlab("batch " + list);

  // Kills one process of three, each time another one; MPI then ends the others.
  const std::string command = three("batch " + list + " --resume --out " + (folder / "rows").string());
  int kills = 0;
  Said last;
  for (int ms = 500; ms <= 60'000; ms += ms / 4) {
    last =
        shell(fmt::format("{} & starter=$!; sleep {}.{:03}; mpi=$(pgrep -P $starter); "
                          "victim=$(pgrep -P \"$mpi\" | sed -n {}p); "
                          "[ -z \"$victim\" ] || kill -KILL $victim; wait $starter",
                          command, ms / 1000, ms % 1000, kills % 3 + 1));
    if (last.status == 0) break;
    ++kills;
  }
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_GT(kills, 0);
  EXPECT_EQ(sorted_lines_of(folder.shows("rows")), sorted_lines_of(undisturbed.out));
}

TEST_F(BatchUnderMpi, MistakesEndAllProcesses) {
  const Said missing = shell(three("batch no-such-file"));
  EXPECT_NE(missing.status, 124);
  EXPECT_THAT(missing.err, HasSubstr("no-such-file cannot be read: there is no such file"));
  const Said measured = shell(three("batch all_reduce --on host"));
  EXPECT_THAT(measured.err, HasSubstr("would disturb each other's measurements; start one process"));
}

TEST(BatchWithoutMpi, SaysWhatIsMissing) {
  const ScratchFolder folder;
  const std::string copy = folder / "commlab";
  const Said said = shell("cp $COMMLAB " + copy + "; OMPI_COMM_WORLD_SIZE=3 " + copy + " batch all_reduce");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err,
              HasSubstr("is one of 3 that were started together, and needs MPI to share the work: this "
                        "commlab was built without MPI"));
}

}  // namespace
}  // namespace commlab
