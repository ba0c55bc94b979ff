#include <gtest/gtest.h>

#include "core/machine/launch_mode.h"
#include "core/machine_text/machine_families.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "sim/simulate.h"

namespace commlab {
namespace {

const Topology ring = machine_from_spec("ring:4,100GB/s,1us")->topology;

TEST(AddSlow, ReadsAGpuOrALink) {
  Faults faults;

  ASSERT_TRUE(add_slow(faults, ring, "gpu3:2x"));
  ASSERT_TRUE(add_slow(faults, ring, "gpu0-gpu1:1.5x"));

  ASSERT_EQ(faults.slow_gpus.size(), 1u);
  EXPECT_EQ(faults.slow_gpus[0].gpu, 3);
  EXPECT_EQ(faults.slow_gpus[0].factor, 2.0);
  ASSERT_EQ(faults.slow_links.size(), 1u);
  EXPECT_EQ(faults.slow_links[0].from, 0);
  EXPECT_EQ(faults.slow_links[0].to, 1);
  EXPECT_EQ(faults.slow_links[0].factor, 1.5);
  EXPECT_TRUE(faults.any());
}

std::string slow_error(std::string_view text) {
  Faults faults;
  return add_slow(faults, ring, text).error().message;
}

TEST(AddSlow, SaysWhatIsWrong) {
  EXPECT_EQ(slow_error("gpu3"),
            "--slow 'gpu3': no factor; expected a GPU, a NIC or a link and a factor, as in gpu3:2x or "
            "gpu0-gpu1:4x");
  EXPECT_EQ(slow_error("gpu3:2"),
            "--slow 'gpu3:2': factor '2'; expected a number from 1 to 1000000000, as in 2x");
  EXPECT_EQ(slow_error("gpu3:0.5x"),
            "--slow 'gpu3:0.5x': factor '0.5x'; expected a number from 1 to 1000000000, as in 2x");
  EXPECT_EQ(slow_error("gpu3:infx"),
            "--slow 'gpu3:infx': factor 'infx'; expected a number from 1 to 1000000000, as in 2x");
  EXPECT_EQ(slow_error("gpu4:2x"), "--slow 'gpu4:2x': unknown node 'gpu4'; expected gpu0 to gpu3");
  EXPECT_EQ(slow_error("gpu0-gpu2:2x"),
            "--slow 'gpu0-gpu2:2x': no link joins gpu0 and gpu2; gpu0 is joined to gpu1, gpu3");
  const Topology with_switch = machine_from_spec("switch:4,100GB/s,1us")->topology;
  Faults faults;
  EXPECT_EQ(
      add_slow(faults, with_switch, "nvswitch:2x").error().message,
      "--slow 'nvswitch:2x': nvswitch is neither a GPU nor a NIC; expected gpu0 to gpu3, or a link, as in "
      "gpu0-gpu1");
}

TEST(AddLate, ReadsALinkAndATime) {
  Faults faults;

  ASSERT_TRUE(add_late(faults, ring, "gpu0-gpu1:10us"));

  ASSERT_EQ(faults.late_links.size(), 1u);
  EXPECT_EQ(faults.late_links[0].from, 0);
  EXPECT_EQ(faults.late_links[0].to, 1);
  EXPECT_EQ(faults.late_links[0].more, microseconds(10));
  EXPECT_TRUE(faults.any());
}

TEST(AddLate, ReadsAGpuWhoseRankBeginsLater) {
  Faults faults;
  ASSERT_TRUE(add_late(faults, ring, "gpu3:50us"));
  ASSERT_EQ(faults.late_gpus.size(), 1u);
  EXPECT_EQ(faults.late_gpus[0].gpu, 3);
  EXPECT_EQ(faults.late_gpus[0].more, microseconds(50));
  EXPECT_TRUE(faults.any());
  EXPECT_FALSE(add_late(faults, ring, "gpu4:50us"));
}

TEST(AddLate, SaysWhatIsWrong) {
  Faults faults;
  for (const char* text : {"gpu0-gpu1", "gpu0-gpu1:", "gpu0-gpu1:10", "gpu0-gpu1:-1us", "gpu0-gpu2:1us", ""})
    EXPECT_TRUE(add_late(faults, ring, text).error().message.starts_with(fmt::format("--late '{}': ", text)))
        << text;
  EXPECT_TRUE(faults.late_links.empty());
}

TEST(AddCut, ReadsALinkThatIsThere) {
  Faults faults;

  ASSERT_TRUE(add_cut(faults, ring, "gpu3-gpu0"));
  ASSERT_EQ(faults.cut_links.size(), 1u);
  EXPECT_EQ(faults.cut_links[0].from, 3);
  EXPECT_EQ(faults.cut_links[0].to, 0);

  EXPECT_EQ(add_cut(faults, ring, "gpu3").error().message,
            "--cut 'gpu3': 'gpu3' is not a link; expected two nodes, as in gpu0-gpu1");
  EXPECT_EQ(add_cut(faults, ring, "gpu1-gpu3").error().message,
            "--cut 'gpu1-gpu3': no link joins gpu1 and gpu3; gpu1 is joined to gpu0, gpu2");
  EXPECT_EQ(faults.cut_links.size(), 1u);
}

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
  const Machine machine = *machine_from_spec("ring:4,100GB/s,1us");
  const Programs programs = ring_all_reduce(4096);
  SimulateOptions options;
  const Time before = simulate(programs, machine, options)->finish;

  ASSERT_TRUE(add_late(options.faults, machine.topology, "gpu0-gpu1:10us"));

  EXPECT_GT(simulate(programs, machine, options)->finish, before + microseconds(10));
  EXPECT_LE(simulate(programs, machine, options)->finish, before + 6 * microseconds(10));
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
