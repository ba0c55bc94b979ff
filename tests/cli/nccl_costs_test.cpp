// What NCCL's calls cost, as the command line shows it: the time of a run and its band, fits, and a cluster's
// own logs.
#include <filesystem>
#include <fstream>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

class NcclCostsShown : public testing::Test {
 protected:
  void SetUp() override {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = std::filesystem::path(testing::TempDir()) / ("commlab_nccl_costs_" + test);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string file(const std::string& name) const { return (folder / name).string(); }

  // A few small tables of three families: to simulate all takes minutes.
  std::string few_tables() const {
    for (const char* name : {"h100c01_x8_1n_allreduce", "h100c01_x8_1n_allgather", "cw_a100x4_1n_allreduce",
                             "simllm_a100_1n_x4_allreduce"}) {
      const std::string csv = std::string(name) + ".csv";
      std::filesystem::copy(shipped_tables + csv, file(csv));
    }
    return ' ' + folder.string();
  }

  std::filesystem::path folder;
};

TEST_F(NcclCostsShown, TellTheTimeOfARunAndHowSureItIs) {
  const std::string what = "all_reduce --machine '2x dgx-h100' --algorithm nccl --size 16MiB";
  const nlohmann::json run = commlab_json("run " + what);
  EXPECT_LT(run["band"]["low_us"], run["time_us"]);
  EXPECT_GT(run["band"]["high_us"], run["time_us"]);
  const auto rows = commlab_json("rank all_reduce --machine '2x dgx-h100' --size 16MiB")["rows"];
  EXPECT_EQ(commlab_json("rank " + what)["rows"], rows) << "NCCL's choice stands in every ranking";
  for (const nlohmann::json& row : rows) {
    EXPECT_FALSE(row["needs"].is_null()) << row;
    EXPECT_EQ(row["nccl"].is_null(), row["needs"] != "nothing: NCCL chooses it") << row;
  }
  EXPECT_THAT(commlab("run " + what).out, HasSubstr("; four of five such calls take "));
  EXPECT_THAT(commlab("sweep all_reduce --machine dgx-h100 --algorithm nccl -b 1M -e 1M").out,
              HasSubstr("80 % band"));
}

TEST_F(NcclCostsShown, ADamagedLinkTakesItsTime) {
  const std::string what = "all_reduce --machine dgx-a100 --algorithm nccl --nccl-algo ring --size 1GiB";
  const nlohmann::json sound = commlab_json("run " + what),
                       slow = commlab_json("run " + what + " --slow gpu0-nvswitch:4x");
  EXPECT_NEAR(slow["time_us"].get<double>() / sound["time_us"].get<double>(), 4, .2);
  EXPECT_FALSE(slow.contains("band"));
  EXPECT_THAT(commlab("run " + what + " --slow gpu0-nvswitch:4x").out, Not(HasSubstr("four of five")));
}

TEST_F(NcclCostsShown, HaveNoBandWhereTheyAreNotKnown) {
  const nlohmann::json run = commlab_json("run all_reduce --machine switch:8,450GB/s,350ns --algorithm nccl");
  EXPECT_FALSE(run.contains("band"));
}

TEST_F(NcclCostsShown, AccuracyLeavesFamiliesOut) {
  const std::string few = few_tables();
  const Said said = commlab("accuracy --leave-one-out" + few);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("left out, from 1 MiB"));
  EXPECT_THAT(said.out, HasSubstr("all families"));
  const nlohmann::json json = commlab_json("accuracy --leave-one-out" + few);
  EXPECT_EQ(json["families"].size(), 3u);
  EXPECT_THAT(commlab("accuracy --leave-one-out --format csv" + few).out,
              HasSubstr("machine,table,collective,ranks,size_bytes,"));
  EXPECT_THAT(commlab("accuracy --leave-one-out --out x.svg" + few).err, HasSubstr("draws no picture"));
}

