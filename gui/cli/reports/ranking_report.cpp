#include "gui/cli/reports/ranking_report.h"

#include <algorithm>

#include "core/experiment/run.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/picture/chart.h"

namespace commlab {
namespace {

std::string what_is_ranked(const Setup& setup, const std::string& what, const std::string& line) {
  return fmt::format("commlab rank {}\n\n", line) +
         fact("what", fmt::format("{}: {}", name_of(setup.collective.kind), what)) +
         fact("machine", fmt::format("{}: {}", setup.experiment.machine, setup.machine->title));
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
          {"backend", name_of(setup.experiment.on)}};
}

// "1.20x to 3.00x": how many times as long the closest rival takes, from the least to the most.
std::string ahead_text(const Lead& lead) {
  if (!lead.rival) return "";
  const std::string least = fmt::format("{:.2f}x", lead.least_ahead),
                    most = fmt::format("{:.2f}x", lead.most_ahead);
  return least == most ? least : fmt::format("{} to {}", least, most);
}

// "ring", or "nccl: ring (Ring/LL)".
std::string name_of(const Ranked& each) {
  const std::string_view name = each.algorithm->name;
  return each.nccl.empty() ? std::string(name) : fmt::format("nccl: {} ({})", name, each.nccl);
}

Table race_csv_table() {
  return Table({{"size_bytes"}, {"algorithm"}, {"time_us"}, {"bound_us"}, {"fastest"}});
}

}  // namespace

std::string ranking_text(const Ranking& ranking) {
  const Collective& c = ranking.setup.collective;
  const bool has_needs =
      std::ranges::any_of(ranking.ranked, [](const Ranked& each) { return !each.needs.empty(); });
  std::vector<Table::Column> columns = {{"algorithm"},    {"time", right},  {"of bound", right},
                                        {"steps", right}, {"busbw", right}, {"limited by"}};
  if (has_needs) columns.insert(columns.end() - 1, {"needs"});
  Table table(columns);
  const auto add = [&](std::vector<std::string> cells, const std::string& needs) {
    if (has_needs) cells.insert(cells.end() - 1, needs);
    table.add(std::move(cells));
  };
  const std::optional<Bound>& bound = ranking.bound;
  if (bound)
    add({"the bound", to_human(bound->time), percent_text(100), "",
         bandwidth_text(busbw_GBps(c, bound->time)), bound_place(*bound, ranking.setup.experiment)},
        "");
  for (const Ranked& each : ranking.ranked)
    add({name_of(each), to_human(each.time), bound ? percent_text(percent_of_bound(*bound, each.time)) : "",
         std::to_string(each.steps), bandwidth_text(busbw_GBps(c, each.time)), each.limited_by},
        each.needs);
  return what_is_ranked(ranking.setup, collective_text(c), to_line(ranking.setup.experiment)) + '\n' +
         table.text() + refused_text(ranking.refused);
}

std::string ranking_json(const Ranking& ranking) {
  const Collective& c = ranking.setup.collective;
  const std::optional<Bound>& bound = ranking.bound;
  Json json = head_json(ranking.setup);
  json["size_bytes"] = size_of(c).count;
  json["bound_us"] = bound ? Json(microseconds_of(bound->time)) : Json(nullptr);
  json["bound_limited_by"] = bound ? Json(name_of(bound->limited_by)) : Json(nullptr);
  json["rows"] = Json::array();
  for (const Ranked& each : ranking.ranked)
    json["rows"].push_back(
        {{"collective", name_of(c.kind)},
         {"algorithm", each.algorithm->name},
         {"protocol", name_in_results(each.protocol)},
         {"channels", each.channels},
         {"ranks", c.ranks},
         {"size_bytes", size_of(c).count},
         {"machine", ranking.setup.experiment.machine},
         {"backend", name_of(ranking.setup.experiment.on)},
         {"time_us", microseconds_of(each.time)},
         {"algbw_GBps", algbw_GBps(c, each.time)},
         {"busbw_GBps", busbw_GBps(c, each.time)},
         {"bound_us", json["bound_us"]},
         {"percent_of_bound", bound ? Json(percent_of_bound(*bound, each.time)) : Json(nullptr)},
         {"steps", each.steps},
         {"transfers", each.transfers},
         {"verified", or_null(each.verified)},
         {"needs", each.needs.empty() ? Json(nullptr) : Json(each.needs)},
         {"nccl", each.nccl.empty() ? Json(nullptr) : Json(each.nccl)},
         {"limited_by", each.limited_by}});
  json["not_here"] = refused_json(ranking.refused);
  return document(json);
}

