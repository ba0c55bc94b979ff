// One name has one meaning: an algorithm and a protocol take the same time, to the picosecond, in every
// command. Guards against fixed bugs: a broadcast by chain and LL took 38.4 us in `run` and 62.6 us in a
// script of flavour nccl, and multi-ring of 1 GiB on two dgx-h100 took 42.0 ms in `run` and 5.58 ms in
// `compare --reference`.

#include <algorithm>
#include <map>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine_text/find_machine.h"
#include "core/nccl/nccl_choice.h"
#include "core/plan/outcome.h"
#include "core/plan/perform.h"
#include "gui/experiments/predicted_table.h"
#include "gui/experiments/ranking.h"
#include "gui/experiments/run_script_text.h"
#include "gui/experiments/sweep_row.h"
#include "tests/experiments/simulating_tools.h"

namespace commlab {
namespace {

using enum CollectiveKind;

constexpr std::array all_kinds = {broadcast,  scatter,        gather,     reduce,  all_reduce,
                                  all_gather, reduce_scatter, all_to_all, sendrecv};

class OnePlan : public testing::TestWithParam<std::string> {
 protected:
  const Tools tools_ = simulating_tools();
  const Planner planner_ = tools_.planner();
  const Machine machine_ = find_machine(GetParam(), tools_.machine_folder).value();

