#include <gtest/gtest.h>

#include "core/machine/damage.h"
#include "core/machine/launch_mode.h"
#include "core/machine_text/machine_families.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "sim/simulate.h"

namespace commlab {
namespace {

TEST(SetJitter, ReadsAPercentage) {
  Faults faults;

  ASSERT_TRUE(set_jitter(faults, "5%"));
  EXPECT_EQ(faults.jitter, 0.05);
  ASSERT_TRUE(set_jitter(faults, "0%"));
  EXPECT_FALSE(faults.any());

  for (const std::string_view wrong : {"5", "-1%", "101%", "%", ""}) {
    EXPECT_EQ(set_jitter(faults, wrong).error().message,
              fmt::format("--jitter '{}': not a percentage; expected 0% to 100%, as in 5%", wrong));
  }
}

Programs ring_all_reduce(std::int64_t count) {
  return programs_for(**find_algorithm(CollectiveKind::all_reduce, "ring"),
                      {.kind = CollectiveKind::all_reduce, .ranks = 4, .count = count})
      .value();
}

// Each of the six steps uses the late link, so the delay is at most six times its lateness.
TEST(Simulate, ALateLinkDelaysEveryStepOfARing) {
  Machine machine = *machine_from_spec("ring:4,100GB/s,1us");
  const Programs programs = ring_all_reduce(4096);
  const Time before = simulate(programs, machine, {})->finish;

  const std::vector<std::string> late = {"gpu0-gpu1:10us"};
  machine.topology = damaged(machine.topology, {.late = late})->real;

  const Time after = simulate(programs, machine, {})->finish;
  EXPECT_GT(after, before + microseconds(10));
  EXPECT_LE(after, before + 6 * microseconds(10));
}

TEST(Simulate, GivesUpWhereItIsAskedTo) {
  const Machine machine = *machine_from_spec("switch:64,100GB/s,1us");
  const Programs programs = programs_for(**find_algorithm(CollectiveKind::all_to_all, "direct"),
                                         {.kind = CollectiveKind::all_to_all, .ranks = 64, .count = 1024})
                                .value();
  std::stop_source source;
  double told = 0;
  const auto stop_early = [&](double fraction, std::string_view) {
    told = fraction;
    source.request_stop();
  };

  const auto run =
      simulate(programs, machine, {.exact = true, .stop = source.get_token(), .report = stop_early});

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_TRUE(run.error().message.starts_with("stopped, ")) << run.error().message;
  EXPECT_GT(told, 0);
  EXPECT_LT(told, 1);
}

// Guards against a fixed bug: with one GPU started after another, a run is simulated twice, and a stop during
// the second time was ignored.
TEST(Simulate, GivesUpTheSecondTimeToo) {
  Machine machine = *machine_from_spec("switch:64,100GB/s,1us");
  machine.launching.each = milliseconds(1);
  const Programs programs = programs_for(**find_algorithm(CollectiveKind::all_to_all, "direct"),
                                         {.kind = CollectiveKind::all_to_all, .ranks = 64, .count = 1024})
                                .value();
  std::stop_source source;
  double told = 0;
  const auto stop_when_it_begins_anew = [&](double fraction, std::string_view) {
    if (fraction < told) source.request_stop();
    told = fraction;
  };

  const auto run = simulate(programs, machine,
                            {.exact = true,
                             .launch = LaunchMode::thread,
                             .stop = source.get_token(),
                             .report = stop_when_it_begins_anew});

  ASSERT_FALSE(run);
  EXPECT_TRUE(run.error().message.starts_with("stopped, ")) << run.error().message;
}

}  // namespace
}  // namespace commlab
