// Runs of nccl-tests: several in one text, those whose times mean nothing, and those that are cut off.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/published/nccl_tests_log.h"
#include "core/published/published_setting.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string test_header(int threads_gpus) {
  return fmt::format(
      "# nThread 1 nGpus {} minBytes 8 maxBytes 8388608 step: 2(factor) warmup iters: 5 iters: 20 agg "
      "iters: 1 validation: 1 graph: 0\n# Using devices\n",
      threads_gpus);
}
std::string rank_line(int rank, int pid, const char* host, int device) {
  return fmt::format("#  Rank {:2} Group  0 Pid {:6} on {:>10} device {:2} [0x1a] NVIDIA A100-SXM4-40GB\n",
                     rank, pid, host, device);
}
// So many processes on so many nodes.
std::string rank_lines(int ranks, int nodes) {
  std::string text;
  const char* const hosts[] = {"ant", "bee", "cat", "dog"};
  for (int i = 0; i < ranks; ++i) {
    const int per_node = ranks / nodes;
    text += rank_line(i, 100 + i, hosts[i / per_node], i % per_node);
  }
  return text;
}
const std::string new_titles =
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw "
    "#wrong\n";
const std::string old_titles =
    "#       size         count    type   redop     time   algbw   busbw  error     time   algbw   busbw  "
    "error\n";
// 8 ranks: busbw is 1.75 algbw.
const std::string sum_row =
    "     8388608       2097152     float     sum      -1    150.2   55.85   97.74      0    149.9   55.96   "
    "97.93      "
    "0\n";
const std::string gather_row =
    "     8388608        262144     float    none      -1    140.2   59.83   52.35      0    139.9   59.96   "
    "52.47      "
    "0\n";
const std::string verdict = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 97.7\n#\n";

Result<PublishedTable> read_runs(const std::string& text) { return parse_nccl_tests(text, "lab.log"); }
std::string why_refused(const std::string& text) {
  const Result<PublishedTable> table = read_runs(text);
  return table ? "" : table.error().message;
}
// "all_reduce 8/1": kind, ranks and nodes of each row.
std::vector<std::string> rows_in(const Result<PublishedTable>& table) {
  std::vector<std::string> rows;
  if (table)
    for (const PublishedRow& row : table->rows)
      rows.push_back(fmt::format("{} {}/{}", name_of(row.kind), row.ranks, row.nodes));
  return rows;
}

TEST(LoggedRuns, OfOneMachineAndSettingAreOneTable) {
  const std::string first = test_header(1) + rank_lines(8, 1) + new_titles + sum_row + verdict;
  const std::string second = test_header(1) + rank_lines(8, 1) + new_titles + gather_row + verdict;
  EXPECT_THAT(rows_in(read_runs(first + second)), ElementsAre("all_reduce 8/1", "all_gather 8/1"))
      << "their columns tell which tests they are";
  EXPECT_THAT(rows_in(read_runs("$ ./alltoall_perf -g 1\n" + second + "$ ./all_reduce_perf -g 1\n" + first)),
              ElementsAre("all_to_all 8/1", "all_reduce 8/1"));
  EXPECT_THAT(rows_in(read_runs("# Collective test starting: all_gather_perf\n" + second +
                                "# Collective test concluded: all_gather_perf\n" + first)),
              ElementsAre("all_gather 8/1", "all_reduce 8/1"))
      << "columns contradict the name of the run before";
  EXPECT_THAT(
      rows_in(read_runs(test_header(1) + rank_lines(8, 1) + new_titles + sum_row + new_titles + gather_row)),
      ElementsAre("all_reduce 8/1", "all_gather 8/1"))
      << "titles alone begin another table";
  const Result<PublishedTable> both = read_runs(first + second);
  EXPECT_TRUE(both->left_out.empty());
}

TEST(LoggedRuns, OfFewerGpusOrNodesFitIntoTheLargestMachine) {
  const auto run = [](int ranks, int nodes) {
    return "# all_reduce_perf\n" + test_header(1) + rank_lines(ranks, nodes) + new_titles + sum_row + verdict;
  };
  const Result<PublishedTable> table = read_runs(run(4, 1) + run(8, 2) + run(16, 4));
  EXPECT_THAT(rows_in(table), ElementsAre("all_reduce 4/1", "all_reduce 8/2", "all_reduce 16/4"));
  EXPECT_EQ(table->fact("num_gpus"), "16");
  EXPECT_EQ(largest_row(*table).nodes, 4);
  const Result<PublishedTable> wide = read_runs(run(8, 1) + run(4, 2));
  EXPECT_THAT(rows_in(wide), ElementsAre("all_reduce 4/2")) << "2 GPUs of a node are not 8";
  ASSERT_EQ(wide->left_out.size(), 1u);
  EXPECT_THAT(wide->left_out[0], HasSubstr("line 1: all_reduce of 8 GPUs is left out"));
}

