// A cluster that differs from what is known of its kind, and what its own rows teach.
#include "core/fit/calibration.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/nccl/nccl_choice.h"
#include "core/plan/setup.h"
#include "tests/predict_by_sim.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

struct Cluster {
  Machine machine = shipped_machine("4x dgx-h100");
  NcclComm comm = nccl_comm(machine, 32, {});
  std::shared_ptr<const PublishedGround> ground = std::make_shared<const PublishedGround>(
      PublishedGround{.machine = std::make_shared<const Machine>(machine),
                      .nccl = std::make_shared<const NcclComm>(comm),
                      .layout = layout_on(machine, 32),
                      .plans = std::make_shared<PlanStore>(),
                      .predict = predict_by_sim()});
  NcclCosts truth = *machine.nccl;

  PublishedCall row(CollectiveKind kind, Bytes size) const {
    Collective c{.kind = kind, .ranks = 32};
    c.count = count_for(kind, 32, c.dtype, size);
    PublishedCall call{
        .ground = ground, .costs = *machine.nccl, .call = {.collective = c}, .loop = true, .size = size};
    if (is_tuned_by_nccl(kind)) {
      const NcclWay way = *nccl_way(comm, c);
      call.call.route = {.algorithm = way.algorithm, .protocol = way.protocol};
    } else {
      call.call.route = {.by = NcclRoute::By::messages};
    }
    call.measured_us = time_us(call, truth);
    return call;
  }
  std::vector<PublishedCall> rows(CollectiveKind kind) const {
    std::vector<PublishedCall> rows;
    for (Bytes size{8}; size <= MiB(8192); size.count *= 4) rows.push_back(row(kind, size));
    return rows;
  }
};

std::vector<const PublishedCall*> pointers(const std::vector<PublishedCall>& rows) {
  std::vector<const PublishedCall*> all;
  for (const PublishedCall& row : rows) all.push_back(&row);
  return all;
}

double worst(const std::vector<PublishedCall>& rows, const NcclCosts& costs) {
  double worst = 0;
  for (const PublishedCall& row : rows) worst = std::max(worst, std::abs(log_error(row, costs)));
  return worst;
}

TEST(Calibration, OfAMachineAsExpectedChangesNothing) {
  const Cluster cluster;
  const std::vector<PublishedCall> rows = cluster.rows(CollectiveKind::all_reduce);
  const auto used = pointers(rows);
  const NcclCalibration found = MachineFit(used).calibration();
  for (const NcclCost& cost : nccl_costs())
    EXPECT_NEAR(found.costs.*cost.value / (*cluster.machine.nccl).*cost.value, 1, 1e-4) << cost.name;
  for (const MeasuredCall& call : found.costs.measured->calls()) EXPECT_NEAR(call.times, 1, 1e-3);
}

TEST(Calibration, OfASlowNetworkHelpsTheOtherCollectives) {
  Cluster cluster;
  cluster.truth.net_hop *= 1.5;
  cluster.truth.net_rate *= .7;
  const std::vector<PublishedCall> rows = cluster.rows(CollectiveKind::all_reduce);
  const auto used = pointers(rows);
  const NcclCalibration found = MachineFit(used).calibration();
  for (const CollectiveKind kind :
       {CollectiveKind::all_reduce, CollectiveKind::all_gather, CollectiveKind::reduce_scatter}) {
    const std::vector<PublishedCall> others = cluster.rows(kind);
    EXPECT_LT(worst(others, found.costs), .6 * worst(others, *cluster.machine.nccl)) << name_of(kind);
  }
  EXPECT_LT(worst(rows, found.costs), .1) << "its own rows are followed";
}

// A table that no cost explains: nothing moves far, and the rows are followed all the same.
TEST(Calibration, KeepsBesideTheCostsWhatTheyCannotExplain) {
  const Cluster cluster;
  std::vector<PublishedCall> rows = cluster.rows(CollectiveKind::all_reduce);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].measured_us *= 1 + .4 * std::exp(-std::pow((static_cast<double>(i) - 7) / 2, 2));
  const auto used = pointers(rows);
  const NcclCalibration found = MachineFit(used).calibration();
  EXPECT_GT(worst(rows, *cluster.machine.nccl), .3);
  EXPECT_LT(worst(rows, found.costs), .12);
}