std::string ranking_csv(const Ranking& ranking) {
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
               {"limited_by"},
               {"needs"}});
  for (const Ranked& each : ranking.ranked)
    table.add({name_of(each), std::to_string(size_of(c).count), us_cell(each.time),
               ranking.bound ? fmt::format("{:.2f}", percent_of_bound(*ranking.bound, each.time)) : "",
               std::to_string(each.steps), std::to_string(each.transfers),
               fmt::format("{}", algbw_GBps(c, each.time)), fmt::format("{}", busbw_GBps(c, each.time)),
               ranking.bound ? us_cell(ranking.bound->time) : "", each.limited_by, each.needs});
  return table.csv();
}

RaceTable::RaceTable(const Race& so_far, const std::vector<Bytes>& sizes) {
  std::size_t to = 0, name = 0;
  for (const Bytes size : sizes) to = std::max(to, width_of(to_human(size)));
  for (const Race::Runner& runner : so_far.runners)
    if (std::ranges::any_of(runner.times, [](const auto& time) { return time.has_value(); }))
      name = std::max(name, width_of(runner.algorithm->name));
  name = std::min(name, width_of("recursive-doubling"));  // few winners have a longer one
  const std::size_t time = width_of("12.3 us");
  columns_ = {{"from", right, width_of("about 123.4 MiB")},
              {"to", right, to},
              {"fastest", Table::Align::left, name},
              {"its time", right, time},
              {"", right, width_of(".. ") + time},
              {"closest rival", Table::Align::left, name},
              {"is slower by"}};
}

std::string RaceTable::titles() const { return Table(columns_).titles(); }

std::string RaceTable::row(const Race& race, const Lead& lead) const {
  Table table(columns_);
  table.add({lead.since ? "about " + size_label(static_cast<double>(lead.since->count))
                        : to_human(race.sizes[lead.first]),
             to_human(race.sizes[lead.last]), std::string(lead.winner->name), to_human(lead.first_time),
             ".. " + to_human(lead.last_time), lead.rival ? std::string(lead.rival->name) : "none",
             ahead_text(lead)});
  return table.newest_row();
}

std::string race_text_head(const Race& race, const std::vector<Bytes>& sizes, const std::string& line) {
  const std::string what = fmt::format("{}, {} to {}", who_text(race.setup.collective),
                                       to_human(sizes.front()), to_human(sizes.back()));
  return what_is_ranked(race.setup, what, line) + '\n';
}

std::string race_text_tail(const Race& settled) { return refused_text(settled.refused); }

std::string race_json(const Race& race) {
  Json json = head_json(race.setup);
  json["rows"] = Json::array();
  for (std::size_t i = 0; i < race.sizes.size(); ++i)
    for (std::size_t r = 0; r < race.runners.size(); ++r) {
      const Race::Runner& runner = race.runners[r];
      json["rows"].push_back({{"size_bytes", race.sizes[i].count},
                              {"algorithm", runner.algorithm->name},
                              {"time_us", us_json(runner.times[i])},
                              {"bound_us", us_json(race.bounds[i])},
                              {"fastest", podium_at(race, i).winner == static_cast<int>(r)}});
    }
  json["leads"] = Json::array();
  for (const Lead& lead : race.leads)
    json["leads"].push_back({{"from_bytes", race.sizes[lead.first].count},
                             {"to_bytes", race.sizes[lead.last].count},
                             {"since_bytes", lead.since ? Json(lead.since->count) : Json(nullptr)},
                             {"algorithm", lead.winner->name},
                             {"rival", lead.rival ? Json(lead.rival->name) : Json(nullptr)},
                             {"least_ahead", lead.least_ahead},
                             {"most_ahead", lead.most_ahead}});
  json["not_here"] = refused_json(race.refused);
  return document(json);
}

std::string race_csv_titles() { return race_csv_table().csv(); }

std::string race_csv_rows(const Race& race, std::size_t size) {
  Table table = race_csv_table();
  const int winner = podium_at(race, size).winner;
  for (std::size_t r = 0; r < race.runners.size(); ++r)
    if (const std::optional<Time>& time = race.runners[r].times[size])
      table.add({std::to_string(race.sizes[size].count), std::string(race.runners[r].algorithm->name),
                 us_cell(time), us_cell(race.bounds[size]), winner == static_cast<int>(r) ? "yes" : "no"});
  return table.csv_rows_only();
}

}  // namespace commlab
