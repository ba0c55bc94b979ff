// Where the recurrence says that messages never meet, it gives what the engine gives, to the picosecond; and
// it says so for the algorithms that keep their messages apart.

#include "sim/engine/recurrence.h"

#include "core/machine/cluster.h"
#include "sim/engine/engine.h"
#include "sim/engine/placement.h"
#include "tests/sanitized.h"
#include "tests/shipped_machine.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using enum CollectiveKind;

RunSetting setting(const Programs& programs, const Machine& m, const Placement& placement,
                   const SimulateOptions& options) {
  return {.programs = programs,
          .machine = m,
          .placement = placement,
          .options = options,
          .costs = m.collective,
          .protocol = {},
          .recorded = options.trace};
}

void expect_what_the_engine_gives(const Recurred& recurred, const RunSetting& run, const std::string& what) {
  Engine engine(run);
  const Result<Time> finish = engine.run();
  ASSERT_TRUE(finish) << what;
  EXPECT_EQ(recurred.finish, *finish) << what;
  for (std::size_t l = 0; l < run.machine.topology.links.size(); ++l) {
    EXPECT_EQ(recurred.bytes[l].count, engine.bytes_on(l)) << what << ", link " << l;
    EXPECT_EQ(recurred.busy[l], engine.busy(l)) << what << ", link " << l;
  }
}

std::vector<SimulateOptions> kinds_of_runs() {
  return {{},
          {.links = LinkModel::ideal},
          {.faults = {.slow_gpus = {{.gpu = 0, .factor = 3}}}},
          {.faults = {.jitter = 0.3}}};
}

TEST(Recurrence, GivesWhatTheEngineGives) {
  int compared = 0;
  for (int ranks = 2; ranks <= 17; ++ranks) {
    if (!worth_sanitizing(ranks)) continue;
    for (const char* shape : {"switch:{},25GB/s,0.5us", "ring:{},25GB/s,0.5us", "switch:{},7GB/s,0"}) {
      if (ranks < 3 && std::string_view(shape).starts_with("ring")) continue;
      const Machine m = machine(fmt::format(fmt::runtime(shape), ranks));
      for (const Algorithm* a : algorithms_on(m))
        for (const Bytes size : {Bytes{64}, Bytes{1'003 * 4}, Bytes{ranks * 40'320}})
          for (const Lowering& lowering : {Lowering{}, Lowering{.pieces = 3, .slots = 2, .fused = true}}) {
            const Programs programs = programs_on(m, a->collective, a->name, size, lowering);
            const Result<Placement> placement = place(programs, m.topology);
            ASSERT_TRUE(placement);
            for (const SimulateOptions& options : kinds_of_runs()) {
              const RunSetting run = setting(programs, m, *placement, options);
              const std::optional<Recurred> recurred = recurrence(run);
              if (!recurred) continue;
              ++compared;
              expect_what_the_engine_gives(
                  *recurred, run,
                  fmt::format("{} {} of {} on {}", name_of(a->collective), a->name, to_text(size), m.name));
            }
          }
    }
  }
  EXPECT_GT(compared, 500);
}

std::optional<Placement> first_tile_of(const Programs& programs, const Machine& m) {
  const std::optional<Tiles> tiles = equal_tiles(m.topology, m.topology.gpus, programs.repeat());
  return tiles ? place_first_tile(programs, m.topology, *tiles) : std::nullopt;
}

TEST(Recurrence, OfTheFirstTileGivesWhatTheEngineGives) {
  const SimulateOptions usual;
  int compared = 0;
  for (int nodes = 2; nodes <= 4; ++nodes)
    for (const Machine& m : {*cluster_of(machine("switch:4,25GB/s,1us"), nodes, {.nic = GBps(12)}),
                             *cluster_of(shipped_machine("hcm8"), nodes, {.nic = GBps(12)})})
      for (const Algorithm* a : algorithms_on(m)) {
        const Programs programs = programs_on(m, a->collective, a->name, Bytes{nodes * 40'320 * 4});
        const std::optional<Placement> placement = first_tile_of(programs, m);
        if (!placement) continue;
        const RunSetting run = setting(programs, m, *placement, usual);
        const std::optional<Recurred> recurred = recurrence(run);
        if (!recurred) continue;
        ++compared;
        expect_what_the_engine_gives(*recurred, run,
                                     fmt::format("{} {} on {}", name_of(a->collective), a->name, m.name));
      }
  EXPECT_GT(compared, 10);
}

// One rank is placed for all, but all are computed.
TEST(Recurrence, OfAllRanksOnASwitchGivesWhatTheEngineGives) {
  int compared = 0;
  for (int ranks = 2; ranks <= 17; ++ranks) {
    if (!worth_sanitizing(ranks)) continue;
    const Machine m = machine(fmt::format("switch:{},25GB/s,0.5us", ranks));
    const SimulateOptions exact{.exact = true};
    for (const Algorithm* a : algorithms_on(m))
      for (const Lowering& lowering : {Lowering{}, Lowering{.channels = 2, .pieces = 2, .slots = 2}}) {
        const Programs programs = programs_on(m, a->collective, a->name, Bytes{ranks * 40'320}, lowering);
        const std::optional<Placement> one = first_tile_of(programs, m);
        if (!one) continue;
        ASSERT_TRUE(one->one_for_all);
        const std::optional<Recurred> recurred = recurrence(setting(programs, m, *one, exact));
        if (!recurred) continue;
        ++compared;
        const Result<Placement> all = place(programs, m.topology);
        ASSERT_TRUE(all);
        expect_what_the_engine_gives(
            *recurred, setting(programs, m, *all, exact),
            fmt::format("{} {} on {} ranks", name_of(a->collective), a->name, ranks));
      }
  }
  EXPECT_GT(compared, 50);
}

TEST(Recurrence, HoldsWhereMessagesNeverMeet) {
  const Machine m = machine("switch:16,25GB/s,0.5us");
  const struct {
    CollectiveKind kind;
    const char* algorithm;
  } families[] = {{all_reduce, "ring"},
                  {all_gather, "ring"},
                  {reduce_scatter, "ring"},
                  {all_reduce, "recursive-doubling"},
                  {all_reduce, "rabenseifner"},
                  {broadcast, "binomial"},
                  {reduce, "binomial"},
                  {broadcast, "chain"},
                  {all_gather, "recursive-doubling"}};
  for (const auto& family : families) {
    const Programs programs = programs_on(m, family.kind, family.algorithm, MiB(1));
    const Result<Placement> placement = place(programs, m.topology);
    ASSERT_TRUE(placement);
    EXPECT_TRUE(recurrence(setting(programs, m, *placement, {}))) << family.algorithm;
  }
}

TEST(Recurrence, LeavesToTheEngineWhatMessagesShare) {
  const Machine m = machine("switch:16,25GB/s,0.5us");
  const Programs programs = programs_on(m, all_to_all, "direct", MiB(1));
  const Result<Placement> placement = place(programs, m.topology);
  ASSERT_TRUE(placement);
  EXPECT_FALSE(recurrence(setting(programs, m, *placement, {})));
  EXPECT_FALSE(recurrence(setting(programs, m, *placement, {.trace = true})));
  EXPECT_FALSE(recurrence(setting(programs, m, *placement, {.links = LinkModel::fifo})));
  EXPECT_TRUE(recurrence(setting(programs, m, *placement, {.links = LinkModel::ideal})));
}

}  // namespace
}  // namespace commlab