  Experiment asked(CollectiveKind kind, Bytes size) const {
    return {.collective = kind, .machine = GetParam(), .algorithm = "auto", .size = size};
  }
  // "auto" and each protocol of the machine.
  std::vector<ProtocolChoice> protocols() const {
    std::vector<ProtocolChoice> choices = {ProtocolChoice::automatic};
    if (machine_.nccl) choices.insert(choices.end(), {ProtocolChoice::simple, ProtocolChoice::ll});
    for (const Protocol& protocol : machine_.protocols)
      choices.push_back(*value_in(protocol_choices, protocol.name, "protocol"));
    return choices;
  }
  // The time that `commlab run` predicts.
  Result<Time> in_run(const Experiment& experiment) const {
    const auto setup = set_up(experiment, planner_);
    if (!setup) return tl::unexpected(setup.error());
    const Result<Choice> choice = choose_algorithm(*setup, planner_);
    if (!choice) return tl::unexpected(choice.error());
    return perform(*setup, *choice, planner_).map([](const Outcome& outcome) { return outcome.run.finish; });
  }
};

INSTANTIATE_TEST_SUITE_P(Machines, OnePlan,
                         testing::Values("hcm8", "dgx-a100", "dgx1-v100", "gh200x4", "2x dgx-h100",
                                         "switch:8,450GB/s,350ns,multicast"),
                         [](const auto& machine) {
                           std::string name;
                           for (const char c : machine.param)
                             if (std::isalnum(static_cast<unsigned char>(c))) name += c;
                           return name;
                         });

TEST_P(OnePlan, SweepRankAndExplainTakeTheTimeThatRunTakes) {
  int compared = 0;
  for (const CollectiveKind kind : all_kinds)
    for (const ProtocolChoice protocol : protocols())
      for (const Bytes size : {KiB(4), MiB(16)}) {
        if (machine_.nccl && protocol == ProtocolChoice::ll && !is_tuned_by_nccl(kind))
          continue;  // NCCL sends and receives with Simple alone
        Experiment experiment = asked(kind, size);
        experiment.protocol = protocol;
        const auto setup = set_up(experiment, planner_);
        ASSERT_TRUE(setup) << setup.error().message;
        const Result<Ranking> ranking = rank_algorithms(*setup, tools_, [](double, std::string_view) {});
        ASSERT_TRUE(ranking) << ranking.error().message;
        auto all = *setup;  // as explain lists the alternatives
        all.experiment.algorithm = "all";
        const Result<Performance> alternatives = perform_all(all, planner_);
        ASSERT_TRUE(alternatives) << alternatives.error().message;
        const auto is_of_nccl = [](const Ranked& ranked) { return !ranked.nccl.empty(); };
        ASSERT_EQ(alternatives->outcomes.size(),
                  ranking->ranked.size() - std::ranges::count_if(ranking->ranked, is_of_nccl));

        for (const Ranked& ranked : ranking->ranked) {
          if (is_of_nccl(ranked)) continue;
          experiment.algorithm = ranked.algorithm->name;
          const std::string what = to_line(experiment);
          const Result<Time> time = in_run(experiment);
          ASSERT_TRUE(time) << what << ": " << time.error().message;
          EXPECT_EQ(ranked.time, *time) << what;
          const auto same = std::ranges::find(alternatives->outcomes, ranked.algorithm, &Outcome::algorithm);
          ASSERT_NE(same, alternatives->outcomes.end()) << what;
          EXPECT_EQ(same->run.finish, *time) << what;
          const Result<SweepRow> row = sweep_one_size(experiment, tools_);
          ASSERT_TRUE(row) << what << ": " << row.error().message;
          EXPECT_EQ(row->out_of_place.time, *time) << what;
          ++compared;
        }
      }
  EXPECT_GT(compared, 100);
}

// What auto chooses is the first algorithm of the ranking.
TEST_P(OnePlan, RankSweepAndRunAgreeOnTheFastest) {
  for (const CollectiveKind kind : all_kinds)
    for (const Bytes size : {KiB(4), MiB(1), MiB(64)}) {
      const Experiment experiment = asked(kind, size);
      const auto setup = set_up(experiment, planner_);
      ASSERT_TRUE(setup) << setup.error().message;
      const Result<Ranking> ranking = rank_algorithms(*setup, tools_, [](double, std::string_view) {});
      ASSERT_TRUE(ranking) << ranking.error().message;
      const Result<SweepRow> row = sweep_one_size(experiment, tools_);
      ASSERT_TRUE(row) << row.error().message;

      EXPECT_EQ(row->algorithm, ranking->ranked.front().algorithm->name) << to_line(experiment);
      EXPECT_EQ(row->out_of_place.time, ranking->ranked.front().time) << to_line(experiment);
    }
}

struct InScripts {
  CollectiveKind kind;
  std::string_view call;
};
constexpr std::array in_scripts = {InScripts{broadcast, "broadcast({})"},
                                   InScripts{scatter, "scatter({})"},
                                   InScripts{gather, "gather({})"},
                                   InScripts{reduce, "reduce({})"},
                                   InScripts{all_reduce, "all_reduce({})"},
                                   InScripts{all_gather, "all_gather({})"},
                                   InScripts{reduce_scatter, "reduce_scatter({})"},
                                   InScripts{all_to_all, "all_to_all({})"}};

// How long the only collective of a script takes.
Time time_in(const ScriptRun& run) {
  Time longest;
  for (const ScriptSpan& span : run.spans)
    if (span.kind == ScriptSpan::Kind::carries) longest = std::max(longest, span.end - span.start);
  return longest;
}

TEST_P(OnePlan, ScriptsTakeTheTimeThatRunTakes) {
  for (const auto& [kind, call] : in_scripts)
    for (const Algorithm* algorithm : algorithms_for(kind))
      for (const Bytes size : {KiB(4), MiB(1)}) {
        Experiment experiment = asked(kind, size);
        experiment.algorithm = algorithm->name;
        const std::string what = to_line(experiment);
        const Result<Time> time = in_run(experiment);
        const std::string arguments = fmt::format("{}, algorithm={}", to_text(size), algorithm->name);
        const Result<ScriptRun> run = run_script_text(
            {.text = fmt::format("rank all: {}\n", fmt::format(fmt::runtime(call), arguments)),
             .machine = GetParam(),
             .flavour = "nccl"},
            tools_);
        if (!time) continue;  // this algorithm is not supported here
        ASSERT_TRUE(run) << what << ": " << run.error().message;
        EXPECT_EQ(time_in(*run), *time) << what;
      }
}

PublishedTable table_on(const Machine& machine, CollectiveKind kind, const std::string& forced) {
  PublishedTable table{.name = "table", .file = "table.csv"};
  table.facts = {{"gpu", "a GPU"}, {"launch", "one process per GPU"}, {"algorithm", forced}};
  const int per_node = machine.topology.per_node > 0 ? machine.topology.per_node : machine.topology.gpus;
  for (const Bytes size : {KiB(4), MiB(1), MiB(64), MiB(1024)})
    table.rows.push_back({.kind = kind,
                          .ranks = machine.topology.gpus,
                          .nodes = machine.topology.gpus / per_node,
                          .size = size,
                          .time = microseconds(1)});
  return table;
}

TEST_P(OnePlan, PublishedTablesTakeTheTimeThatRunTakes) {
  std::map<std::string, int> seen;
  for (const CollectiveKind kind :
       {broadcast, reduce, all_reduce, all_gather, reduce_scatter, all_to_all, sendrecv})
    for (const char* forced : {"not stated", "NCCL_ALGO=Ring", "NCCL_ALGO=Tree", "NCCL_PROTO=LL",
                               "NCCL_PROTO=Simple", "NCCL_PROTO=LL128"}) {
      const Result<PredictedTable> table = predict_table(table_on(machine_, kind, forced), GetParam(), tools_,
                                                         [](double, std::string_view) {});
      ASSERT_TRUE(table) << table.error().message;
      for (const PredictedRow& row : table->rows) {
        Experiment experiment = asked(kind, row.published.size);
        experiment.algorithm = "nccl";
        experiment.nccl = table->setting.nccl;
        // As nccl-tests measures: calls may overlap.
        experiment.loop = table->by_costs_of_nccl || has_root(kind) ? 20 : 1;
        Result<Time> time = in_run(experiment);
        if (!time && table->by_costs_of_nccl) {  // it ran, so NCCL chose as if nothing were forced
          experiment.nccl = {.version = experiment.nccl.version};
          time = in_run(experiment);
        }
        ASSERT_TRUE(time) << to_line(experiment) << ": " << time.error().message;
        EXPECT_EQ(row.predicted, *time) << to_line(experiment);
        ++seen[row.algorithm];
      }
    }
  EXPECT_GE(seen.size(), 3u);
}

TEST(Plan, RingsRotateOverTheNicsOfANodeInEveryCommand) {
  const Tools tools = simulating_tools();
  Experiment experiment{.machine = "2x dgx-h100", .algorithm = "multi-ring", .size = MiB(1024)};
  const Result<SweepRow> row = sweep_one_size(experiment, tools);
  ASSERT_TRUE(row) << row.error().message;

  EXPECT_LT(row->out_of_place.time, microseconds(6300));  // with a single ring: 42 ms
}

TEST(Plan, MulticastNeverStreams) {
  const Tools tools = simulating_tools();
  const Planner planner = tools.planner();
  const Experiment experiment{.machine = "dgx-h100", .algorithm = "nvls", .size = KiB(4)};
  const auto setup = set_up(experiment, planner);
  ASSERT_TRUE(setup) << setup.error().message;
  const Result<Choice> choice = choose_algorithm(*setup, planner);
  ASSERT_TRUE(choice) << choice.error().message;
  EXPECT_EQ(choice->protocol, ProtocolChoice::simple);

  auto forced = *setup;
  forced.experiment.protocol = ProtocolChoice::ll;
  const auto none = choose_algorithm(forced, planner).and_then([&](const Choice& streaming) {
    return perform(forced, streaming, planner);
  });
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message,
            "--protocol ll: nvls stores whole pieces through a switch; choose simple, or leave it out");
}

}  // namespace
}  // namespace commlab
