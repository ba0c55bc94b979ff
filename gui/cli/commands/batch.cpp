// commlab batch: many experiments on all cores, or on many computers; a JSON object on a line for each.

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "core/base/words.h"
#include "core/experiment/experiment_options.h"
#include "core/files/growing_file.h"
#include "core/files/read_file.h"
#include "core/files/standard_streams.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/number_option.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/answer_so_far.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/reports/batch_answer.h"
#include "gui/cli/reports/batch_row.h"
#include "gui/experiments/batch_grid.h"
#include "gui/experiments/batch_runner.h"
#include "gui/experiments/share_work.h"

namespace commlab {
namespace {

constexpr Bytes most_batch_text{1 << 30};
constexpr int most_cores = 4096;
constexpr std::size_t most_told_mistakes = 5;

using Clock = std::chrono::steady_clock;
// What a computer that goes down may lose.
constexpr Clock::duration between_settlings = std::chrono::seconds(5);

struct BatchArguments {
  std::string file_or_collectives;
  std::vector<GridOption> grid;
  std::string out;
  bool resume = false;
  bool in_order = false;
  std::optional<int> cores;
};

bool names_collectives(const std::string& text) {
  return std::ranges::all_of(split_at(text, ','),
                             [](std::string_view name) { return parse_collective(name).has_value(); });
}

Result<Batch> batch_of(const BatchArguments& asked, const Tools& tools) {
  const std::string& name = asked.file_or_collectives;
  if (names_collectives(name) || !asked.grid.empty()) return grid_of(name, asked.grid, tools);
  const bool standard_input = name == "-";
  const Result<std::string> text =
      standard_input ? read_standard_input(most_batch_text) : read_file(name, most_batch_text);
  if (!text) return tl::unexpected(text.error());
  return read_batch(*text, standard_input ? "standard input" : name, tools);
}

// At once, because the rows that say so may come much later.
void tell_mistakes(const Batch& batch) {
  std::size_t mistakes = 0;
  for (const BatchEntry& entry : batch.entries())
    if (!entry.mistake.empty() && ++mistakes <= most_told_mistakes)
      print_message(fmt::format("commlab: {}\n", entry.mistake));
  if (mistakes > most_told_mistakes)
    print_message(
        fmt::format("commlab: and {} more lines that are no experiments\n", mistakes - most_told_mistakes));
}

// Where the rows go: a file that grows, or standard output.
class BatchOutput {
 public:
  static Result<BatchOutput> open(const std::string& out) {
    if (out.empty()) return BatchOutput(std::nullopt);
    return GrowingFile::open(out).map([](GrowingFile file) { return BatchOutput(std::move(file)); });
  }
  Status read(const GrowingFile::Take& take, const GrowingFile::Take& let_go) {
    return file_ ? file_->read(take, let_go) : Status{};
  }
  Status add(std::string_view row) {
    if (!file_) {
      print_answer(std::string(row) + '\n');
      return {};
    }
    const Status added = file_->add(row);
    if (!added || Clock::now() - settled_ < between_settlings) return added;
    return settle();
  }
  Status settle() {
    settled_ = Clock::now();
    return file_ ? file_->settle() : Status{};
  }

 private:
  explicit BatchOutput(std::optional<GrowingFile> file) : file_(std::move(file)) {}

  std::optional<GrowingFile> file_;
  Clock::time_point settled_ = Clock::now();
};

// Takes the rows that are there already.
Status take_up(BatchAnswer& answer, BatchOutput& output, const BatchArguments& asked) {
  if (!asked.resume) {
    const auto refuse = [&](std::string_view) -> Status {
      return fail("--out: {} has lines already; --resume goes on with them, or choose another file",
                  asked.out);
    };
    return output.read(refuse, refuse);
  }
  const auto take = [&](std::string_view row) { return answer.take_written(row); };
  const auto let_go = [&](std::string_view torn) -> Status {
    if (may_begin_a_batch_row(torn)) return {};
    return fail("its last line is no row of a batch");
  };
  return output.read(take, let_go).map_error([&](const Error& error) {
    if (error.fault == Fault::runtime) return error;
    return Error{fmt::format("--resume: {} belongs to other experiments: {}", asked.out, error.message)};
  });
}

// " 2,000 of 10,000 experiments, 3 failed, 1 min 20 s left"
class BatchProgress {
 public:
  explicit BatchProgress(const BatchAnswer& answer) : answer_(answer), written_before_(answer.written()) {}

  void report() {
    const std::size_t written = answer_.written();
    const auto now_done = static_cast<double>(written - written_before_);
    const auto all = static_cast<double>(answer_.all());
    const std::chrono::duration<double> passed = Clock::now() - began_;
    const double left = passed.count() / now_done * (all - static_cast<double>(written));
    const std::string failed = answer_.failed() > 0 ? fmt::format(", {} failed", answer_.failed()) : "";
    progress_.report(static_cast<double>(written) / all,
                     now_done > 0 ? fmt::format("{} of {} experiments{}, {} left", written, answer_.all(),
                                                failed, time_left_text(left))
                                  : fmt::format("{} of {} experiments", written, answer_.all()));
  }

