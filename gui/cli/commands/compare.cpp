// commlab compare: measured times of this computer, or of a published table, beside predicted ones.

#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/commands/sizes.h"
#include "gui/cli/output/answer_so_far.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/output/row_by_row.h"
#include "gui/cli/reports/compare_chart.h"
#include "gui/cli/reports/compare_report.h"
#include "gui/cli/reports/measured_table.h"
#include "gui/cli/reports/reference_chart.h"
#include "gui/cli/reports/reference_report.h"
#include "gui/experiments/backend_setups.h"
#include "gui/experiments/compare_row.h"
#include "gui/experiments/own_machine.h"

namespace commlab {
namespace {

struct CompareArguments {
  Experiment experiment{.algorithm = "auto"};
  std::vector<BackendName> backends{BackendName::host};
  std::string reference;      // a published table, instead of measuring
  std::string reference_out;  // a file for the measurements, in the form of such a table
  SizeRange range{.first = "16K", .last = "64M", .factor = 4};
  Output output;
};

Status can_be_predicted(const Setup& setup) {
  const std::string_view on = name_of(setup.experiment.on);
  if (!setup.machine)
    return fail(
        "this computer is not measured yet, so nothing can be predicted: commlab calibrate --on {} writes {}",
        on, own_machine_file(on).string());
  const int gpus = setup.machine->topology.gpus;
  if (setup.collective.ranks > gpus)
    return fail(
        "--ranks: {} ranks are more than the {} this computer was calibrated for: commlab calibrate --on {} "
        "--ranks {}",
        setup.collective.ranks, gpus, on, setup.collective.ranks);
  return {};
}

// The size that the user gave, or that of the counts (nothing to set), or all sizes of the range.
Result<std::vector<std::optional<Bytes>>> sizes(const CompareArguments& asked) {
  if (asked.experiment.count) return fail("--count: compare takes --size, --counts, or -b, -e and -f");
  if (asked.experiment.size || !asked.experiment.counts.empty()) return std::vector{asked.experiment.size};
  return sizes_of(asked.range).map([](const std::vector<Bytes>& all) {
    return std::vector<std::optional<Bytes>>(all.begin(), all.end());
  });
}

// What repeats the comparison when typed after `commlab compare`.
std::string line_of(const CompareArguments& asked, const Setup& first) {
  Experiment line = first.experiment;
  line.algorithm = asked.experiment.algorithm;
  line.copy = asked.experiment.copy;
  line.size = asked.experiment.size;
  if (line.size || !line.counts.empty()) return to_line(line, asked.backends);
  return fmt::format("{} {}", to_line(line, asked.backends), to_line(asked.range));
}

// The rows of a comparison, and which of them are printed: those that the last sweep has measured, too.
struct GrowingComparison {
  Compared compared;
  std::size_t finished = 0;
  std::size_t printed = 0;
  std::optional<CompareTable> table{};
};

// The rows that are not printed yet, up to this one.
template <class RowText>
std::string rows_up_to(std::size_t end, GrowingComparison& all, RowText row_text) {
  std::string text;
  for (; all.printed < end; ++all.printed) text += row_text(all.compared.rows[all.printed]);
  return text;
}

// If it is ended early, the tail has the rows that more sweeps would have changed.
AnswerParts comparison_parts(Format format, GrowingComparison& all) {
  const auto svg = [&all] { return to_svg(compare_chart(all.compared)); };
  switch (format) {
    case Format::json: return {.tail = [&all] { return compare_json(all.compared); }, .svg = svg};
    case Format::csv:
      return {.head = compare_csv_titles,
              .newest_row = [&all] { return rows_up_to(all.finished, all, compare_csv_row); },
              .tail = [&all] { return rows_up_to(all.compared.rows.size(), all, compare_csv_row); },
              .svg = svg};
    case Format::text: break;
  }
  const auto row_text = [&all](const CompareRow& row) { return all.table->row(row); };
  return {.head =
              [&all] {
                all.table.emplace(all.compared.rows);
                return compare_text_head(all.compared) + all.table->titles();
              },
          .newest_row = [&all, row_text] { return rows_up_to(all.finished, all, row_text); },
          .tail =
              [&all, row_text] {
                return rows_up_to(all.compared.rows.size(), all, row_text) + compare_text_tail(all.compared);
              },
          .svg = svg};
}

// One size, measured once on every backend.
Result<std::vector<CompareRow>> compare_backends(const std::vector<Setup>& setups, std::optional<Bytes> size,
                                                 const Tools& tools) {
  std::vector<CompareRow> rows;
  for (const Setup& setup : setups) {
    Experiment experiment = setup.experiment;
    experiment.size = size;
    const Result<std::vector<CompareRow>> more = compare_size(experiment, tools);
    if (!more) return more;
    rows.insert(rows.end(), more->begin(), more->end());
  }
  return rows;
}

Result<int> compare(const CompareArguments& asked, const Tools& tools) {
  const Result<std::vector<std::optional<Bytes>>> all_sizes = sizes(asked);
  if (!all_sizes) return tl::unexpected(all_sizes.error());
  if (!asked.reference_out.empty())
    if (const Status fits = fits_a_table(asked.experiment, asked.backends, asked.reference_out); !fits)
      return tl::unexpected(fits.error());
  const Result<std::vector<Setup>> setups = backend_setups(asked.experiment, asked.backends, tools);
  if (!setups) return tl::unexpected(setups.error());
  const Setup& first = setups->front();
  if (const Status can = can_be_predicted(first); !can) return tl::unexpected(can.error());

  GrowingComparison all{.compared = {.line = line_of(asked, first), .setup = first, .rows = {}}};
  RowByRow answer(asked.output, comparison_parts(asked.output.format, all));
  const Result<ComputersFound> before = tools.provenance(first.experiment.on);
  if (!before) return tl::unexpected(before.error());
  const auto finish = [&]() -> Status {
    all.compared.provenance = tools.provenance_after(*before, first.experiment.on);
    if (!asked.reference_out.empty())
      if (const Status saved = save_measured(all.compared, asked.reference_out, tools); !saved) return saved;
    return answer.finish();
  };
  Progress progress;
  std::optional<AnswerSoFar> so_far(std::in_place, all_sizes->size(), "size", finish);
  const std::size_t each_sweep = all_sizes->size(), turns = compare_sweeps * each_sweep;
  for (std::size_t turn = 0; turn < turns; ++turn) {
    const std::optional<Bytes> size = (*all_sizes)[turn % each_sweep];
    progress.report(static_cast<double>(turn) / static_cast<double>(turns),
                    to_human(size.value_or(size_of(first.collective))));
    const Result<std::vector<CompareRow>> more = compare_backends(*setups, size, tools);
    if (!more) return tl::unexpected(more.error());
    so_far->add(std::min(turn + 1, each_sweep), [&] {
      add_or_quieten(all.compared.rows, *more);
      if (turn + each_sweep < turns) return;  // it will be measured again
      all.finished = std::min(all.finished + more->size(), all.compared.rows.size());
      answer.add_newest_row();
    });
  }
  so_far.reset();
  return finish().map([] { return 0; });
}

// The file has its own collectives and sizes, so no option but the machine may be given.
Status only_the_machine_is_given(const CompareArguments& asked) {
  const Experiment& given = asked.experiment;
  Experiment defaults = CompareArguments{}.experiment;
  defaults.collective = given.collective;
  defaults.machine = given.machine;
  if (given == defaults && asked.backends == CompareArguments{}.backends && asked.reference_out.empty())
    return {};
  return fail("--reference: the file says what was run, and how; the only other option allowed is --machine");
}

AnswerParts reference_parts(Format format, const PredictedTable* const& predicted) {
  const auto svg = [&] { return to_svg(reference_chart(*predicted)); };
  switch (format) {
    case Format::json: return {.tail = [&] { return reference_json(*predicted); }, .svg = svg};
    case Format::csv:
      return {.head = reference_csv_titles,
              .newest_row = [&] { return reference_csv_row(*predicted, predicted->rows.back()); },
              .svg = svg};
    case Format::text: break;
  }
  return {.head = [&] { return reference_text_head(*predicted); },
          .newest_row = [&] { return reference_text_row(*predicted, predicted->rows.back()); },
          .tail = [&] { return reference_text_tail(*predicted); },
          .svg = svg};
}

Result<int> compare_with_reference(const CompareArguments& asked, const Tools& tools) {
  if (const Status only = only_the_machine_is_given(asked); !only) return tl::unexpected(only.error());
  const Result<PublishedTable> table = read_published(asked.reference);
  if (!table) return tl::unexpected(table.error());
  if (is_picture(asked.output.file) && table->of_pairs)
    return fail(
        "--out {}: copies between pairs of GPUs are no curve over sizes; expected a .txt, .json or .csv file",
        asked.output.file);
  const PredictedTable* predicted = nullptr;  // the rows so far
  AnswerParts parts = reference_parts(asked.output.format, predicted);
  if (table->of_pairs) parts.svg = nullptr;
  RowByRow answer(asked.output, std::move(parts));
  std::optional<Progress> progress(std::in_place);
  const auto report = [&](double fraction, std::string_view what) { progress->report(fraction, what); };
  const auto take_newest = [&](const PredictedTable& so_far) {
    predicted = &so_far;
    answer.add_newest_row();
  };
  const Result<PredictedTable> all =
      predict_table(*table, asked.experiment.machine, tools, report, take_newest);
  progress.reset();
  if (!all) return fail("{}: {}", asked.reference, all.error().message);
  predicted = &*all;
  const int status = all->rows.empty() ? 1 : 0;  // nothing was compared
  return answer.finish().map([&] { return status; });
}

Action declare_compare(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<CompareArguments>();
  add_experiment(app, asked->experiment, asked->backends);
  CLI::Option* collective = app.get_option("collective")->required(false);
  app.add_option(
         "--reference", asked->reference,
         "compare with this published table (sim/measurements/*.csv), or with what nccl-tests printed, "
         "instead of measuring; it says what was run")
      ->type_name("FILE");
  app.add_option("--reference-out", asked->reference_out,
                 "write the measurements as such a table, and their machine as FILE.toml")
      ->type_name("FILE.csv");
  add_size_range(app, asked->range);
  add_output(app, asked->output, tools, {.picture = true});
  return [asked, collective, &tools]() -> Result<int> {
    if (!asked->reference.empty()) return compare_with_reference(*asked, tools);
    if (collective->count() == 0)
      return fail("compare: name a collective, as in compare all_reduce, or a table: --reference FILE.csv");
    return compare(*asked, tools);
  };
}

}  // namespace

const Command compare_command = {.name = "compare",
                                 .summary = "compare predicted and measured times",
                                 .examples = R"(  commlab calibrate --on host
  commlab compare all_reduce --on host --ranks 4 -b 16K -e 64M -f 4
  commlab compare all_reduce --ranks 4 --algorithm ring,two-shot --out both.svg
  commlab compare all_reduce --on cuda,nccl --ranks 4 --algorithm ring,double-tree
  commlab compare p2p --from 0 --to 1,2,3 --ranks 4 --size 4MiB
  commlab compare broadcast --ranks 4 --algorithm all --size 1MiB --format json
  commlab compare all_reduce --on cuda --ranks 4 --algorithm ring --reference-out ring.csv
  commlab compare --reference sim/measurements/superbench_a100x8_1n_allreduce.csv
  commlab compare --reference nccl-tests.log --machine "2x dgx-h100")",
                                 .declare = declare_compare};

}  // namespace commlab
