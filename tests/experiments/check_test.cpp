// What check says of published tables: as they are, they are normal; with a fault put in, the fault is found.
#include "core/check/check.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "gui/experiments/check_job.h"
#include "tests/experiments/simulating_tools.h"

namespace commlab {
namespace {

const std::filesystem::path tables = COMMLAB_SOURCE_DIR "/sim/measurements";

constexpr int most_nodes_of_a_test = 16;  // larger clusters take long

// The tables whose times are those of NCCL's calls.
std::vector<CheckJob> jobs(const Tools& tools) {
  std::vector<CheckJob> all;
  for (const std::filesystem::path& file : published_files(tables)) {
    Result<CheckJob> job = job_of_file(file, "", tools);
    if (!job || !job->table.rows.front().time) continue;
    if (largest_row(job->table).nodes <= most_nodes_of_a_test) all.push_back(*std::move(job));
  }
  return all;
}

TEST(CheckedShippedTables, AreNormal) {
  const Tools tools = simulating_tools();
  int normal = 0, all = 0;
  for (const CheckJob& job : jobs(tools)) {
    const Result<Checked> checked = check(job.table, job.run, job.rewire, tools.planner().predict, 1);
    if (!checked) continue;  // one rank, or no time
    ++all;
    normal += checked->verdict == Verdict::normal ? 1 : 0;
    EXPECT_NE(checked->verdict, Verdict::impossible) << job.table.name;
  }
  EXPECT_GT(all, 90);
  EXPECT_GE(normal, .94 * all) << normal << " of " << all;
}

// One thread started all GPUs of this table, whose header says nothing of it.
TEST(CheckedShippedTables, AreReadAsTheirTimesTell) {
  const Tools tools = simulating_tools();
  const Result<CheckJob> job = job_of_file(tables / "snellius_h100x4_1n_allreduce.csv", "", tools);
  ASSERT_TRUE(job) << job.error().message;
  EXPECT_EQ(job->run.setting.launch, LaunchMode::processes);
  const Result<Checked> checked = check(job->table, job->run, job->rewire, tools.planner().predict, 1);
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_EQ(checked->run.setting.launch, LaunchMode::thread);
  EXPECT_EQ(checked->verdict, Verdict::normal);
}

// Every time of a table, as many times longer as the simulator makes it with the fault.
std::vector<Time> with_fault(const std::vector<PublishedRow>& rows, const Hypothesis& fault,
                             const Hypothesis& sound) {
  std::vector<Time> times;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double longer =
        static_cast<double>(fault.calls[i].time.ps) / static_cast<double>(sound.calls[i].time.ps);
    times.push_back({std::llround(static_cast<double>(rows[i].time->ps) * longer)});
  }
  return times;
}

bool is_seen(const std::vector<PublishedRow>& rows, const std::vector<Time>& times) {
  constexpr double clearly = 1.3;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (static_cast<double>(times[i].ps) > clearly * static_cast<double>(rows[i].time->ps)) return true;
  return false;
}

TEST(CheckedShippedTables, WithAFaultHaveItAmongTheFirstTwoCauses) {
  const Tools tools = simulating_tools();
  int asked = 0, found = 0;
  const std::vector<CheckJob> all = jobs(tools);
  for (std::size_t i = 0; i < all.size(); i += 3) {
    const CheckJob& job = all[i];
    const Result<Checked> as_it_is = check(job.table, job.run, job.rewire, tools.planner().predict, 1);
    if (!as_it_is || as_it_is->verdict != Verdict::normal || as_it_is->suspects.normal < .5) continue;
    std::vector<PublishedRow> rows;
    for (const CheckedRow& row : as_it_is->rows) rows.push_back(row.published);
    const std::vector<Hypothesis> hypotheses =
        *hypotheses_of(job.table, rows, as_it_is->run, job.rewire, tools.planner().predict, 1);
    for (const Hypothesis& fault : hypotheses) {
      if (!fault.cause) continue;
      const std::vector<Time> times = with_fault(rows, fault, hypotheses.front());
      if (!is_seen(rows, times)) continue;
      ++asked;
      for (const Suspect& suspect : suspects_of(hypotheses, times).causes)
        if (suspect.form->cause == fault.cause && suspect.place <= 2) ++found;
    }
  }
  EXPECT_GT(asked, 60);
  EXPECT_GE(found, .85 * asked) << found << " of " << asked;
}

}  // namespace
}  // namespace commlab