TEST(LoggedRuns, OfAnotherSettingAreNamedAndLeftOut) {
  const std::string run = test_header(1) + rank_lines(8, 1) + new_titles + sum_row + verdict;
  const Result<PublishedTable> table = read_runs("$ mpirun -np 8 -x NCCL_ALGO=Ring all_reduce_perf\n" + run +
                                                 "$ mpirun -np 8 -x NCCL_ALGO=Tree all_reduce_perf\n" + run);
  EXPECT_EQ(rows_in(table).size(), 1u);
  EXPECT_EQ(setting_of(*table)->nccl.algorithms, std::vector{NcclAlgorithm::ring});
  ASSERT_EQ(table->left_out.size(), 1u);
  EXPECT_THAT(table->left_out[0], HasSubstr("environment: 'NCCL_ALGO=Tree', not 'NCCL_ALGO=Ring'"));
  const Result<PublishedTable> exported = read_runs("export NCCL_ALGO=Tree\n./all_reduce_perf\n" + run + run);
  EXPECT_EQ(rows_in(exported).size(), 2u) << "what is exported holds for all";
}

TEST(LoggedRuns, WithWrongResultsAreRefused) {
  const std::string head = "# all_reduce_perf\n" + test_header(1) + rank_lines(8, 1);
  const auto row = [](const char* op, const char* wrong, const char* in_place) {
    return fmt::format(
        "     8388608       2097152     float  {}    150.2   55.85   97.74  {}    149.9   55.96   97.93  "
        "{}\n",
        op, wrong, in_place);
  };
  EXPECT_THAT(why_refused(head + new_titles + row("sum -1", "3", "0") + verdict),
              HasSubstr("lab.log:13: 3 wrong values"));
  EXPECT_THAT(why_refused(head + new_titles + row("sum -1", "0", "1e+06") + verdict),
              HasSubstr("1e+06 wrong values"));
  EXPECT_THAT(why_refused(head + old_titles + row("sum", "1e+00", "2e-07") + verdict),
              HasSubstr("an error of 1e+00"));
  EXPECT_EQ(why_refused(head + old_titles + row("sum", "2e-07", "4e-06") + verdict), "") << "rounding";
  EXPECT_THAT(why_refused(head + new_titles + sum_row + "# Out of bounds values : 2 FAILED\n"),
              HasSubstr("lab.log:14: 'Out of bounds values : 2 FAILED'"));
  EXPECT_EQ(why_refused(head + new_titles + row("sum -1", "N/A", "N/A") + verdict), "") << "not checked";
  const Result<PublishedTable> others = read_runs(head + new_titles + row("sum -1", "3", "0") + verdict +
                                                  head + new_titles + sum_row + verdict);
  EXPECT_EQ(rows_in(others).size(), 1u);
  EXPECT_THAT(others->left_out[0], HasSubstr("a run is left out: lab.log:13: 3 wrong values"));
}

TEST(LoggedRuns, OfJobsThatKnowNothingOfOneAnotherAreRefused) {
  const std::string alone =
      "     8388608       2097152     float     sum      -1    12.10  693.27    0.00      0     0.51 16448.3 "
      "   0.00      "
      "0\n";
  const std::string one = test_header(1) + rank_line(0, 41, "ant", 0),
                    other = test_header(1) + rank_line(0, 42, "bee", 0);
  const std::string twice = rank_line(0, 41, "ant", 0) + rank_line(0, 42, "bee", 0);
  const char* const why = "2 jobs that know nothing of one another";
  EXPECT_THAT(
      why_refused("# all_reduce_perf\n" + test_header(1) + test_header(1) + twice + new_titles + alone),
      HasSubstr(why));
  EXPECT_THAT(why_refused("# all_reduce_perf\n" + one + other + new_titles + new_titles + alone + alone),
              HasSubstr(why));
  EXPECT_THAT(why_refused("# all_reduce_perf\n" + one + other + new_titles + alone),
              HasSubstr("one GPU alone"));
  EXPECT_THAT(why_refused("# all_reduce_perf\n" + one + new_titles + sum_row), HasSubstr("one GPU alone"));
  const std::string eight = test_header(8) + rank_lines(8, 1), same_eight = test_header(8) + rank_lines(8, 1);
  EXPECT_EQ(why_refused("# all_reduce_perf\n" + eight + same_eight + new_titles + sum_row + verdict), "")
      << "the first was ended early";
}

