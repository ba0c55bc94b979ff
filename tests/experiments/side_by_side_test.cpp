// Experiments on a model that run at the same time give what they give one after the other. The thread
// sanitizer runs these tests, too.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/published/published.h"
#include "gui/experiments/batch_runner.h"
#include "gui/experiments/crew.h"
#include "gui/experiments/predicted_table.h"
#include "gui/experiments/ranking.h"
#include "tests/experiments/simulating_tools.h"

namespace commlab {
namespace {

const auto no_report = [](double, std::string_view) {};

Tools tools_with(int cores) {
  Tools tools = simulating_tools();
  tools.cores = cores;
  return tools;
}

TEST(SideBySide, ARankingIsTheSame) {
  const auto ranked = [](int cores) {
    const Tools tools = tools_with(cores);
    const auto setup = set_up({.machine = "dgx-h100", .algorithm = "all", .ranks = 6}, tools.planner());
    const auto ranking = rank_algorithms(*setup, tools, no_report);
    std::vector<std::string> all;
    for (const Ranked& each : ranking->ranked)
      all.push_back(fmt::format("{} {} {}", each.algorithm->name, each.time.ps, each.limited_by));
    for (const Refused& each : ranking->refused) all.push_back(each.why.message);
    return all;
  };
  EXPECT_EQ(ranked(4), ranked(1));
}

TEST(SideBySide, ARaceIsTheSame) {
  const auto raced = [](int cores) {
    const Tools tools = tools_with(cores);
    const auto setup = set_up({.machine = "2x dgx-h100", .algorithm = "all"}, tools.planner());
    const auto race = race_algorithms(*setup, {KiB(1), KiB(64), MiB(4), MiB(256)}, tools, no_report);
    std::vector<std::string> all;
    for (const Race::Runner& runner : race->runners)
      for (const auto& time : runner.times)
        all.push_back(fmt::format("{} {}", runner.algorithm->name, time ? time->ps : -1));
    for (const Lead& lead : race->leads)
      all.push_back(fmt::format("{} from {}", lead.winner->name, lead.since.value_or(Bytes{}).count));
    return all;
  };
  EXPECT_EQ(raced(4), raced(1));
}

TEST(SideBySide, APublishedTableIsPredictedTheSame) {
  const auto predicted = [](int cores) {
    const Tools tools = tools_with(cores);
    const auto table = read_published(tools.measurement_folder / "superbench_a100x8_1n_allreduce.csv");
    std::vector<std::string> in_order, all;
    const auto newest = [&](const PredictedTable& so_far) {
      in_order.push_back(std::to_string(so_far.rows.back().predicted.ps));
    };
    const auto whole = predict_table(*table, {}, tools, no_report, newest);
    for (const PredictedRow& row : whole->rows) all.push_back(std::to_string(row.predicted.ps));
    EXPECT_EQ(in_order, all);
    return all;
  };
  EXPECT_EQ(predicted(4), predicted(1));
}

TEST(SideBySide, ABatchIsTheSame) {
  const Tools tools = tools_with(1);
  const auto times = [&](int threads) {
    std::vector<std::string> lines;
    for (const char* collective : {"all_reduce", "broadcast", "all_to_all"})
      for (const char* machine : {"hcm8", "dgx-h100", "\"2x dgx-h100\"", "unknown"})
        for (const char* size : {"8B", "1MiB"})
          lines.push_back(fmt::format("{} --machine {} --size {}", collective, machine, size));
    BatchRunner runner(tools);
    Crew crew(threads, [&](const CrewText& task) {
      const auto outcome = runner.run(task.text);
      return outcome ? std::to_string(outcome->run.finish.ps) : outcome.error().message;
    });
    for (std::size_t i = 0; i < lines.size(); ++i) crew.give({i, lines[i]});
    std::vector<std::string> times(lines.size());
    for (std::size_t left = lines.size(); left > 0;)
      for (CrewText& finished : crew.take(std::chrono::seconds(1))) {
        times[finished.index] = std::move(finished.text);
        --left;
      }
    return times;
  };
  EXPECT_EQ(times(4), times(1));
}

}  // namespace
}  // namespace commlab
