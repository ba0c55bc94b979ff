// commlab sweep: runs one collective over many sizes, and prints the table of nccl-tests.

#include <functional>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "core/base/in_parallel.h"
#include "core/experiment/amount.h"
#include "core/plan/band.h"
#include "core/plan/setup.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/commands/sizes.h"
#include "gui/cli/output/answer_so_far.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/output/row_by_row.h"
#include "gui/cli/output/table.h"
#include "gui/cli/reports/nccl_table.h"
#include "gui/cli/reports/sweep_chart.h"
#include "gui/experiments/sweep_row.h"

namespace commlab {
namespace {

struct SweepArguments {
  Experiment experiment;
  SizeRange range;
  Output output;
};

double average_busbw(const std::vector<SweepRow>& rows) {
  double sum = 0;
  for (const SweepRow& row : rows)
    sum += busbw_GBps(row.collective, row.out_of_place.time) + busbw_GBps(row.collective, row.in_place.time);
  return sum / (2.0 * static_cast<double>(rows.size()));
}

// "# Algorithm            : two-shot from 8 B, ring from 1 MiB"
std::string algorithms_line(const std::vector<SweepRow>& rows) {
  std::vector<std::string> changes;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (i == 0 || rows[i].algorithm != rows[i - 1].algorithm)
      changes.push_back(fmt::format("{} from {}", rows[i].algorithm, to_text(size_of(rows[i].collective))));
  return fmt::format("# {:<20} : {}\n", "Algorithm", fmt::join(changes, ", "));
}

// "# First call           : 152 us of 8 B, 1.2 ms of 64 MiB": out of place. Empty for a simulation.
std::string first_calls_line(const std::vector<SweepRow>& rows) {
  std::vector<std::string> calls;
  for (const SweepRow& row : rows)
    if (row.out_of_place.first)
      calls.push_back(
          fmt::format("{} of {}", to_human(*row.out_of_place.first), to_text(size_of(row.collective))));
  return calls.empty() ? "" : fmt::format("# {:<20} : {}\n", "First call", fmt::join(calls, ", "));
}

// "# Chunks rounded up    : at 1MB, 3MB, each as large as the largest one (--exact: as they are)". Empty if
// no chunks are.
std::string rounded_line(const std::vector<SweepRow>& rows) {
  std::vector<std::string> sizes;
  for (const SweepRow& row : rows)
    if (row.out_of_place.rounded_up || row.in_place.rounded_up)
      sizes.push_back(to_text(size_of(row.collective)));
  return sizes.empty()
             ? ""
             : fmt::format("# {:<20} : at {}, each as large as the largest one (--exact: as they are)\n",
                           "Chunks rounded up", fmt::join(sizes, ", "));
}

// "# 80 % band            : time / or x 1.39 from 8 B, 1.64 from 1 MiB". Empty if no time has a band.
std::string band_line(const std::vector<SweepRow>& rows) {
  std::vector<std::string> changes;
  std::optional<double> last;
  for (const SweepRow& row : rows) {
    if (!row.out_of_place.band || row.out_of_place.band == last) continue;
    last = row.out_of_place.band;
    changes.push_back(fmt::format("{:.2f} from {}", *last, to_text(size_of(row.collective))));
  }
  return changes.empty() ? ""
                         : fmt::format("# {:<20} : time / or x {}\n", "80 % band", fmt::join(changes, ", "));
}

// "# Larger, yet faster   : 256MiB (multi-chain, simple) than 128MiB (multi-chain, ll128)": where the choice
// changes between two sizes, and the larger one takes less time. Empty if there is none, or times are
// measured.
std::string bumps_line(const Experiment& e, const std::vector<SweepRow>& rows) {
  if (e.on != BackendName::sim) return "";
  const auto way = [](const SweepRow& row) {
    return fmt::format("{} ({}, {})", to_text(size_of(row.collective)), row.algorithm,
                       name_in_results(row.protocol));
  };
  std::vector<std::string> bumps;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const bool same_choice =
        rows[i].algorithm == rows[i - 1].algorithm && rows[i].protocol == rows[i - 1].protocol;
    if (!same_choice && rows[i].out_of_place.time < rows[i - 1].out_of_place.time)
      bumps.push_back(fmt::format("{} than {}", way(rows[i]), way(rows[i - 1])));
  }
  return bumps.empty() ? "" : fmt::format("# {:<20} : {}\n", "Larger, yet faster", fmt::join(bumps, ", "));
}

// "# Where                : 4 virtual ranks on one GPU (NVIDIA H200)". Empty for most backends.
std::string where_line(const std::vector<SweepRow>& rows) {
  const std::string& where = rows.front().where;
  return where.empty() ? "" : fmt::format("# {:<20} : {}\n", "Where", where);
}

// "# Calls in a row       : 20; the times are those of one of them". Empty for calls alone.
std::string calls_line(const Experiment& e) {
  return e.loop == 1
             ? ""
             : fmt::format("# {:<20} : {}; the times are those of one of them\n", "Calls in a row", e.loop);
}

// As nccl-tests counts; but of calls in a row, only the first could have a rank that begins later.
int usual_loop(const Experiment& e) {
  return e.on == BackendName::sim && e.late.empty() ? calls_of_nccl_tests : 1;
}

std::string text_head(const Setup& setup, const SweepArguments& asked) {
  Experiment line = setup.experiment;
  line.size.reset();
  const bool calls_are_alone = line.loop == 1 && usual_loop(line) != 1;
  return fmt::format("# commlab sweep {}{} {}\n", to_line(line), calls_are_alone ? " --loop 1" : "",
                     to_line(asked.range)) +
         fmt::format("# Collective test starting: {}_perf\n", name_of(line.collective)) + nccl_tests_titles();
}

std::string text_tail(const Setup& setup, const std::vector<SweepRow>& rows) {
  return nccl_tests_trailer(average_busbw(rows)) + first_calls_line(rows) + algorithms_line(rows) +
         calls_line(setup.experiment) + band_line(rows) + bumps_line(setup.experiment, rows) +
         rounded_line(rows) + where_line(rows) +
         fmt::format("# Collective test concluded: {}_perf\n#\n", name_of(setup.experiment.collective));
}

Json side_json(const Collective& collective, const SweepSide& side) {
  return {{"time_us", microseconds_of(side.time)},
          {"algbw_GBps", algbw_GBps(collective, side.time)},
          {"busbw_GBps", busbw_GBps(collective, side.time)},
          {"wrong", side.checked ? Json(0) : Json(nullptr)},
          {"first_us", us_json(side.first)},
          {"low_us", side.band ? Json(microseconds_of(low_end(side.time, *side.band))) : Json(nullptr)},
          {"high_us", side.band ? Json(microseconds_of(high_end(side.time, *side.band))) : Json(nullptr)},
          {"chunks_rounded_up", side.rounded_up}};
}

std::string json(const Setup& setup, const std::vector<SweepRow>& rows) {
  Json array = Json::array();
  for (const SweepRow& row : rows)
    array.push_back({{"size_bytes", size_of(row.collective).count},
                     {"count", row.collective.count},
                     {"algorithm", row.algorithm},
                     {"protocol", name_in_results(row.protocol)},
                     {"out_of_place", side_json(row.collective, row.out_of_place)},
                     {"in_place", side_json(row.collective, row.in_place)}});
  Json json{{"collective", name_of(setup.collective.kind)},
            {"ranks", setup.collective.ranks},
            {"dtype", name_of(setup.collective.dtype)},
            {"machine", setup.experiment.machine},
            {"backend", name_of(setup.experiment.on)}};
  if (const std::string& where = rows.front().where; !where.empty()) json["where"] = where;
  json["calls_in_a_row"] = setup.experiment.loop;
  json["rows"] = array;
  json["average_busbw_GBps"] = average_busbw(rows);
  return document(json);
}

Table csv_table() {
  return Table({{"size_bytes"},
                {"count"},
                {"algorithm"},
                {"protocol"},
                {"out_of_place_us"},
                {"out_of_place_algbw_GBps"},
                {"out_of_place_busbw_GBps"},
                {"in_place_us"},
                {"in_place_algbw_GBps"},
                {"in_place_busbw_GBps"},
                {"out_of_place_first_us"},
                {"in_place_first_us"},
                {"where"}});
}

std::string csv_row(const SweepRow& row) {
  const Collective& c = row.collective;
  const auto number = [](double value) { return fmt::format("{}", value); };
  Table table = csv_table();
  table.add({std::to_string(size_of(c).count), std::to_string(c.count), row.algorithm,
             std::string(name_in_results(row.protocol)), us_cell(row.out_of_place.time),
             number(algbw_GBps(c, row.out_of_place.time)), number(busbw_GBps(c, row.out_of_place.time)),
             us_cell(row.in_place.time), number(algbw_GBps(c, row.in_place.time)),
             number(busbw_GBps(c, row.in_place.time)), us_cell(row.out_of_place.first),
             us_cell(row.in_place.first), row.where});
  return table.csv_rows_only();
}

AnswerParts parts(const Setup& setup, const SweepArguments& asked, const std::vector<SweepRow>& rows) {
  const auto svg = [&] { return to_svg(sweep_chart(setup, rows)); };
  switch (asked.output.format) {
    case Format::json: return {.tail = [&] { return json(setup, rows); }, .svg = svg};
    case Format::csv:
      return {.head = [] { return csv_table().csv(); },
              .newest_row = [&] { return csv_row(rows.back()); },
              .svg = svg};
    case Format::text: break;
  }
  return {.head = [&] { return text_head(setup, asked); },
          .newest_row = [&] { return nccl_tests_row(rows.back()); },
          .tail = [&] { return text_tail(setup, rows); },
          .svg = svg};
}

// Runs all sizes, and takes their rows in order, those before the first error.
Status sweep_sizes(const Experiment& experiment, const std::vector<Bytes>& sizes, const Tools& tools,
                   const std::function<void(SweepRow)>& take) {
  Status status;
  in_parallel(
      sizes.size(), tools.side_by_side(experiment.on),
      [&](std::size_t i) {
        Experiment one = experiment;
        one.size = sizes[i];
        return sweep_one_size(one, tools);
      },
      [&](std::size_t, Result<SweepRow> row) {
        if (row)
          take(*std::move(row));
        else
          status = tl::unexpected(row.error());
        return status.has_value();
      });
  return status;
}

Result<int> sweep(const SweepArguments& asked, const Tools& tools) {
  if (says_amount(asked.experiment))
    return fail("--size, --count, --counts: a sweep takes its sizes from -b, -e and -f");
  const Result<std::vector<Bytes>> sizes = sizes_of(asked.range);
  if (!sizes) return tl::unexpected(sizes.error());
  const Result<Setup> setup = set_up(asked.experiment, tools.planner());
  if (!setup) return tl::unexpected(setup.error());

  tell_unused_variables(setup->experiment);
  std::vector<SweepRow> rows;
  RowByRow answer(asked.output, parts(*setup, asked, rows));
  Progress progress;
  std::optional<AnswerSoFar> so_far(std::in_place, sizes->size(), "size", [&] { return answer.finish(); });
  progress.report(0, to_human(sizes->front()));
  const auto take = [&](SweepRow row) {
    so_far->add(rows.size() + 1, [&] {
      rows.push_back(std::move(row));
      answer.add_newest_row();
    });
    if (rows.size() < sizes->size())
      progress.report(static_cast<double>(rows.size()) / static_cast<double>(sizes->size()),
                      to_human((*sizes)[rows.size()]));
  };
  const Status swept = sweep_sizes(setup->experiment, *sizes, tools, take);
  so_far.reset();
  if (!swept) return tl::unexpected(swept.error());
  return answer.finish().map([] { return 0; });
}

Action declare_sweep(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<SweepArguments>();
  add_experiment(app, asked->experiment);
  add_size_range(app, asked->range);
  add_output(app, asked->output, tools, {.picture = true});
  const CLI::Option* const loop = app.get_option("--loop");
  return [asked, loop, &tools] {
    if (loop->count() == 0) asked->experiment.loop = usual_loop(asked->experiment);
    return sweep(*asked, tools);
  };
}

}  // namespace

const Command sweep_command = {.name = "sweep",
                               .summary = "run one collective over many sizes, in the form of nccl-tests",
                               .examples = R"(  commlab sweep all_reduce -b 8 -e 8G -f 2
  commlab sweep broadcast --loop 1 -b 8 -e 8G                     each call alone, not 20 in a row
  commlab sweep all_reduce --machine dgx-h100 -b 8 -e 8G --out dgx-h100.svg
  commlab sweep all_gather --machine switch:8,450GB/s,350ns --algorithm ring -b 1M -e 1G
  commlab sweep all_reduce --on host --ranks 4 -b 16K -e 64M -f 4 --format csv --out host.csv)",
                               .declare = declare_sweep};

}  // namespace commlab
