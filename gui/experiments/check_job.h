#pragma once
// What `commlab check` judges: a file of measured times, or times that a user typed.

#include <filesystem>
#include <string>
#include <vector>

#include "core/check/cause.h"
#include "core/experiment/experiment.h"
#include "core/published/published.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct CheckJob {
  PublishedTable table;
  CheckedRun run;
  Rewire rewire;  // the tools must outlive it
};

// `machine` replaces the one that the file names; empty: the file's.
Result<CheckJob> job_of_file(const std::filesystem::path&, const std::string& machine, const Tools&);

// A time, "6ms", or a bus bandwidth as nccl-tests prints it, "340GB/s".
Result<Time> parse_measured(std::string_view text, CollectiveKind, int ranks, Bytes size);

// Times of calls of these sizes, as nccl-tests measures them. `measured` as parse_measured() reads it, one
// for each size.
Result<CheckJob> job_of_times(const Experiment&, const std::vector<Bytes>& sizes,
                              const std::vector<std::string>& measured, const Tools&);

}  // namespace commlab
