// What the host measures of itself. A test cannot judge its speed; it checks that every number is there, and
// that atomic additions are never lost.

#include "gpu/measure/host/host_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>

#include "gpu/host/host_processors.h"
#include "gpu/measure/host/host_atomics.h"
#include "gpu/measure/host/host_copies.h"
#include "gpu/measure/host/host_overlap.h"
#include "gpu/measure/host/host_pairs.h"
#include "gpu/measure/host/host_tasks.h"

namespace commlab {
namespace {

using testing::HasSubstr;

MeterSettings small_settings() {
  return {.sizes = {{1}, {4096}, KiB(256)}, .large = KiB(256), .additions = 5'000, .rounds = 3};
}

void expect_sound(const Rounds& rounds) {
  EXPECT_EQ(rounds.count, 3);
  EXPECT_GT(rounds.first, Time{});
  EXPECT_LE(rounds.min, rounds.median);
  EXPECT_LE(rounds.median, rounds.max);
}

TEST(HostTasks, AllDoTheirWork) {
  std::atomic<int> done = 0;
  const int processor = allowed_processors().front();
  const std::vector<HostTask> tasks(5, HostTask{processor, [&] { ++done; }});

  const auto time = time_together(tasks);

  ASSERT_TRUE(time) << time.error().message;
  EXPECT_EQ(done, 5);
  EXPECT_GE(*time, Time{});
}

// Tasks that are done at once had left the caller on one of their processors.
TEST(HostTasks, LeaveTheCallersProcessorsAlone) {
  const std::vector<int> before = allowed_processors();
  const std::vector<HostTask> tasks(2, HostTask{before.front(), [] {}});

  for (int i = 0; i < 200; ++i) ASSERT_TRUE(time_together(tasks));

  EXPECT_EQ(allowed_processors(), before);
}

TEST(HostMeter, EndsWhenAStopIsAskedFor) {
  MeterSettings settings = small_settings();
  std::stop_source stop;
  stop.request_stop();
  settings.stop = stop.get_token();
  EXPECT_EQ(host_copies(settings).error().message, "stopped");
  EXPECT_EQ(host_overlap(settings).error().message, "stopped");
  EXPECT_EQ(host_atomics(settings).error().message, "stopped");
  if (allowed_processors().size() > 1) {
    EXPECT_EQ(host_pairs(settings).error().message, "stopped");
  }
}

TEST(HostMeter, LacksNothing) { EXPECT_EQ(host_meter().lacks(), ""); }

TEST(HostMeter, CopiesEverySizeOnce) {
  std::vector<double> told;
  MeterSettings settings = small_settings();
  settings.progress = [&](double fraction, std::string_view) { told.push_back(fraction); };

  const auto report = host_copies(settings);

  ASSERT_TRUE(report) << report.error().message;
  ASSERT_GE(report->rows.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(report->rows[i].size, settings.sizes[i]);
  for (const CopyReport::Row& row : report->rows) expect_sound(row.rounds);
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_LE(told.back(), 1);
}

TEST(HostMeter, SaysWhichCopiesWouldFit) {
  MeterSettings settings = small_settings();
  settings.sizes = {Bytes{std::int64_t{1} << 60}};

  const auto report = host_copies(settings);

  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().fault, Fault::runtime);
  EXPECT_THAT(report.error().message, HasSubstr("too little memory: copies of"));
  EXPECT_THAT(report.error().message, HasSubstr("try -e "));
}

TEST(HostMeter, TimesEveryOrderedPair) {
  const auto report = host_pairs(small_settings());

  const std::size_t n = std::min<std::size_t>(allowed_processors().size(), most_places);
  if (n < 2) {
    ASSERT_FALSE(report);
    EXPECT_THAT(report.error().message, HasSubstr("pairs need two processors"));
    return;
  }
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->places.size(), n);
  ASSERT_EQ(report->pairs.size(), n * (n - 1));
  for (const PairReport::Pair& pair : report->pairs) {
    EXPECT_NE(pair.from, pair.to);
    for (const Rounds& rounds : {pair.one_way, pair.both_ways, pair.small}) expect_sound(rounds);
  }
}

TEST(HostMeter, TimesACopyAndAComputationAloneAndTogether) {
  const auto report = host_overlap(small_settings());

  ASSERT_TRUE(report) << report.error().message;
  for (const Rounds& rounds : {report->copy, report->compute, report->together}) expect_sound(rounds);
}

// How much is lost without atomics depends on the system; at least the last addition counts.
TEST(HostMeter, LosesAdditionsOnlyWhereTheyAreNotAtomic) {
  const auto report = host_atomics(small_settings());

  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->rows.size(), 4u);
  EXPECT_GE(report->adders, 2);
  EXPECT_EQ(report->expected(), report->adders * 5'000);
  EXPECT_EQ(report->rows[0].way, "load, add 1, store");
  EXPECT_GE(report->lost(report->rows[0]), 0);
  EXPECT_GT(report->rows[0].counted, 0);
  for (std::size_t i = 1; i < report->rows.size(); ++i)
    EXPECT_EQ(report->lost(report->rows[i]), 0) << report->rows[i].way;
}

}  // namespace
}  // namespace commlab
