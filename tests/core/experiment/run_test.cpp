// Bandwidths against numbers from nccl-tests' documentation (doc/PERFORMANCE.md).

#include "core/experiment/run.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(Run, BandwidthsAreThoseOfNcclTests) {
  const Collective all_reduce{
      .kind = CollectiveKind::all_reduce, .ranks = 8, .count = 2'147'483'648};  // 8 GiB
  const Time time = {31'512'400'000};  // 31512.4 us: a row nccl-tests prints as 272.59 and 477.03 GB/s

  EXPECT_NEAR(algbw_GBps(all_reduce, time), 272.59, 0.005);
  EXPECT_NEAR(busbw_GBps(all_reduce, time), 477.03, 0.005);
}

TEST(Run, BusbwFactorsAreThoseOfNcclTests) {
  EXPECT_EQ(busbw_factor(CollectiveKind::all_reduce, 4), 1.5);
  EXPECT_EQ(busbw_factor(CollectiveKind::all_gather, 4), 0.75);
  EXPECT_EQ(busbw_factor(CollectiveKind::reduce_scatter, 4), 0.75);
  EXPECT_EQ(busbw_factor(CollectiveKind::all_to_all, 4), 0.75);
  EXPECT_EQ(busbw_factor(CollectiveKind::scatter, 4), 0.75);
  EXPECT_EQ(busbw_factor(CollectiveKind::gather, 4), 0.75);
  EXPECT_EQ(busbw_factor(CollectiveKind::broadcast, 4), 1);
  EXPECT_EQ(busbw_factor(CollectiveKind::reduce, 4), 1);
  EXPECT_EQ(busbw_factor(CollectiveKind::sendrecv, 4), 1);
  EXPECT_EQ(busbw_factor(CollectiveKind::p2p, 4), 1);
}

TEST(Run, NoTimeIsNoBandwidth) { EXPECT_EQ(algbw_GBps({.ranks = 2, .count = 4}, Time{}), 0); }

TEST(Run, AMeasurementTellsTheSpread) {
  commlab::Run run{};
  run.finish = microseconds(5);
  run.times = {microseconds(5), microseconds(9), microseconds(4)};

  const Measurement measured = measure({.ranks = 2, .count = 4}, run);

  EXPECT_EQ(measured.size, Bytes{16});
  EXPECT_EQ(measured.median, microseconds(5));
  EXPECT_EQ(measured.min, microseconds(4));
  EXPECT_EQ(measured.max, microseconds(9));
}

TEST(Comparison, ErrorIsRelativeToWhatWasMeasured) {
  Comparison comparison{};
  comparison.predicted = microseconds(80);
  comparison.measured.median = microseconds(100);
  EXPECT_EQ(comparison.error_percent(), -20);
}

}  // namespace
}  // namespace commlab