// The fit writes into its files how good it is.
TEST_F(NcclCostsShown, ReadmeTellsHowGoodTheyAreOnMachinesThatTheFitHasNotSeen) {
  const auto text_of = [](const char* name) {
    std::ifstream in(std::string(COMMLAB_SOURCE_DIR) + name);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  const std::string fitted = text_of("/sim/machines/parameters/calls.toml"), readme = text_of("/README.md");
  std::smatch told;
  ASSERT_TRUE(std::regex_search(fitted, told,
                                std::regex("# left out: all ([0-9.]+) / ([0-9.]+) %, .*from 1 MiB: one node "
                                           "([0-9. /]+ %), several nodes ([0-9. /]+ %)")));
  EXPECT_THAT(readme, HasSubstr("on machines that the fit has not seen " + told[1].str() + " / " +
                                told[2].str() + " %"));
  EXPECT_THAT(readme, HasSubstr("one node " + told[3].str() + ", several nodes " + told[4].str()));
}

TEST_F(NcclCostsShown, TablesThatWereNotFittedAreHeldOut) {
  std::filesystem::copy(shipped_tables + "h100c01_x8_1n_allreduce.csv", file("fitted.csv"));
  std::filesystem::copy(shipped_tables + "h100c01_x8_1n_allreduce.csv", file("h100c01_x8_1n_allreduce.csv"));
  const nlohmann::json families = commlab_json("accuracy " + folder.string())["families"];
  ASSERT_EQ(families.size(), 2u) << "a table is known by its name";
  EXPECT_EQ(families[0]["held_out"], false);
  EXPECT_EQ(families[1]["held_out"], true);
  EXPECT_THAT(commlab("accuracy " + folder.string()).out, HasSubstr("dgx-h100, held out"));
}

TEST_F(NcclCostsShown, LogsOfNcclTestsAreTablesOfAFolder) {
  std::ofstream(file("mine.log")) << R"(# Collective test starting: all_gather_perf
# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) graph: 0
#  Rank  0 Group  0 Pid   1 on   node-a device  0 [0x07] NVIDIA H100 80GB HBM3
node-a:1:9 [0] NCCL INFO 24 coll channels, 24 collnet channels, 16 nvls channels, 32 p2p channels, 32 p2p channels per peer
node-a:1:9 [0] NCCL INFO AllGather: 8192 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..23}
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
       65536         16384     float    none      -1    51.01    1.28    0.64      0    49.80    1.31    0.65      0
)";
  EXPECT_THAT(commlab("accuracy " + folder.string()).out, HasSubstr("dgx-h100, held out"));
  const Said compared = commlab("compare --reference " + file("mine.log"));
  EXPECT_THAT(compared.out, HasSubstr("NCCL took"));
  EXPECT_THAT(compared.out, HasSubstr("NCCL's log names its choice for 1 row; all are chosen as predicted"));
  EXPECT_THAT(compared.out, HasSubstr("NCCL's log counts 24 channels, 16 of NVLS; as predicted"));
  const nlohmann::json json = commlab_json("compare --reference " + file("mine.log"));
  EXPECT_EQ(json["nccl_channels"], json["predicted_channels"]);
}

TEST_F(NcclCostsShown, FitWritesFilesOfParameters) {
  const std::filesystem::path out = folder / "parameters";
  std::filesystem::create_directories(out);
  const Said said = commlab("fit" + few_tables() + " --out " + out.string());
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("in 3 families"));
  std::ifstream costs(out / "calls-hopper.toml");
  const std::string text{std::istreambuf_iterator<char>(costs), {}};
  EXPECT_THAT(text, HasSubstr("\"h100c01_x8_1n_allreduce\""));
  EXPECT_THAT(commlab("fit " + out.string()).err, HasSubstr("has no tables of NCCL's collectives"));
}

TEST_F(NcclCostsShown, LearnsFromAClustersOwnLogs) {
  const Said said = commlab("calibrate --from " + shipped_tables +
                            "superbench_a100x8_1n_allreduce.csv --out " + file("my.toml"));
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("thread_start"));
  EXPECT_THAT(said.out, HasSubstr("not in these rows, and left as they were"));
  const auto error = [&](const std::string& machine) {
    double sum = 0;
    const nlohmann::json rows = commlab_json("compare --reference " + shipped_tables +
                                             "superbench_a100x8_1n_broadcast.csv" + machine)["rows"];
    for (const nlohmann::json& row : rows) sum += std::abs(row["error_percent"].get<double>());
    return sum / static_cast<double>(rows.size());
  };
  EXPECT_LT(error(" --machine " + file("my.toml")), .75 * error("")) << "another collective gets better, too";
}

// The machine file keeps what its costs cannot explain, and every command follows it.
TEST_F(NcclCostsShown, FollowsItsOwnRows) {
  const std::string table = shipped_tables + "superbench_a100x8_1n_allreduce.csv",
                    machine = " --machine " + file("my.toml");
  ASSERT_EQ(commlab("calibrate --from " + table + " --out " + file("my.toml")).status, 0);
  const nlohmann::json rows = commlab_json("compare --reference " + table + machine)["rows"];
  for (const nlohmann::json& row : rows) {
    EXPECT_LT(std::abs(row["error_percent"].get<double>()), 6) << row;
    EXPECT_TRUE(row.contains("by_costs_alone_us"));
  }
  EXPECT_THAT(commlab("machine show " + file("my.toml")).out, HasSubstr("32 calls that were measured there"));
  EXPECT_EQ(commlab_json("machine show " + file("my.toml"))["nccl"]["measured"].size(), 32u);
  const std::string call = "run all_reduce --size 8MiB --nccl 2.10 --launch thread --loop 20";
  const nlohmann::json measured = commlab_json(call + machine),
                       known = commlab_json(call + " --machine dgx-a100");
  EXPECT_GT(measured["times_as_measured"], 1.1) << "LL128 at 8 MiB is slower there than its costs say";
  EXPECT_FALSE(known.contains("times_as_measured"));
  EXPECT_LT(measured["band"]["high_us"].get<double>() / measured["band"]["low_us"].get<double>(),
            known["band"]["high_us"].get<double>() / known["band"]["low_us"].get<double>());
  EXPECT_THAT(commlab(call + machine).out, HasSubstr("of what the machine's costs alone predict"));
  ASSERT_EQ(commlab("compare --reference " + table + machine + " --out " + file("learned.svg")).status, 0);
  std::ifstream svg(file("learned.svg"));
  const std::string picture{std::istreambuf_iterator<char>(svg), {}};
  for (const char* line :
       {"published, measured", "predicted with its own rows", "predicted by its costs alone"})
    EXPECT_THAT(picture, HasSubstr(line));
}