TEST(LoggedRuns, ThatAreCutOffKeepTheirWholeRows) {
  const std::string whole = "# all_reduce_perf\n" + test_header(1) + rank_lines(8, 1) + new_titles + sum_row;
  const std::string last =
      "    16777216       4194304     float     sum      -1    290.2   57.81  101.17      0    28";
  for (std::size_t length = 60; length <= last.size(); ++length) {
    const Result<PublishedTable> table = read_runs(whole + last.substr(0, length));
    ASSERT_TRUE(table) << table.error().message;
    const bool has_half = length >= last.find("101.17") + 13;
    EXPECT_EQ(table->rows.size(), has_half ? 2u : 1u) << length;
    EXPECT_EQ(table->left_out.size(), has_half ? 0u : 1u) << length;
  }
  EXPECT_EQ(read_runs(whole + last.substr(0, 80))->left_out[0],
            "line 14: the row of 16777216 bytes is cut off, or has no time");
}

TEST(LoggedRuns, WithoutAWholeRowSayWhatWasFound) {
  EXPECT_EQ(why_refused("# all_reduce_perf\n" + test_header(8) + new_titles +
                        "     8388608       2097152     float     sum"),
            "lab.log: line 5: the row of 8388608 bytes is cut off, or has no time");
}

TEST(LoggedRuns, OfOneHalfTellWhichHalfItIs) {
  const std::string head = "# all_reduce_perf\n" + test_header(1) + rank_lines(8, 1) + new_titles;
  const Result<PublishedTable> in_place = read_runs(
      head +
      "     8388608       2097152     float     sum      -1                                    149.9   "
      "55.96   97.93      0\n");
  ASSERT_TRUE(in_place) << in_place.error().message;
  EXPECT_TRUE(setting_of(*in_place)->in_place);
  EXPECT_FALSE(setting_of(*read_runs(head + sum_row))->in_place);
}

TEST(LoggedRuns, ThatAreNotOfNcclAreNamed) {
  const std::string rows = test_header(1) + rank_lines(8, 1) + new_titles + sum_row;
  EXPECT_THAT(why_refused("$ ./all_reduce_perf -D 1 -R 2\n" + rows), HasSubstr("-D 1"));
  EXPECT_THAT(why_refused("# Collective test starting: alltoallv_perf\n" + rows),
              HasSubstr("alltoallv_perf is none"));
  std::string cpu = rows;
  for (std::size_t at = 0; (at = cpu.find("  time ", at)) != cpu.npos; at += 8)
    cpu.replace(at, 7, " cputime ");
  EXPECT_THAT(why_refused("# all_reduce_perf\n" + cpu), HasSubstr("times of the CPU (-C)"));
  const Result<PublishedTable> registered = read_runs("$ ./all_reduce_perf -R 2\n" + rows);
  ASSERT_TRUE(registered) << registered.error().message;
  EXPECT_THAT(setting_of(*registered)->assumed.back(), HasSubstr("-R 2"));
  EXPECT_THAT(
      why_refused(
          test_header(1) + rank_lines(8, 1) + new_titles +
          "     8388608        262144     float    none       0    140.2   59.83   52.35      0    139.9   "
          "59.96   52.47      0\n"),
      HasSubstr("does not name its test"))
      << "scatter or gather";
}

// nccl-tests -J has one device for each process.
TEST(LoggedRuns, InJsonListOneDeviceOfEachProcess) {
  const auto run = [](int gpus) {
    return fmt::format(
        R"({{"args": ["all_reduce_perf"], "env": ["NCCL_ALGO=Ring", "SECRET=1"], "nccl_version": 22809, "config": )"
        R"({{"nthreads": 1, "ngpus": {0}, "graph": 0, "blocking_collectives": "true", "devices": [)"
        R"({{"rank": 0, "pid": 7, "hostname": "a", "device": 0, "device_info": "NVIDIA H200"}}, )"
        R"({{"rank": {0}, "pid": 8, "hostname": "b", "device": 0, "device_info": "NVIDIA H200"}}]}}, )"
        R"("results": [{{"size": 8388608, "count": 2097152, "type": "float", "redop": "sum", "root": "    -1", )"
        R"("out_of_place": {{"time": 150.5, "alg_bw": 55.7, "bus_bw": 104.5, "nwrong": null}}}}], )"
        R"("out_of_bounds": {{"count": 0, "okay": "true"}}}})",
        gpus);
  };
  EXPECT_THAT(rows_in(read_runs(run(8))), ElementsAre("all_reduce 16/2"));
  EXPECT_THAT(rows_in(read_runs(run(1))), ElementsAre("all_reduce 2/2"));
  const PublishedSetting setting = *setting_of(*read_runs(run(8)));
  EXPECT_EQ(setting.nccl.algorithms, std::vector{NcclAlgorithm::ring});
  EXPECT_FALSE(setting.loop);
  EXPECT_THAT(read_runs(run(8))->fact("environment"), testing::Not(HasSubstr("SECRET")));
  std::string failed = run(8);
  failed.replace(failed.find(R"("okay": "true")"), 14, R"("okay":"false")");
  EXPECT_THAT(why_refused(failed), HasSubstr("out_of_bounds: results were wrong"));
}

