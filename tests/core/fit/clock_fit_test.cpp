// The fit to the tables that come with commlab: its files, and how well it predicts what it has not seen.
#include "core/fit/clock_fit.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/fit/calibrated_once.h"
#include "core/fit/clock_files.h"
#include "core/fit/leave_one_out.h"
#include "core/fit/priors.h"
#include "core/machine_text/machine_toml.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

const std::filesystem::path data = COMMLAB_SOURCE_DIR "/sim";
constexpr auto all_of_them = [](const CallTable&) { return false; };

class ShippedTables : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto read = call_tables(data / "measurements", data / "machines");
    ASSERT_TRUE(read) << read.error().message;
    tables = *read;
  }
  static std::vector<CallTable> tables;
};
std::vector<CallTable> ShippedTables::tables;

TEST(Priors, AreOneForEachCost) {
  ASSERT_EQ(priors().size(), nccl_costs().size());
  for (std::size_t i = 0; i < priors().size(); ++i) {
    EXPECT_EQ(priors()[i].cost, nccl_costs()[i].name);
    EXPECT_GT(priors()[i].value, 0) << priors()[i].cost;
    EXPECT_EQ(priors()[i].of_class == 0, nccl_costs()[i].of == NcclCostOf::all) << priors()[i].cost;
  }
}

// Where a class has a file, its prior names the class of that file.
TEST(Priors, NameClassesThatHaveFiles) {
  for (const Prior& prior : priors())
    for (const PriorOfClass& of : prior.classes)
      EXPECT_TRUE(
          std::filesystem::exists(data / "machines/parameters" / fmt::format("clock-{}.toml", of.name)))
          << of.name;
}

TEST(ClockFit, WithoutTablesIsWhatIsKnownBefore) {
  const ClockFit fit = fit_clock({}, all_of_them);
  EXPECT_NEAR(fit.common.launch, 6, 1e-9);
  EXPECT_NEAR(fit.gpus.at("hopper").channel_ll, 4.4 * 1.8, 1e-9);
  EXPECT_NEAR(fit.fabrics.at("tcp").net_copies, 3, 1e-9);
}

// Files and fit belong together: after a change of the model, of a table or of a prior, run commlab fit.
TEST_F(ShippedTables, AreThoseOfTheShippedFiles) {
  const ClockFit fit = fit_clock(tables, all_of_them);
  for (const CallTable& table : tables) {
    const NcclCosts& shipped = table.rows.front().costs;
    const NcclCosts fitted = costs_of(fit, shipped);
    for (const NcclCost& cost : nccl_costs())
      EXPECT_NEAR(shipped.*cost.value / (fitted.*cost.value), 1, .01) << table.name << ": " << cost.name;
  }
  const auto named = fitted_tables(data / "machines/parameters");
  ASSERT_TRUE(named) << named.error().message;
  EXPECT_EQ(named->size(), tables.size());
  for (const CallTable& table : tables) EXPECT_TRUE(named->contains(table.name)) << table.name;
}

TEST_F(ShippedTables, GiveTheSameFitEachTime) {
  EXPECT_EQ(fit_clock(tables, all_of_them).common.launch, fit_clock(tables, all_of_them).common.launch);
}

// The number to steer by. It may only get better: lower these bounds when it does.
TEST_F(ShippedTables, ArePredictedByAFitToAllOtherFamilies) {
  const std::vector<PredictedTime> left_out = leave_one_out(tables, 2, [](double, std::string_view) {});
  const Score score = score_of(scores_of(left_out));
  const auto within = [](const Errors& errors, double median, double p90) {
    EXPECT_LT(errors.median, median);
    EXPECT_LT(errors.p90, p90);
  };
  within(score.all, 12, 28);
  within(score.one_node, 11.5, 19.5);
  within(score.one_node_large, 7.6, 17.5);
  within(score.many_nodes, 14.5, 41);
  within(score.many_nodes_large, 12.5, 31.5);
  EXPECT_GT(coverage_of_bands(left_out), .75);
  EXPECT_LT(coverage_of_bands(left_out), .85);
}

// What calibrate --from is worth, likewise.
TEST_F(ShippedTables, ArePredictedBetterAfterOneTableOfTheirClusterCalibrated) {
  const CalibratedTimes times = calibrated_once(tables, 2, [](double, std::string_view) {});
  ASSERT_EQ(times.before.size(), times.after.size());
  const auto score = [](const std::vector<PredictedTime>& t) {
    return score_of(scores_of(t, &CallTable::cluster));
  };
  const Score before = score(times.before), after = score(times.after);
  EXPECT_LT(after.all.median, before.all.median);
  EXPECT_LT(after.one_node.median, before.one_node.median);
  EXPECT_LT(after.all.median, 9.7);
  EXPECT_LT(after.one_node.median, 8.7);
  EXPECT_LT(after.one_node_large.median, 6.9);
  EXPECT_LT(after.many_nodes.median, 14);
  EXPECT_LT(after.many_nodes_large.median, 17.5);
}

// No table judges what itself has taught.
TEST_F(ShippedTables, AreJudgedByOtherTablesOfTheirCluster) {
  std::vector<CallTable> alone;
  for (const CallTable& table : tables)
    if (std::ranges::none_of(alone, [&](const CallTable& t) { return t.cluster == table.cluster; }))
      alone.push_back(table);
  EXPECT_TRUE(calibrated_once(alone, 2, [](double, std::string_view) {}).after.empty());
}

TEST_F(ShippedTables, HaveNoFamilyThatAFitWithoutItHasSeen) {
  const std::string family = "dgx-h100, efa";
  const ClockFit without = fit_clock(tables, [&](const CallTable& table) { return table.family == family; });
  EXPECT_NEAR(without.fabrics.at("efa").net_hop, without.common.net_hop * 4, .1 * without.common.net_hop * 4)
      << "only dgx1-v100's table is left for EFA";
}

TEST(ClockFiles, ReadBackAsCostsOfMachines) {
  const std::vector<CallTable> none;
  ClockFit fit = fit_clock(none, all_of_them);
  const std::vector<ClockFile> files = clock_files(fit, none, {});
  ASSERT_EQ(files.size(), 12u);
  EXPECT_EQ(files.front().name, "clock.toml");
  const auto folder = std::filesystem::path(testing::TempDir()) / "commlab_clock_files";
  std::filesystem::create_directories(folder);
  for (const ClockFile& file : files) {
    std::FILE* out = std::fopen((folder / file.name).c_str(), "w");
    std::fputs(file.text.c_str(), out);
    std::fclose(out);
  }
  Machine machine;
  machine.name = "lab";
  ASSERT_TRUE(add_parameters(machine, "clock-hopper", folder));
  ASSERT_TRUE(add_parameters(machine, "clock-tcp", folder));
  ASSERT_TRUE(machine.nccl);
  EXPECT_EQ(machine.nccl->gpus, "hopper");
  EXPECT_EQ(machine.nccl->fabric, "tcp");
  const NcclCosts expected = costs_of(fit, *machine.nccl);
  for (const NcclCost& cost : nccl_costs())
    EXPECT_NEAR((*machine.nccl).*cost.value / (expected.*cost.value), 1, 1e-3) << cost.name;
  EXPECT_TRUE(fitted_tables(folder)->empty());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace commlab