TEST_F(NcclCostsShown, ShowsWhatCalibrationIsWorth) {
  const std::filesystem::path folder = file("cluster");
  std::filesystem::create_directories(folder);
  for (const char* name : {"superbench_a100x8_1n_allreduce.csv", "superbench_a100x8_1n_broadcast.csv"})
    std::filesystem::copy_file(std::filesystem::path(shipped_tables) / name, folder / name,
                               std::filesystem::copy_options::overwrite_existing);
  for (const auto& [option, part] :
       {std::pair{"--halves", "every second row"}, std::pair{"--calibrated", "another collective"}}) {
    const nlohmann::json parts = commlab_json("accuracy " + folder.string() + " " + option)["parts"];
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(parts[0]["judged_by"], part);
    EXPECT_LT(parts[0]["calibrated"]["median_error_percent"], parts[0]["left_out"]["median_error_percent"]);
    EXPECT_THAT(commlab("accuracy " + folder.string() + " " + option).out, HasSubstr("in 80 % band"));
  }
  EXPECT_THAT(commlab("accuracy " + folder.string() + " --halves --calibrated").err, HasSubstr("excludes"));
  EXPECT_THAT(commlab("accuracy --calibrated --leave-one-out").err, HasSubstr("excludes"));
  EXPECT_THAT(commlab("accuracy " + folder.string() + " --halves --format csv").err,
              HasSubstr("text or JSON"));
}

TEST_F(NcclCostsShown, ACalibratedNodeStandsForOtherNumbersOfNodes) {
  const Said said = commlab("calibrate --from " + shipped_tables + "h100c01_x80_10n_allreduce.csv --out " +
                            file("my.toml"));
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("\"10x " + file("my.toml") + "\""));
  EXPECT_EQ(commlab_json("run all_reduce --algorithm nccl --machine '4x " + file("my.toml") + "'")["ranks"],
            32);
  const nlohmann::json rows =
      commlab_json("compare --reference " + shipped_tables + "h100c01_x40_10n_allreduce.csv --machine " +
                   file("my.toml"))["rows"];
  for (const nlohmann::json& row : rows) EXPECT_LT(std::abs(row["error_percent"].get<double>()), 25) << row;

  const Said named =
      commlab("calibrate --from " + shipped_tables +
              "h100c01_x80_10n_allreduce.csv --machine '10x dgx-h100,400G,rail' --out " + file("rail.toml"));
  ASSERT_EQ(named.status, 0) << named.err;
  EXPECT_EQ(commlab("machine check " + file("rail.toml")).status, 0);
}

TEST_F(NcclCostsShown, RefusesLogsThatTeachNothing) {
  const auto refused = [&](const std::string& options) {
    const Said said = commlab("calibrate --from " + options);
    EXPECT_NE(said.status, 0);
    return said.err;
  };
  const std::string out = " --out " + file("my.toml");
  EXPECT_THAT(refused(shipped_tables + "superbench_a100x8_1n_allreduce.csv"), HasSubstr("--out my.toml"));
  EXPECT_THAT(refused(shipped_tables + "p2pmat_p100_x4_bi_p2poff.csv" + out),
              HasSubstr("copies between pairs"));
  EXPECT_THAT(refused(shipped_tables + "tartan_dgx1p100_ranksweep_1GB_ncclv2.csv" + out),
              HasSubstr("is not known"));
  EXPECT_THAT(refused("nowhere.log" + out), HasSubstr("nowhere.log"));
  EXPECT_THAT(refused(shipped_tables + "superbench_a100x8_1n_allreduce.csv " + shipped_tables +
                      "aws_p5_h100x8_1n_allreduce.csv" + out),
              HasSubstr("expected tables of one cluster"));
  EXPECT_THAT(refused(shipped_tables + "superbench_a100x8_1n_allreduce.csv --on host" + out),
              HasSubstr("--from"));
  EXPECT_FALSE(std::filesystem::exists(file("my.toml")));
}

TEST_F(NcclCostsShown, DrawsATableWithItsPredictionAndBand) {
  const Said said = commlab("compare --reference " + shipped_tables +
                            "superbench_a100x8_1n_allreduce.csv --out " + file("table.svg"));
  ASSERT_EQ(said.status, 0) << said.err;
  std::ifstream svg(file("table.svg"));
  const std::string text{std::istreambuf_iterator<char>(svg), {}};
  EXPECT_THAT(text, HasSubstr("80 % band"));
  EXPECT_THAT(commlab("compare --reference " + shipped_tables + "p2pmat_p100_x4_bi_p2poff.csv --out " +
                      file("pairs.svg"))
                  .err,
              HasSubstr("no curve over sizes"));
}

}  // namespace
}  // namespace commlab
