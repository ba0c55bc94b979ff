// compare --reference and accuracy, as a user types them: what is read, what is said, and what is refused.

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;

class Tables : public testing::Test {
 protected:
  void SetUp() override {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder =
        std::filesystem::path(testing::TempDir()) / ("commlab_tables_" + test);  // tests run side by side
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string file(const std::string& text) {
    const auto path = folder / "lab.csv";
    std::ofstream(path) << text;
    return path.string();
  }

  std::filesystem::path folder;
};

constexpr const char* columns =
    "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n";

TEST(Reference, EveryRowIsPredictedNextToItsMeasurement) {
  const Said said =
      commlab("compare --reference " + shipped_tables + "superbench_a100x8_1n_allreduce.csv --format json");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["machine"], "dgx-a100");
  EXPECT_EQ(json["launch"], "thread");
  ASSERT_EQ(json["rows"].size(), 32u);
  for (const auto& row : json["rows"]) {
    EXPECT_GT(row["predicted_us"], 0);
    EXPECT_GT(row["measured_us"], 0);
    EXPECT_NEAR(row["error_percent"].get<double>(),
                100 * (row["predicted_us"].get<double>() / row["measured_us"].get<double>() - 1), 0.01);
  }
}

// Tables that commlab measured itself, with the machine that it had calibrated; the README shows this answer.
TEST(Reference, TablesOfVirtualRanksArePredictedByTheirOwnMachine) {
  const Said said = commlab("accuracy " + shipped_tables + "h200_virtual_ranks");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("4 virtual ranks on one GPU (NVIDIA H200)       6    54  16.3 %  36.6 %"));
}

TEST(Reference, SaysWhatItTookForGranted) {
  const Said said = commlab("compare --reference " + shipped_tables + "snellius_h100x4_1n_allreduce.csv");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("assumed"));
  EXPECT_THAT(
      said.out,
      HasSubstr("The header does not say what launched the work: assumed to be one process per GPU."));
  EXPECT_THAT(said.out, HasSubstr("90th percentile"));
}

TEST(Reference, APairsBandwidthIsThatOfItsLinks) {
  const Said said = commlab("compare --reference " + shipped_tables +
                            "p2pmat_abci_a100_x8_uni_p2pon_write.csv --format json");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json["rows"].size(), 56u + 8);  // and copies within each GPU
  EXPECT_TRUE(json["left_out"].empty());
}

TEST(Reference, AMachineWhoseCopiesAreNotKnownSaysSo) {
  const Said said = commlab("compare --machine ring:8,25GB/s,1us --format json --reference " +
                            shipped_tables + "p2pmat_abci_a100_x8_uni_p2poff.csv");
  ASSERT_EQ(said.status, 1) << said.err;  // nothing was compared
  EXPECT_THAT(nlohmann::json::parse(said.out)["left_out"].dump(),
              AllOf(HasSubstr("56 rows not predicted: "), HasSubstr("has no host memory to stage through"),
                    HasSubstr("8 rows not predicted: what copies within one GPU cost on")));
}

TEST(Reference, TheMachineCanBeNamedInstead) {
  const Said said = commlab("compare --machine switch:8,240GB/s,0s --format csv --reference " +
                            shipped_tables + "superbench_a100x8_1n_allreduce.csv");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("all_reduce,8,1,,,4,ring,,"));
}

TEST_F(Tables, WhatIsWrongIsSaidWithItsLine) {
  const auto refused = [&](const std::string& text) {
    const Said said = commlab("compare --reference " + file(text));
    EXPECT_EQ(said.status, 2) << text;
    return said.err;
  };
  const std::string head = std::string("# gpu: A100\n") + columns;
  EXPECT_THAT(refused("# gpu: A100\nsize,time\n"), HasSubstr("lab.csv:2: columns 'size,time'; expected"));
  EXPECT_THAT(refused(head + "all_reduce,8,1,64KB,2,float,sum,1,1,1\n"),
              HasSubstr("lab.csv:3: size_bytes '64KB'; expected a whole number"));
  EXPECT_THAT(refused(head + "all_reduce,8\n"), HasSubstr("lab.csv:3: 2 values; expected the 10 of"));
  EXPECT_THAT(refused(head + "all_reduce,8,1,64,2,float,sum,1,1,1\n# channels: few\n"),
              HasSubstr("channels: 'few'; expected a number of channels, 1 or more"));
  EXPECT_THAT(commlab("compare --reference no/such.csv").err,
              HasSubstr("no/such.csv cannot be read: there is no such file"));
  EXPECT_THAT(commlab("compare all_reduce --size 1MiB --reference " + file(head)).err,
              HasSubstr("the only other option allowed is --machine"));
  EXPECT_THAT(commlab("compare").err, HasSubstr("compare: name a collective"));
}