TEST(Calibration, EqualRowsCountAsOneWithTheirMean) {
  const Cluster cluster;
  std::vector<PublishedCall> rows = cluster.rows(CollectiveKind::all_reduce);
  const std::size_t sizes = rows.size();
  for (std::size_t i = 0; i < sizes; ++i) {
    rows.push_back(rows[i]);
    rows[i].measured_us *= 1.1;
    rows.back().measured_us /= 1.1;
  }
  const auto used = pointers(rows);
  const MachineFit fit(used);
  EXPECT_EQ(fit.rows(), static_cast<int>(sizes));
  for (const MeasuredCall& call : fit.calibration().costs.measured->calls()) EXPECT_NEAR(call.times, 1, 1e-3);
}

std::vector<CallPoint> lines_of(const NcclCosts& costs) {
  std::vector<CallPoint> lines;
  for (const MeasuredCall& call : costs.measured->calls())
    if (call.between) lines.push_back(call.call);
  return lines;
}

// The middle of a straight line between two rows of one way, where costs do not predict both of them well.
TEST(Calibration, DrawsStraightLinesBetweenRowsThatItCannotPredict) {
  const Cluster cluster;
  std::vector<PublishedCall> rows = cluster.rows(CollectiveKind::all_reduce);
  EXPECT_TRUE(lines_of(MachineFit(pointers(rows)).calibration().costs).empty());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].measured_us *= i % 2 == 0 ? 1.3 : 1 / 1.3;
  const NcclCalibration found = MachineFit(pointers(rows)).calibration();
  const std::vector<CallPoint> lines = lines_of(found.costs);
  ASSERT_FALSE(lines.empty());
  for (const CallPoint& line : lines) {
    const auto is_at = [&](Bytes size) {
      return [&, size](const PublishedCall& row) {
        const CallPoint point = point_of(row.call, nccl_site(*cluster.ground->nccl));
        return point.way == line.way && point.size == size;
      };
    };
    EXPECT_TRUE(std::ranges::any_of(rows, is_at({line.size.count / 2})) &&
                std::ranges::any_of(rows, is_at({line.size.count * 2})))
        << to_text(line.size) << " " << line.way;
  }

  std::vector<PublishedCall> close;
  for (Bytes size = MiB(1); size <= MiB(1024); size.count *= 2)
    close.push_back(cluster.row(CollectiveKind::all_reduce, size));
  for (std::size_t i = 0; i < close.size(); ++i) close[i].measured_us *= i % 2 == 0 ? 1.3 : 1 / 1.3;
  EXPECT_TRUE(lines_of(MachineFit(pointers(close)).calibration().costs).empty()) << "the rows say enough";
}

TEST(Calibration, SaysNothingOfWhatItsRowsDoNotShow) {
  const Cluster cluster;
  const auto used_rows = cluster.rows(CollectiveKind::all_to_all);
  const auto used = pointers(used_rows);
  const NcclCalibration found = MachineFit(used).calibration();
  for (const CalibratedCost& value : found.values) {
    EXPECT_FALSE(value.cost->name.starts_with("nvls")) << value.cost->name;
    EXPECT_NE(value.cost->name, "channel_ll");
  }
  EXPECT_NEAR(found.costs.nvls_start, cluster.machine.nccl->nvls_start, 1e-9);
}

TEST(Calibration, IsJudgedOnRowsThatItDidNotUse) {
  Cluster cluster;
  cluster.truth.net_hop *= 1.5;
  cluster.truth.net_rate *= .7;
  std::vector<PublishedCall> rows = cluster.rows(CollectiveKind::all_reduce);
  const auto used = pointers(rows);
  const CalibrationJudgement judged = MachineFit(used).judgement();
  EXPECT_EQ(judged.rows, static_cast<int>(rows.size()));
  EXPECT_LT(judged.after.median, .3 * judged.before.median);
  EXPECT_GT(judged.in_band, .6);
}

}  // namespace
}  // namespace commlab