 private:
  const BatchAnswer& answer_;
  std::size_t written_before_;
  Clock::time_point began_ = Clock::now();
  Progress progress_;
};

std::function<std::string(const CrewText&)> row_maker(BatchRunner& runner) {
  return [&runner](const CrewText& task) { return batch_row(task.index, task.text, runner.run(task.text)); };
}

int threads_of(const BatchArguments& asked, const Tools& tools, const BatchGroup* group) {
  const int sharing = group ? group->sharing_cores : 1;
  return asked.cores.value_or(std::max(1, tools.cores / sharing));
}

// Runs what is missing.
Status run_the_rest(BatchAnswer& answer, BatchOutput& output, int threads, const Tools& tools,
                    const BatchGroup* group) {
  BatchRunner runner(tools);
  BatchProgress progress(answer);
  AnswerSoFar so_far(answer.all(), "experiment", [&] { return output.settle(); });
  so_far.add(answer.written(), [] {});
  Crew crew(threads, row_maker(runner));
  const auto take = [&](const CrewText& row) {
    Status added;
    so_far.add([&] {
      added = answer.add(row);
      return answer.written();
    });
    progress.report();
    return added;
  };
  return hand_out([&] { return answer.next(); }, take, crew, group);
}

// What rank 0 does.
Result<int> answer_batch(const BatchArguments& asked, const Tools& tools, const BatchGroup* group) {
  if (asked.resume && asked.out.empty())
    return fail("--resume: goes on with the rows of a file, so --out FILE is needed, too");
  const Result<Batch> batch = batch_of(asked, tools);
  if (!batch) return tl::unexpected(batch.error());
  if (const Status can = can_be_in_a_batch(*batch, group != nullptr, tools); !can)
    return tl::unexpected(can.error());
  Result<BatchOutput> output = BatchOutput::open(asked.out);
  if (!output) return tl::unexpected(output.error());
  BatchAnswer answer(*batch, asked.in_order ? RowOrder::of_index : RowOrder::of_finish,
                     [&](std::string_view row) { return output->add(row); });
  if (const Status taken = take_up(answer, *output, asked); !taken) return tl::unexpected(taken.error());
  tell_mistakes(*batch);
  return run_the_rest(answer, *output, threads_of(asked, tools, group), tools, group)
      .and_then([&] { return output->settle(); })
      .and_then([&] { return answer.verdict(); })
      .map([] { return 0; });
}

// What every other process of the group does.
int help_rank_0(const BatchArguments& asked, const Tools& tools, const BatchGroup& group) {
  BatchRunner runner(tools);
  Crew crew(threads_of(asked, tools, &group), row_maker(runner));
  work_for_rank_0(crew, group);
  return 0;
}

Result<int> batch(const BatchArguments& asked, const Tools& tools) {
  const Result<std::optional<BatchGroup>> joined = tools.join_processes();
  if (!joined) return tl::unexpected(joined.error());
  const BatchGroup* const group = *joined ? &**joined : nullptr;
  if (group && group->rank != 0) return help_rank_0(asked, tools, *group);
  const Result<int> status = answer_batch(asked, tools, group);
  if (group) dismiss(*group);
  return status;
}

// Takes what was typed after each option; what it means is found later (batch_grid.h).
void add_grid(CLI::App& app, std::vector<GridOption>& grid) {
  for (const ExperimentOption& option : experiment_options()) {
    const std::string name = "--" + std::string(option.name);
    if (option.takes.empty())
      app.add_flag_callback(
          name, [&] { grid.push_back({.option = &option, .typed = {}}); }, std::string(option.help));
    else
      app.add_option_function<std::vector<std::string>>(
             name,
             [&](const std::vector<std::string>& typed) {
               grid.push_back({&option, typed});
             },
             std::string(option.help))
          ->type_name(std::string(option.takes))
          ->expected(1)
          ->take_all()
          ->allow_extra_args(false);
  }
}

Action declare_batch(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<BatchArguments>();
  app.add_option("experiments", asked->file_or_collectives,
                 "a file with an experiment on each line, as after commlab run (-: standard input); or "
                 "collectives, as in all_reduce,all_gather, whose options list values")
      ->required()
      ->type_name("");
  add_file(app, asked->out, json_rows_endings(), false,
           "write the rows to this file, FILE.jsonl, each as soon as it is there");
  app.add_flag("--resume", asked->resume, "go on with the rows that --out has: run only what is missing");
  app.add_flag("--in-order", asked->in_order, "write the rows in the order of the experiments");
  add_number<int>(
      app, "--cores", asked->cores, 1, most_cores,
      "experiments that run at the same time in each process; default: as many as there are cores");
  add_grid(app, asked->grid);
  return [asked, &tools] { return batch(*asked, tools); };
}

}  // namespace

const Command batch_command = {
    .name = "batch",
    .summary = "run many experiments on all cores, or on many computers; a JSON object on a line for each",
    .examples =
        R"(  commlab batch experiments.txt --out results.jsonl         a line each, as after commlab run
  commlab batch experiments.txt --out results.jsonl --resume      after a kill: what is missing
  commlab batch all_reduce --ranks 2:8 --size 8:8G --algorithm all
  commlab batch all_reduce,all_gather --machine hcm8 --machine "2x dgx-h100" --size 1M,64M --in-order
  generate | commlab batch - --cores 4 > results.jsonl
  mpirun -n 64 commlab batch experiments.txt --out results.jsonl  on many computers; or srun

a grid:
  every combination is run. Commas list values, and so does an option given several times: that is how to list
  values that have commas (--machine, --to, --ring, --gpus-of-node, --slow, --late, --cut, --absent,
  hierarchical:INNER,OUTER).
  Numbers and sizes take ranges: 8:64 doubles, 8:64:3 triples, 8:64:+8 adds. Sizes without a unit are bytes.

a row:
  {"index":0,"line":"all_reduce ...", and the fields of commlab run --format json}
  {"index":1,"line":"all_reduce ...","error":"why it failed, in a sentence"}

exit status: 1 if an experiment failed. One with --algorithm all fails only if no algorithm can do it.)",
    .declare = declare_batch,
    .together = false};

}  // namespace commlab
