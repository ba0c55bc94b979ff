// commlab rank: all algorithms of a collective on one machine, the fastest first.

#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/commands/sizes.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/reports/crossover_chart.h"
#include "gui/cli/reports/ranking_report.h"
#include "gui/experiments/ranking.h"

namespace commlab {
namespace {

struct RankArguments {
  Experiment experiment;
  std::string over;  // "8:8G"; empty: one size
  SizeRange range;
  Output output;
};

Result<Setup> set_up_for_all(const RankArguments& asked, const Tools& tools) {
  if (asked.experiment.on != BackendName::sim)
    return fail("--on {}: rank only simulates; commlab compare --algorithm all measures",
                name_of(asked.experiment.on));
  const bool with_nccl = asked.experiment.algorithm == "nccl" && asked.over.empty();
  if (asked.experiment.algorithm != "all" && !with_nccl)
    return fail(
        "--algorithm {}: rank tries every algorithm; leave the option out, or say nccl to rank NCCL's "
        "choice, too, at one size; commlab run runs a single one",
        asked.experiment.algorithm);
  return set_up(asked.experiment, tools.planner());
}

Result<std::vector<Bytes>> sizes_to_race(const RankArguments& asked) {
  if (asked.experiment.size || asked.experiment.count || !asked.experiment.counts.empty())
    return fail("--size, --count, --counts: with --over the sizes come from there; leave them out");
  const std::size_t colon = asked.over.find(':');
  if (colon == std::string::npos)
    return fail("--over: '{}' is no range of sizes; expected one as in 8:8G", asked.over);
  SizeRange range = asked.range;
  range.first = asked.over.substr(0, colon);
  range.last = asked.over.substr(colon + 1);
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

std::string answer(const RankArguments& asked, const Race& race, const std::vector<Lead>& leads) {
  switch (asked.output.format) {
    case Format::json: return race_json(race, leads);
    case Format::csv: return race_csv(race);
    case Format::text: break;
  }
  Experiment line = race.setup.experiment;
  line.size.reset();
  return race_text(race, leads,
                   fmt::format("{} --over {}:{} -f {}", to_line(line), to_text(race.sizes.front()),
                               to_text(race.sizes.back()), asked.range.factor));
}

Status rank_over_sizes(const RankArguments& asked, const Tools& tools) {
  const Result<std::vector<Bytes>> sizes = sizes_to_race(asked);
  if (!sizes) return tl::unexpected(sizes.error());
  const Result<Setup> setup = set_up_for_all(asked, tools);
  if (!setup) return tl::unexpected(setup.error());
  std::optional<Progress> progress(std::in_place);
  const auto report = [&](double fraction, std::string_view what) { progress->report(fraction, what); };
  const Result<Race> race = race_algorithms(*setup, *sizes, tools, report);
  if (!race) return tl::unexpected(race.error());
  const std::vector<Lead> found = leads(*race, tools);
  progress.reset();
  return deliver(asked.output, answer(asked, *race, found),
                 [&] { return to_svg(crossover_chart(*race, found)); });
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
  const Status done = asked.over.empty() ? rank_at_one_size(asked, tools) : rank_over_sizes(asked, tools);
  return done.map([] { return 0; });
}

Action declare_rank(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<RankArguments>();
  asked->experiment.algorithm = "all";
  add_experiment(app, asked->experiment);
  app.add_option("--over", asked->over, "a range of sizes: which algorithm is the fastest at which size")
      ->type_name("8:8G");
  add_factor(app, asked->range);
  add_output(app, asked->output, tools, true);
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