// A kept table is predicted as it was measured, on any computer: with the machine in the file beside it, even
// if this computer was calibrated again.
TEST_F(Tables, WhatWasMeasuredIsKeptAndReadBack) {
  const std::string table = (folder / "ring.csv").string();
  const std::string measure =
      "compare reduce_scatter --on host --machine switch:2,4GB/s,10us --ranks 2 --dtype float64 --channels "
      "2 ";
  const auto compared = commlab_json(measure + "--algorithm ring -b 1K -e 16K -f 4 --reference-out " + table);

  const auto read = commlab_json("compare --reference " + table);
  ASSERT_EQ(read["rows"].size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    for (const char* what : {"collective", "size_bytes", "ranks", "algorithm", "predicted_us", "measured_us"})
      EXPECT_EQ(read["rows"][i][what], compared["rows"][i][what]) << what;

  const Said said = commlab("compare --reference " + table);
  EXPECT_THAT(said.out, HasSubstr("ring: measured by commlab"));
  EXPECT_THAT(said.out, HasSubstr("reduce_scatter --on host"));
  EXPECT_THAT(commlab("accuracy " + folder.string()).out, HasSubstr("host: 2 GPUs on one NVSwitch"));
  EXPECT_EQ(commlab("compare --machine switch:2,1GB/s,0s --reference " + table).status, 0);

  std::filesystem::remove(folder / "ring.toml");
  EXPECT_THAT(commlab("compare --reference " + table).err, HasSubstr("ring.toml"));

  const auto refused = [&](const std::string& words) {
    const Said answer = commlab(words);
    EXPECT_EQ(answer.status, 2) << words;
    return answer.err;
  };
  EXPECT_THAT(refused(measure + "--algorithm ring,direct --size 1K --reference-out " + table),
              HasSubstr("one time for each size; name one backend and one algorithm"));
  EXPECT_THAT(refused(measure + "--size 1K --reference-out lab.txt"),
              HasSubstr("expected the name of a table"));
  EXPECT_THAT(refused("compare p2p --reference-out " + table), HasSubstr("sender and receiver"));
  EXPECT_THAT(refused("compare --reference " + table + " --reference-out " + (folder / "other.csv").string()),
              HasSubstr("the only other option allowed is --machine"));
}

// Also where the table is simulated, since nothing is known of NCCL on the machine.
TEST_F(Tables, SizesOfOnePeerAreThoseOfAllPeers) {
  const auto predicted = [&](const std::string& header, const std::string& size) {
    const std::string table = file(header + columns + "all_to_all,8,1," + size + ",,float,,50,,\n");
    return commlab_json("compare --reference " + table +
                        " --machine switch:8,450GB/s,350ns")["rows"][0]["predicted_us"];
  };
  EXPECT_EQ(predicted("# size_of: one peer\n", "1048576"), predicted("", "8388608"));
}

TEST_F(Tables, AccuracyJudgesAFolder) {
  std::filesystem::copy(shipped_tables + "superbench_a100x8_1n_allreduce.csv", folder);
  std::filesystem::copy(shipped_tables + "abci_a100_x8_1n_allreduce_osu_mpi_cpu.csv", folder);
  const Said said = commlab("accuracy " + folder.string() + " --format json");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  ASSERT_EQ(json["families"].size(), 1u);
  EXPECT_EQ(json["families"][0]["machine"], "dgx-a100");
  EXPECT_EQ(json["families"][0]["rows"], 32);
  EXPECT_LT(json["families"][0]["median_error_percent"], 25);
  ASSERT_EQ(json["not_predicted"].size(), 1u);

  const auto picture = folder / "accuracy.svg";
  EXPECT_THAT(commlab("accuracy " + folder.string() + " --out " + picture.string()).out,
              HasSubstr("dgx-a100"));
  EXPECT_GT(std::filesystem::file_size(picture), 1000u);

  const Said empty = commlab("accuracy " + (folder / "none").string());
  EXPECT_EQ(empty.status, 2);
  EXPECT_THAT(empty.err, HasSubstr("has no .csv or .log files"));
}

TEST_F(Tables, AreNotRefusedBecauseTheirGpuIsNotKnown) {
  const Said said = commlab("compare --reference " + file(std::string("# gpu: Voodoo2\n") + columns +
                                                          "all_reduce,8,1,64,2,float,sum,1,1,1\n"));
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("The GPU 'Voodoo2' is not like any that is known: predicted as dgx-a100."));
}

