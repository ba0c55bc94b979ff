// A time axis maps moments to places and back to the same picosecond, however it is stretched.

#include "core/playback/time_scale.h"

#include "tests/sim/stepped.h"

namespace commlab {
namespace {

using enum CollectiveKind;

TEST(TimeScale, RisesFromZeroToOneAndLeadsBackToThePicosecond) {
  for_every_trace([](const Played& p) {
    const Stepped s(p);
    for (const TimeAxis axis : {TimeAxis::linear, TimeAxis::logical, TimeAxis::stretched}) {
      const TimeScale scale(axis, s.playback);
      EXPECT_EQ(scale.position(Time{}), 0.0) << p.name;
      EXPECT_EQ(scale.position(s.playback.end()), 1.0) << p.name;
      EXPECT_EQ(scale.time(0), Time{}) << p.name;
      EXPECT_EQ(scale.time(1), s.playback.end()) << p.name;
      double before = -1;
      for (std::int64_t n = 0; n < s.playback.events(); ++n)
        for (const Time t : {s.playback.event_time(n), s.playback.event_time(n) + Time{1}}) {
          if (t > s.playback.end()) continue;
          const double position = scale.position(t);
          if (n == 0 || t > s.playback.event_time(n) || position != before) {
            EXPECT_GT(position, before) << p.name << " at " << t.ps;
          }
          EXPECT_EQ(scale.time(position), t) << p.name;
          before = position;
        }
    }
  });
}

TEST(TimeScale, ALogicalAxisGivesEveryStepTheSameWidth) {
  const Machine m = machine("switch:4,25GB/s,0.5us");
  const Stepped s(played(m, programs_on(m, all_reduce, "rabenseifner", MiB(1))));
  const TimeScale scale(TimeAxis::logical, s.playback);

  ASSERT_EQ(s.playback.steps(), 4);
  for (int step = 0; step < 4; ++step)
    EXPECT_DOUBLE_EQ(scale.position(s.playback.step_end(step).end), (step + 1) / 4.0);
  EXPECT_EQ(scale.time(0.5), s.playback.step_end(1).end);
}

// A launch of 1 ms before transfers of 1 us: all intervals share half of the width equally.
TEST(TimeScale, AStretchedAxisLeavesNoIntervalTooShortToSee) {
  Machine m = machine("switch:4,25GB/s,0.5us");
  m.collective.launch = milliseconds(1);
  const Stepped s(played(m, programs_on(m, all_reduce, "ring", {64})));
  const TimeScale scale(TimeAxis::stretched, s.playback);

  const auto intervals = static_cast<double>(s.playback.events() - 1);
  for (std::int64_t n = 1; n < s.playback.events(); ++n)
    EXPECT_GE(scale.position(s.playback.event_time(n)) - scale.position(s.playback.event_time(n - 1)),
              0.5 / intervals);
  EXPECT_LT(scale.position(milliseconds(1)), 0.6);
}

}  // namespace
}  // namespace commlab
