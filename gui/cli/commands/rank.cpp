// commlab rank: all algorithms of a collective on one machine, the fastest first.

#include <algorithm>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "core/experiment/amount.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/commands/sizes.h"
#include "gui/cli/output/answer_so_far.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/output/row_by_row.h"
#include "gui/cli/reports/crossover_chart.h"
#include "gui/cli/reports/ranking_report.h"
#include "gui/experiments/ranking.h"

namespace commlab {
namespace {

struct RankArguments {
  Experiment experiment;
  std::optional<std::string> over;  // "8:8G"; none: one size
  SizeRange range;
  Output output;
};

Result<Setup> set_up_for_all(const RankArguments& asked, const Tools& tools) {
  if (asked.experiment.on != BackendName::sim)
    return fail("--on {}: rank only simulates; commlab compare --algorithm all measures",
                name_of(asked.experiment.on));
  const bool with_nccl = asked.experiment.algorithm == "nccl" && !asked.over;
  if (asked.experiment.algorithm != "all" && !with_nccl)
    return fail(
        "--algorithm {}: rank tries every algorithm; leave the option out, or say nccl to rank NCCL's "
        "choice, too, at one size; commlab run runs a single one",
        asked.experiment.algorithm);
  return set_up(asked.experiment, tools.planner());
}

Result<std::vector<Bytes>> sizes_to_race(const RankArguments& asked) {
  if (says_amount(asked.experiment))
    return fail("--size, --count, --counts: with --over the sizes come from there; leave them out");
  const std::size_t colon = asked.over->find(':');
  if (colon == std::string::npos)
    return fail("--over: '{}' is no range of sizes; expected one as in 8:8G", *asked.over);
  SizeRange range = asked.range;
  range.first = asked.over->substr(0, colon);
  range.last = asked.over->substr(colon + 1);
  return sizes_of(range);
}

std::string answer(Format format, const Ranking& ranking) {
  switch (format) {
    case Format::json: return ranking_json(ranking);
    case Format::csv: return ranking_csv(ranking);
    case Format::text: break;
  }
  return ranking_text(ranking);
}

std::string line_of(const RankArguments& asked, const Setup& setup, const std::vector<Bytes>& sizes) {
  Experiment line = setup.experiment;
  line.size.reset();
  return fmt::format("{} --over {}:{} -f {}", to_line(line), to_text(sizes.front()), to_text(sizes.back()),
                     asked.range.factor);
}

// A race that goes on, and how many of its leads are printed: those after which another one came.
struct GrowingRace {
  Race race;
  const std::vector<Bytes>& sizes;
  std::string line;
  std::size_t printed = 0;
  std::optional<RaceTable> table{};

  std::string rows_up_to(std::size_t end) {
    std::string text;
    for (; printed < end; ++printed) text += table->row(race, race.leads[printed]);
    return text;
  }
};

// `over`: the race without those that do not run, when it is over.
AnswerParts race_parts(Format format, GrowingRace& all, const std::optional<Race>& over) {
  const auto svg = [&] { return to_svg(crossover_chart(*over)); };
  switch (format) {
    case Format::json: return {.tail = [&] { return race_json(*over); }, .svg = svg};
    case Format::csv:
      return {.head = race_csv_titles,
              .newest_row = [&all] { return race_csv_rows(all.race, all.race.sizes.size() - 1); },
              .svg = svg};
    case Format::text: break;
  }
  return {
      .head =
          [&all] {
            all.table.emplace(all.race, all.sizes);
            return race_text_head(all.race, all.sizes, all.line) + all.table->titles();
          },
      .newest_row = [&all] { return all.rows_up_to(std::max<std::size_t>(all.race.leads.size(), 1) - 1); },
      .tail = [&] { return all.rows_up_to(all.race.leads.size()) + race_text_tail(*over); },
      .svg = svg};
}

Status rank_over_sizes(const RankArguments& asked, const Tools& tools) {
  const Result<std::vector<Bytes>> sizes = sizes_to_race(asked);
  if (!sizes) return tl::unexpected(sizes.error());
  const Result<Setup> setup = set_up_for_all(asked, tools);
  if (!setup) return tl::unexpected(setup.error());

  GrowingRace all{.race = start_of_race(*setup), .sizes = *sizes, .line = line_of(asked, *setup, *sizes)};
  std::optional<Race> over;
  RowByRow answer(asked.output, race_parts(asked.output.format, all, over));
  const auto finish = [&]() -> Status {
    Result<Race> race = settled(all.race);
    if (!race) return tl::unexpected(race.error());
    over = *std::move(race);
    return answer.finish();
  };
  std::optional<Progress> progress(std::in_place);
  std::optional<AnswerSoFar> so_far(std::in_place, sizes->size(), "size", finish);
  const auto report = [&](double fraction, std::string_view what) { progress->report(fraction, what); };
  const auto take = [&](RacedSize raced) {
    so_far->add(all.race.sizes.size() + 1, [&] {
      add(all.race, std::move(raced), tools);
      if (!all.race.leads.empty()) answer.add_newest_row();
    });
  };
  run_race(all.race, *sizes, tools, report, take);
  so_far.reset();
  progress.reset();
  return finish();
}

Status rank_at_one_size(const RankArguments& asked, const Tools& tools) {
  if (is_picture(asked.output.file))
    return fail("--out {}: a chart needs sizes to range over: --over 8:8G", asked.output.file);
  const Result<Setup> setup = set_up_for_all(asked, tools);
  if (!setup) return tl::unexpected(setup.error());
  std::optional<Progress> progress(std::in_place);
  const auto report = [&](double fraction, std::string_view what) { progress->report(fraction, what); };
  const Result<Ranking> ranking = rank_algorithms(*setup, tools, report);
  progress.reset();
  if (!ranking) return tl::unexpected(ranking.error());
  return deliver(asked.output, answer(asked.output.format, *ranking));
}

Result<int> rank(const RankArguments& asked, const Tools& tools) {
  const Status done = asked.over ? rank_over_sizes(asked, tools) : rank_at_one_size(asked, tools);
  return done.map([] { return 0; });
}

Action declare_rank(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<RankArguments>();
  asked->experiment.algorithm = "all";
  add_experiment(app, asked->experiment);
  app.add_option_function<std::string>(
         "--over", [asked](const std::string& range) { asked->over = range; },
         "a range of sizes: which algorithm is the fastest at which size")
      ->type_name("8:8G");
  add_factor(app, asked->range);
  add_output(app, asked->output, tools, {.picture = true});
  return [asked, &tools] { return rank(*asked, tools); };
}

}  // namespace

const Command rank_command = {
    .name = "rank",
    .summary = "rank all algorithms, the fastest first, and compare them with the bound",
    .examples = R"(  commlab rank all_reduce
  commlab rank broadcast --machine switch:16,450GB/s,350ns --size 1MiB
  commlab rank all_reduce --machine dgx-h100 --algorithm nccl --size 1MiB
  commlab rank p2p --from 0 --to 2 --size 400MB --links nvlink
  commlab rank all_reduce --over 8:8G --out crossover.svg)",
    .declare = declare_rank};

}  // namespace commlab