// A raw log needs no conversion: it tells the GPUs, the nodes and the launch mode.
TEST_F(Tables, MayBeWhatNcclTestsPrinted) {
  const std::string log = file(
      "# Collective test starting: all_gather_perf\n# nThread 1 nGpus 8 minBytes 8 graph: 0\n"
      "#  Rank  0 Group  0 Pid  1 on   h device  0 [0000:18:00] NVIDIA H20\n"
      "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
      "1048576 32768 float none -1 38.10 27.5 24.1 0 38.0 27.6 24.1 0\n");
  const Said said = commlab("compare --reference " + log);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("predicted as hgx-h200, the nearest class"));
  EXPECT_THAT(said.out, HasSubstr("launch     thread"));
  EXPECT_THAT(said.out, HasSubstr("all_gather 8  1 MiB"));
  EXPECT_EQ(commlab("compare --machine dgx-a100 --reference " + log).status, 0);
}

// A run of 8 processes on a node, in an old format that names no test.
std::string run_of_sums(const std::string& command, int rows = 5) {
  std::string text = command + "\n# nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor) validation: 1\n";
  for (int rank = 0; rank < 8; ++rank)
    text += fmt::format("#   Rank  {} Pid {} on ant device  {} [0x1a] NVIDIA A100-SXM4-40GB\n", rank,
                        70 + rank, rank);
  text += "#  size count type redop time algbw busbw error time algbw busbw error\n";
  for (int i = 0; i < rows; ++i)
    text += fmt::format("  {0} {1} float sum {2}.5 10.0 17.5 2e-07 {2}.1 10.1 17.7 2e-07\n", 1 << (20 + i),
                        1 << (18 + i), 40 << i);
  return text + "# Out of bounds values : 0 OK\n# Avg bus bandwidth : 17.5\n";
}

TEST_F(Tables, SayWhatOfALogTheyLeftOut) {
  const std::string log = file(run_of_sums("$ NCCL_ALGO=Ring ./all_reduce_perf") +
                               run_of_sums("$ NCCL_ALGO=Tree ./all_reduce_perf"));
  const std::string why = "environment: 'NCCL_ALGO=Tree', not 'NCCL_ALGO=Ring'";
  EXPECT_THAT(commlab("compare --reference " + log).out, HasSubstr(why));
  const auto json = commlab_json("compare --reference " + log);
  EXPECT_EQ(json["rows"].size(), 5u);
  ASSERT_EQ(json["left_out"].size(), 1u);
  EXPECT_THAT(json["left_out"][0].get<std::string>(), HasSubstr(why));
  const Said calibrated = commlab("calibrate --from " + log + " --out " + (folder / "my.toml").string());
  EXPECT_EQ(calibrated.status, 0) << calibrated.err;
  EXPECT_THAT(calibrated.out, HasSubstr(why));
}

// "median 0.0 %", and success.
TEST_F(Tables, WithoutARowThatCanBeComparedHaveNoMedian) {
  const std::string compare = "compare --reference " + file(std::string("# gpu: A100\n") + columns +
                                                            "all_reduce,8,1,64,2,float,sum,,,\n");
  const Said said = commlab(compare);
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, HasSubstr("no row was compared"));
  EXPECT_THAT(said.out, HasSubstr("1 row not predicted: no time was published."));
  EXPECT_THAT(said.out, testing::Not(HasSubstr("median")));
  EXPECT_TRUE(
      nlohmann::json::parse(commlab(compare + " --format json").out)["median_error_percent"].is_null());
}