TEST(LoggedRuns, OfWhichAHeaderIsMissingAreToldByTheirCommand) {
  const std::string rows = new_titles + sum_row;
  EXPECT_THAT(rows_in(read_runs("$ ./build/all_reduce_perf -b 8M -g 8\n" + rows)),
              ElementsAre("all_reduce 8/1"));
  EXPECT_THAT(why_refused("$ mpirun -np 8 ./build/all_reduce_perf -b 8M\n" + rows),
              HasSubstr("how many GPUs take part"))
      << "on how many nodes is not known";
  EXPECT_TRUE(looks_like_nccl_tests("# all_reduce_perf\n" + test_header(8) + sum_row));
  EXPECT_THAT(rows_in(read_runs("# all_reduce_perf\n" + test_header(8) + sum_row)),
              ElementsAre("all_reduce 8/1"))
      << "titles are missing";
}

TEST(LoggedRuns, LeaveOutARowIntoWhichPiecesAreMixed) {
  const Result<PublishedTable> table =
      read_runs("# all_reduce_perf\n" + test_header(8) + new_titles + sum_row +
                "    16777216       4194304     float     sum      -1  2 90.2   57.81  101.17      0    "
                "289.2   57.81  101.17  "
                "    0\n");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->rows.size(), 1u);
  EXPECT_THAT(table->left_out,
              ElementsAre(HasSubstr("line 6: pieces of other lines are mixed into the row")));
}

TEST(LoggedRuns, WhoseListLostLinesCountTheLastRank) {
  const std::string rows =
      "     8388608       2097152     float     sum      -1    150.2   55.85  104.72      0    149.9   55.96 "
      " 104.93      "
      "0\n";
  const std::string few =
      rank_line(0, 1, "ant", 0) + rank_line(1, 2, "ant", 1) + "...\n" + rank_line(15, 16, "bee", 7);
  EXPECT_THAT(rows_in(read_runs("# all_reduce_perf\n" + test_header(1) + few + new_titles + rows)),
              ElementsAre("all_reduce 16/2"));
}

TEST(LoggedRuns, OfRcclTestsInJsonAndCsvAreTables) {
  const std::string csv =
      "numCycle,collective,nodes,ranks,ranksPerNode,gpusPerRank,size,type,redop,inplace,time,algbw,busbw,#"
      "wrong\n"
      "0,AllReduce,2,16,8,1,8388608,float,sum,0,300.5,27.92,52.34,0\n"
      "0,AllReduce,2,16,8,1,8388608,float,sum,1,299.5,28.01,52.52,0\n"
      "0,AllGather,2,16,8,1,8388608,float,none,0,280.5,29.91,28.04,N/A\n";
  EXPECT_TRUE(looks_like_nccl_tests(csv));
  EXPECT_THAT(rows_in(read_runs(csv)), ElementsAre("all_reduce 16/2", "all_gather 16/2"));
  EXPECT_EQ(read_runs(csv)->fact("launch"), "processes");
  const std::string json =
      R"([{"numCycle":0, "name":"AllReduce", "gpus":8, "size":8388608, "type":"float", "redop":"sum", "inPlace":0, )"
      R"("time":300.5, "algBw":27.92, "busBw":48.86, "wrong":"0"}])";
  EXPECT_TRUE(looks_like_nccl_tests(json));
  EXPECT_THAT(rows_in(read_runs(json)), ElementsAre("all_reduce 8/1"));
  EXPECT_EQ(read_runs(json)->fact("launch"), "thread");
  std::string failed = csv;
  failed.replace(failed.find("52.34,0"), 7, "52.34,7");
  EXPECT_THAT(read_runs(failed)->left_out, ElementsAre(HasSubstr("lab.log:2: 7 wrong values")));
  EXPECT_THAT(why_refused(csv + "0,AllReduce,2\n"), HasSubstr("lab.log:5: 3 values; expected 14"));
}

}  // namespace
}  // namespace commlab
