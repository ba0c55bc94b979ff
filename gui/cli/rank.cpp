// commlab rank: all algorithms of a collective on one machine, the fastest first.

#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "core/run.h"
#include "gui/cli/command.h"
#include "gui/cli/crossover_chart.h"
#include "gui/cli/options.h"
#include "gui/cli/output.h"
#include "gui/cli/progress.h"
#include "gui/cli/ranking.h"
#include "gui/cli/sizes.h"
#include "gui/cli/table.h"
#include "gui/cli/text.h"

namespace commlab {
namespace {

using Json = nlohmann::ordered_json;
constexpr auto right = Table::Align::right;

struct Asked {
  Experiment experiment;
  std::string over;  // "8:8G"; empty: one size
  SizeRange range;
  Output output;
};

// 100 where nothing takes time.
double percent_of_bound(const Bound& bound, Time time) {
  return time == Time{} ? 100 : percent_of(bound.time, time);
}

std::string what_is_ranked(const Setup& setup, const std::string& what, const std::string& line) {
  return fmt::format("commlab rank {}\n\n", line) +
         fact("what", fmt::format("{}: {}", name_of(setup.collective.kind), what)) +
         fact("machine", fmt::format("{}: {}", setup.experiment.machine, setup.machine->title));
}

std::string text(const Ranking& ranking) {
  const Collective& c = ranking.setup.collective;
  Table table({{"algorithm"},
               {"time", right},
               {"of bound", right},
               {"steps", right},
               {"busbw", right},
               {"limited by"}});
  const std::optional<Bound>& bound = ranking.bound;
  if (bound)
    table.add({"the bound", to_human(bound->time), percent_text(100), "",
               bandwidth_text(busbw_GBps(c, bound->time)),
               bound_place_text(*bound, ranking.setup.experiment)});
  for (const Ranked& each : ranking.ranked)
    table.add({std::string(each.algorithm->name), to_human(each.time),
               bound ? percent_text(percent_of_bound(*bound, each.time)) : "", std::to_string(each.steps),
               bandwidth_text(busbw_GBps(c, each.time)), each.limited_by});
  return what_is_ranked(ranking.setup, collective_text(c), to_line(ranking.setup.experiment)) + '\n' +
         table.text() + refused_text(ranking.refused);
}

Json refused_json(const std::vector<Refused>& refused) {
  Json array = Json::array();
  for (const Refused& each : refused)
    array.push_back({{"algorithm", each.algorithm->name}, {"why", each.why.message}});
  return array;
}

Json head_json(const Setup& setup) {
  return {{"experiment", to_line(setup.experiment)},
          {"collective", name_of(setup.collective.kind)},
          {"ranks", setup.collective.ranks},
          {"machine", setup.experiment.machine},
          {"backend", setup.experiment.on}};
}

Json us(const std::optional<Time>& time) { return time ? Json(microseconds_of(*time)) : Json(nullptr); }

std::string json(const Ranking& ranking) {
  const Collective& c = ranking.setup.collective;
  const std::optional<Bound>& bound = ranking.bound;
  Json json = head_json(ranking.setup);
  json["size_bytes"] = size_of(c).count;
  json["bound_us"] = bound ? Json(microseconds_of(bound->time)) : Json(nullptr);
  json["bound_limited_by"] = bound ? Json(bound->limited_by) : Json(nullptr);
  json["rows"] = Json::array();
  for (const Ranked& each : ranking.ranked)
    json["rows"].push_back(
        {{"collective", name_of(c.kind)},
         {"algorithm", each.algorithm->name},
         {"protocol", "simple"},
         {"channels", ranking.setup.experiment.channels},
         {"ranks", c.ranks},
         {"size_bytes", size_of(c).count},
         {"machine", ranking.setup.experiment.machine},
         {"backend", ranking.setup.experiment.on},
         {"time_us", microseconds_of(each.time)},
         {"algbw_GBps", algbw_GBps(c, each.time)},
         {"busbw_GBps", busbw_GBps(c, each.time)},
         {"bound_us", json["bound_us"]},
         {"percent_of_bound", bound ? Json(percent_of_bound(*bound, each.time)) : Json(nullptr)},
         {"steps", each.steps},
         {"transfers", each.transfers},
         {"verified", each.verified ? Json(*each.verified) : Json(nullptr)},
         {"limited_by", each.limited_by}});
  json["not_here"] = refused_json(ranking.refused);
  return json.dump(2) + '\n';
}

std::string csv(const Ranking& ranking) {
  const Collective& c = ranking.setup.collective;
  Table table({{"algorithm"},
               {"size_bytes"},
               {"time_us"},
               {"percent_of_bound"},
               {"steps"},
               {"transfers"},
               {"algbw_GBps"},
               {"busbw_GBps"},
               {"bound_us"},
               {"limited_by"}});
  for (const Ranked& each : ranking.ranked)
    table.add({std::string(each.algorithm->name), std::to_string(size_of(c).count),
               fmt::format("{}", microseconds_of(each.time)),
               ranking.bound ? fmt::format("{:.2f}", percent_of_bound(*ranking.bound, each.time)) : "",
               std::to_string(each.steps), std::to_string(each.transfers),
               fmt::format("{}", algbw_GBps(c, each.time)), fmt::format("{}", busbw_GBps(c, each.time)),
               ranking.bound ? fmt::format("{}", microseconds_of(ranking.bound->time)) : "",
               each.limited_by});
  return table.csv();
}

std::string answer(Format format, const Ranking& ranking) {
  switch (format) {
    case Format::json: return json(ranking);
    case Format::csv: return csv(ranking);
    case Format::text: break;
  }
  return text(ranking);
}

// "3.0x .. 1.2x": by how much the winner leads, from its first size to its last.
std::string ahead_text(const Lead& lead) {
  if (!lead.rival) return "";
  const std::string least = fmt::format("{:.2f}x", lead.least_ahead),
                    most = fmt::format("{:.2f}x", lead.most_ahead);
  return least == most ? least : fmt::format("{} to {}", least, most);
}

std::string text(const Race& race, const std::vector<Lead>& leads, const std::string& line) {
  Table table({{"from", right},
               {"to", right},
               {"fastest"},
               {"its time", right},
               {"", right},
               {"closest rival"},
               {"is slower by"}});
  for (const Lead& lead : leads) {
    const Bytes from = race.sizes[lead.first];
    table.add({lead.since ? "about " + size_label(static_cast<double>(lead.since->count)) : to_human(from),
               to_human(race.sizes[lead.last]), std::string(lead.winner->name), to_human(lead.first_time),
               ".. " + to_human(lead.last_time), lead.rival ? std::string(lead.rival->name) : "none",
               ahead_text(lead)});
  }
  const std::string what = fmt::format("{}, {} to {}", who_text(race.setup.collective),
                                       to_human(race.sizes.front()), to_human(race.sizes.back()));
  return what_is_ranked(race.setup, what, line) + '\n' + table.text() + refused_text(race.refused);
}

std::string json(const Race& race, const std::vector<Lead>& leads) {
  Json json = head_json(race.setup);
  json["rows"] = Json::array();
  for (std::size_t i = 0; i < race.sizes.size(); ++i)
    for (std::size_t r = 0; r < race.runners.size(); ++r) {
      const Race::Runner& runner = race.runners[r];
      json["rows"].push_back({{"size_bytes", race.sizes[i].count},
                              {"algorithm", runner.algorithm->name},
                              {"time_us", us(runner.times[i])},
                              {"bound_us", us(race.bounds[i])},
                              {"fastest", podium_at(race, i).winner == static_cast<int>(r)}});
    }
  json["leads"] = Json::array();
  for (const Lead& lead : leads)
    json["leads"].push_back({{"from_bytes", race.sizes[lead.first].count},
                             {"to_bytes", race.sizes[lead.last].count},
                             {"since_bytes", lead.since ? Json(lead.since->count) : Json(nullptr)},
                             {"algorithm", lead.winner->name},
                             {"rival", lead.rival ? Json(lead.rival->name) : Json(nullptr)},
                             {"least_ahead", lead.least_ahead},
                             {"most_ahead", lead.most_ahead}});
  json["not_here"] = refused_json(race.refused);
  return json.dump(2) + '\n';
}

std::string csv(const Race& race) {
  Table table({{"size_bytes"}, {"algorithm"}, {"time_us"}, {"bound_us"}, {"fastest"}});
  const auto us_text = [](const std::optional<Time>& time) {
    return time ? fmt::format("{}", microseconds_of(*time)) : "";
  };
  for (std::size_t i = 0; i < race.sizes.size(); ++i)
    for (std::size_t r = 0; r < race.runners.size(); ++r)
      table.add({std::to_string(race.sizes[i].count), std::string(race.runners[r].algorithm->name),
                 us_text(race.runners[r].times[i]), us_text(race.bounds[i]),
                 podium_at(race, i).winner == static_cast<int>(r) ? "yes" : "no"});
  return table.csv();
}

Result<Setup> set_up_for_all(const Asked& asked, const Tools& tools) {
  if (asked.experiment.on != "sim")
    return fail("--on {}: rank predicts, on the simulator; commlab compare --algorithm all measures",
                asked.experiment.on);
  if (asked.experiment.algorithm != "all")
    return fail("--algorithm {}: rank tries every algorithm; leave the option out, or commlab run has one",
                asked.experiment.algorithm);
  return set_up(asked.experiment, tools);
}

Result<std::vector<Bytes>> sizes_to_race(const Asked& asked) {
  if (asked.experiment.size || asked.experiment.count)
    return fail("--size, --count: with --over the sizes come from there; leave them out");
  const std::size_t colon = asked.over.find(':');
  if (colon == std::string::npos)
    return fail("--over: '{}' is no range of sizes; expected one as in 8:8G", asked.over);
  SizeRange range = asked.range;
  range.first = asked.over.substr(0, colon);
  range.last = asked.over.substr(colon + 1);
  return sizes_of(range);
}

std::string answer(const Asked& asked, const Race& race, const std::vector<Lead>& leads) {
  switch (asked.output.format) {
    case Format::json: return json(race, leads);
    case Format::csv: return csv(race);
    case Format::text: break;
  }
  Experiment line = race.setup.experiment;
  line.size.reset();
  return text(race, leads, fmt::format("{} --over {} -f {}", to_line(line), asked.over, asked.range.factor));
}

// A chart goes to its file, and the answer to the reader all the same.
Status deliver_race(const Output& output, const std::string& answer, const Chart& chart) {
  if (!output.file.ends_with(".svg")) return deliver(output, answer);
  const Status drawn = deliver(output, to_svg(chart));
  return drawn ? deliver({}, answer) : drawn;
}

Status rank_over_sizes(const Asked& asked, const Tools& tools) {
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
  return deliver_race(asked.output, answer(asked, *race, found), crossover_chart(*race, found));
}

Status rank_at_one_size(const Asked& asked, const Tools& tools) {
  if (asked.output.file.ends_with(".svg"))
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

Result<int> rank(const Asked& asked, const Tools& tools) {
  const Status done = asked.over.empty() ? rank_at_one_size(asked, tools) : rank_over_sizes(asked, tools);
  return done.map([] { return 0; });
}

Action declare(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<Asked>();
  asked->experiment.algorithm = "all";
  add_experiment(app, asked->experiment);
  app.add_option("--over", asked->over, "a range of sizes: who is fastest where, and who takes over")
      ->type_name("8:8G");
  add_factor(app, asked->range);
  add_output(app, asked->output);
  return [asked, &tools] { return rank(*asked, tools); };
}

}  // namespace

const Command rank_command = {.name = "rank",
                              .summary = "all algorithms, the fastest first, under the bound",
                              .examples = R"(  commlab rank all_reduce
  commlab rank broadcast --machine switch:16,450GB/s,350ns --size 1MiB
  commlab rank p2p --from 0 --to 2 --size 400MB --links nvlink
  commlab rank all_reduce --over 8:8G --out crossover.svg)",
                              .declare = declare};

}  // namespace commlab