// The machine that is named takes the place of the GPU's.
TEST_F(Tables, SayNothingOfAGpuWhereTheMachineIsNamed) {
  const std::string table = file(std::string(columns) + "all_reduce,8,1,1048576,262144,float,sum,40,,\n");
  EXPECT_THAT(commlab("compare --reference " + table).out, HasSubstr("The table does not name its GPU"));
  EXPECT_THAT(commlab("compare --reference " + table + " --machine dgx-h100").out,
              testing::Not(HasSubstr("predicted as dgx-a100")));
}

// It was advised to name the GPU with --gpu, which compare refuses.
TEST_F(Tables, NameTheGpusOfAPastedTopology) {
  const std::filesystem::path topology = folder / "topo.txt";
  std::ofstream(topology) << "GPU0 GPU1\nGPU0 X NV4\nGPU1 NV4 X\n";
  const std::string rows = std::string(columns) + "all_reduce,2,1,67108864,16777216,float,sum,900,,\n";
  const auto compared = [&](const std::string& head) {
    return commlab("compare --machine " + topology.string() + " --reference " + file(head + rows));
  };
  EXPECT_THAT(compared("# gpu: NVIDIA A100-SXM4-80GB\n").out, HasSubstr("2 A100, 4 NVLinks for each pair"));
  EXPECT_THAT(compared("# gpu: Voodoo2\n").err, HasSubstr("name the GPU, as in --gpu A100"));
}

// Ten ranks on ten nodes filled the first two nodes of a cluster that was named.
TEST_F(Tables, PlaceTheirRanksOnTheNodesWhereTheyWere) {
  const auto predicted = [&](const std::string& table, const std::string& machine) {
    return commlab_json("compare --reference " + table + " --machine '" + machine +
                        "'")["rows"][0]["predicted_us"]
        .get<double>();
  };
  for (const auto& [ranks, nodes] : {std::pair(4, 4), std::pair(8, 2), std::pair(8, 4)}) {
    const std::string table =
        file(std::string("# gpu: H100\n# interconnect: InfiniBand NDR\n") + columns +
             fmt::format("all_reduce,{},{},67108864,16777216,float,sum,4000,,\n", ranks, nodes));
    const double of_a_node = predicted(table, "dgx-h100");
    for (const int all : {nodes, nodes + 1})
      EXPECT_NEAR(predicted(table, fmt::format("{}x dgx-h100", all)) / of_a_node, 1, .05)
          << ranks << " on " << nodes;
  }
}

// The first such file was the end.
TEST_F(Tables, ThatCannotBeReadAreNamedByAccuracy) {
  file("gpu 7 is hot\n");
  const std::string judge = "accuracy " + folder.string();
  EXPECT_EQ(commlab(judge).status, 2) << "no other table";
  std::ofstream(folder / "log.log") << run_of_sums("$ ./all_reduce_perf");
  const Said said = commlab(judge);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("lab.csv:1: columns 'gpu 7 is hot'"));
  EXPECT_EQ(commlab_json(judge)["not_predicted"][0]["table"], "lab");
  EXPECT_THAT(commlab(judge + " --format csv").err, HasSubstr("left out: "));
}

TEST_F(Tables, OfOtherBenchmarksAreRefusedByName) {
  const auto refused_text = [&](const char* text) {
    return commlab("compare --reference " + file(text)).err;
  };
  EXPECT_THAT(
      refused_text("# OSU MPI-CUDA Allreduce Latency Test v7.3\n# Size       Avg Latency(us)\n8   12.1\n"),
      HasSubstr("MPI moved the data of this OSU benchmark"));
  EXPECT_THAT(
      refused_text("# OSU NCCL Allreduce Latency Test v7.3\n# Size       Avg Latency(us)\n8   12.1\n"),
      HasSubstr("do not print how many GPUs took part"));
  EXPECT_THAT(
      refused_text(
          "Collective:             Allreduce\nMemory type:            cuda\n   Count   Size   Time, us\n"),
      HasSubstr("UCC moved the data"));
}

}  // namespace
}  // namespace commlab
