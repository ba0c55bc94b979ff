// auto simulates only algorithms that can be the fastest, and chooses what it would choose if it simulated
// all.

#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "core/machine_text/find_machine.h"
#include "core/plan/choice.h"
#include "core/plan/even_run.h"
#include "core/plan/least_time.h"
#include "core/plan/perform.h"
#include "core/plan/pieces.h"
#include "core/plan/planned_programs.h"
#include "tests/experiments/simulating_tools.h"

namespace commlab {
namespace {

// Machines with and without protocols, with links of many kinds, of one node and of several.
const std::vector<std::string> machines = {"hcm8",
                                           "dgx-h100",
                                           "2x dgx-h100",
                                           "3x dgx-h100",
                                           "2x hcm8,400G",
                                           "ring:17,100GB/s,1us",
                                           "switch:17,450GB/s,350ns",
                                           "switch:8,450GB/s,350ns,multicast",
                                           "torus:4x4,25GB/s,2us"};

Planner planner_for(const Machine& machine, const Tools& tools) {
  Planner planner = tools.planner();
  planner.machine = [&machine](const Experiment&) -> Result<std::optional<Machine>> { return machine; };
  return planner;
}

// The time of one algorithm with one protocol, and the time that it cannot beat.
struct Timed {
  Time time;
  Time least;
};
std::optional<Timed> timed(const Setup& setup, const Algorithm& algorithm, ProtocolChoice protocol,
                           int pieces, const Planner& planner, LeastTimes& times) {
  Setup chosen = settled(setup, {&algorithm, "", protocol});
  chosen.experiment.pieces = pieces;
  const auto programs = programs_of(chosen, algorithm);
  if (!programs) return std::nullopt;
  const Result<Run> run = planner.predict(**programs, *chosen.machine, chosen.experiment, never);
  if (!run) return std::nullopt;
  PlannedPrograms planned(algorithm);
  const Result<Schedule>& schedule = planned.schedule(chosen);
  EXPECT_TRUE(schedule) << schedule.error().message;
  const Time least = times.of(chosen, *schedule, pieces);
  return Timed{run->finish, std::max(least, time_of_even_run(chosen, planned, planner.predict))};
}

TEST(LeastTimes, AreNeverAboveTheSimulatedTime) {
  const Tools tools = simulating_tools();
  std::int64_t compared = 0, positive = 0;
  for (const std::string& name : machines) {
    const Machine machine = find_machine(name, tools.machine_folder).value();
    const Planner planner = planner_for(machine, tools);
    for (const CollectiveKind kind : all_collective_kinds) {
      if (kind == CollectiveKind::p2p) continue;
      for (const int ranks : {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 24}) {
        if (ranks > machine.topology.gpus) continue;
        for (const Bytes size : {Bytes{4 * ranks}, KiB(20), MiB(64)}) {
          Experiment experiment{.collective = kind, .machine = name, .ranks = ranks, .size = size};
          experiment.link_model = ranks % 3 == 0   ? LinkModel::ideal
                                  : ranks % 3 == 1 ? LinkModel::fair
                                                   : LinkModel::fifo;
          if (ranks == 8 || ranks >= 16) experiment.link_model = LinkModel::fair;
          experiment.channels = ranks % 4 == 1 ? 2 : 1;
          if (ranks % 5 == 2) experiment.slow = {"gpu0:2x"};
          experiment.exact = ranks % 5 == 3;
          if (has_root(kind)) experiment.root = ranks / 2;
          const auto setup = set_up(experiment, planner);
          if (!setup) continue;
          LeastTimes times(*setup);
          for (const Algorithm* algorithm : algorithms_for(kind))
            for (const ProtocolChoice protocol : protocols_of(*setup, *algorithm)) {
              const int pieces = algorithm->pieces ? 4 : 1;
              const auto found = timed(*setup, *algorithm, protocol, pieces, planner, times);
              if (!found) continue;
              ASSERT_LE(found->least, found->time)
                  << to_line(experiment) << " --algorithm " << algorithm->name << " " << name_of(protocol);
              ++compared;
              positive += found->least > Time{};
            }
        }
      }
    }
  }
  EXPECT_GT(compared, 10'000);
  EXPECT_GT(positive, compared * 9 / 10);
}

// The choice among all algorithms, protocols and pieces, each of which is simulated.
Result<Prediction> fastest_of_all(const Setup& setup, const Planner& planner) {
  std::optional<Prediction> best;
  for (const Algorithm* algorithm : algorithms_for(setup.collective.kind)) {
    if (!algorithm->supports(setup.collective)) continue;
    if (algorithm->multicasts_between_nodes && !setup.machine->topology.sharp) continue;
    std::optional<Prediction> own;
    for (const ProtocolChoice protocol : protocols_of(setup, *algorithm)) {
      Setup chosen = settled(setup, {algorithm, "", protocol});
      chosen.experiment.pieces = setup.experiment.pieces;
      PlannedPrograms planned(*algorithm);
      const Result<Pieces> pieces = fastest_pieces(chosen, planned, planner.predict, never);
      if (!pieces || (own && own->time <= pieces->time)) continue;
      own = {
          std::string(algorithm->name), {algorithm, "", protocol, pieces->pieces, pieces->why}, pieces->time};
    }
    if (own && (!best || stands_before(own->time, *algorithm, best->time, *best->choice.algorithm)))
      best = own;
  }
  if (!best) return fail("none");
  return *best;
}

TEST(Auto, ChoosesWhatItWouldChooseIfItSimulatedEveryAlgorithm) {
  const Tools tools = simulating_tools();
  int excluded = 0;
  for (const std::string& name : machines) {
    const Machine machine = find_machine(name, tools.machine_folder).value();
    const Planner planner = planner_for(machine, tools);
    for (const CollectiveKind kind : all_collective_kinds) {
      if (kind == CollectiveKind::p2p) continue;
      for (const int ranks : {2, 5, 8, 16}) {
        if (ranks > machine.topology.gpus) continue;
        for (const Bytes size : {Bytes{64}, KiB(64), MiB(16), MiB(1024)}) {
          const auto setup =
              set_up({.collective = kind, .machine = name, .algorithm = "auto", .ranks = ranks, .size = size},
                     planner);
          if (!setup) continue;
          const Result<Choice> choice = choose_algorithm(*setup, planner);
          const Result<Prediction> best = fastest_of_all(*setup, planner);
          ASSERT_EQ(choice.has_value(), best.has_value()) << to_line(setup->experiment);
          if (!best) continue;
          const std::string line = to_line(setup->experiment);
          EXPECT_EQ(choice->algorithm->name, best->choice.algorithm->name) << line;
          EXPECT_EQ(choice->protocol, best->choice.protocol) << line;
          EXPECT_EQ(choice->pieces, best->choice.pieces) << line;
          EXPECT_EQ(choice->why_pieces, best->choice.why_pieces) << line;
          if (!choice->why.empty()) {
            EXPECT_NE(choice->why.find(to_human(best->time)), std::string::npos) << line;
          }
          excluded += choice->why.find("not simulated") != std::string::npos;
        }
      }
    }
  }
  EXPECT_GT(excluded, 100);
}

// Its protocol is chosen by a simulation of a quarter of a million transfers.
TEST(Choice, IsNotSimulatedAgainWhereItsRunTellsAll) {
  const Tools tools = simulating_tools();
  Backend counting = tools.backends.front();
  int runs = 0;
  counting.run = [&](const Programs& programs, const std::optional<Machine>& machine,
                     const Experiment& experiment, const RunOptions& options) {
    ++runs;
    return tools.backends.front().run(programs, machine, experiment, options);
  };
  Planner planner = tools.planner();
  planner.backends = {&counting, 1};
  const commlab::Setup setup = set_up({.collective = CollectiveKind::broadcast,
                                       .machine = "128x dgx-h100",
                                       .algorithm = "double-tree",
                                       .size = MiB(1024)},
                                      planner)
                                   .value();
  Choice choice = choose_algorithm(setup, planner).value();

  const Outcome known = perform(setup, choice, planner).value();
  EXPECT_EQ(runs, 0);
  choice.predicted.reset();
  const Outcome again = perform(setup, choice, planner).value();
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(known.run.finish, again.run.finish);
  EXPECT_EQ(known.run.split.has_value(), again.run.split.has_value());
  EXPECT_EQ(known.run.links.size(), again.run.links.size());
}

}  // namespace
}  // namespace commlab
