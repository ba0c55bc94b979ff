#include "gui/cli/reports/report_data.h"

#include <algorithm>

#include "core/base/json_text.h"
#include "core/plan/band.h"
#include "gui/cli/output/table.h"

namespace commlab {
namespace {

Json split_json(const TimeSplit& split) {
  return {{"launch_us", microseconds_of(split.launch)},
          {"latency_us", microseconds_of(split.latency)},
          {"transfer_us", microseconds_of(split.transfer)},
          {"wait_us", microseconds_of(split.wait)}};
}

Json band_json(Time time, double band) {
  return {{"low_us", microseconds_of(low_end(time, band))},
          {"high_us", microseconds_of(high_end(time, band))}};
}

}  // namespace

Json outcome_json(const Outcome& o) {
  const Collective& collective = o.collective();
  const Measurement measured = measure(collective, o.run);
  Json json{{"experiment", to_line(o.experiment)},
            {"collective", name_of(collective.kind)},
            {"algorithm", o.programs->algorithm},
            {"notes", fmt::format("{}", fmt::join(o.programs->notes, "; "))},
            {"protocol", name_in_results(o.protocol)},
            {"channels", o.programs->channels},
            {"ranks", collective.ranks},
            {"size_bytes", measured.size.count},
            {"machine", o.experiment.machine},
            {"backend", o.run.backend},
            {"time_us", microseconds_of(measured.median)},
            {"time_min_us", microseconds_of(measured.min)},
            {"time_max_us", microseconds_of(measured.max)},
            {"algbw_GBps", algbw_GBps(collective, measured.median)},
            {"busbw_GBps", busbw_GBps(collective, measured.median)},
            {"bound_us", o.bound ? Json(microseconds_of(o.bound->time)) : Json(nullptr)},
            {"bound_limited_by", o.bound ? Json(name_of(o.bound->limited_by)) : Json(nullptr)},
            {"steps", o.programs->steps},
            {"transfers", o.run.transfers},
            {"pieces", or_null(o.experiment.pieces)},
            {"bitwise_equal", or_null(o.one_order)},
            {"verified", or_null(o.verified)}};
  if (const std::string where = where_text(o.run); !where.empty()) json["where"] = where;
  if (is_uneven(collective)) json["counts"] = collective.counts.rows();
  if (o.run.simulated_ranks) json["simulated_ranks"] = *o.run.simulated_ranks;
  if (o.run.rounded_up) json["chunks_rounded_up"] = true;
  if (o.nccl)
    json["nccl"] = {{"version", to_text(counts_as(o.experiment.nccl.version))},
                    {"asked_version", to_text(o.experiment.nccl.version)},
                    {"algorithm", name_of(o.nccl->algorithm)},
                    {"protocol", name_of(o.nccl->protocol)},
                    {"channels", o.nccl->channels},
                    {"threads", o.nccl->threads},
                    {"estimate_us", o.nccl->time_us}};
  if (o.band) json["band"] = band_json(o.run.finish, *o.band);
  if (o.as_measured) json["times_as_measured"] = *o.as_measured;
  if (o.run.first) json["first_us"] = microseconds_of(*o.run.first);
  if (o.run.calls > 1) json["calls_in_a_row"] = o.run.calls;
  if (o.run.over_ranks)
    json["of_ranks_us"] = {{"mean", microseconds_of(o.run.over_ranks->mean)},
                           {"min", microseconds_of(o.run.over_ranks->min)},
                           {"max", microseconds_of(o.run.over_ranks->max)}};
  if (o.run.launch) json["launch_us"] = microseconds_of(*o.run.launch);
  if (o.run.estimate) json["estimate_us"] = microseconds_of(*o.run.estimate);
  if (!o.run.notes.empty()) json["reported"] = fmt::format("{}", fmt::join(o.run.notes, "; "));
  if (o.run.checked) json["bit_for_bit"] = !o.run.rounded;
  if (const auto split = o.split()) json["split"] = split_json(*split);
  if (!o.run.links.empty() && o.machine)
    json["busiest_link"] = {{"link", o.machine->topology.link_name(o.run.links.front().link)},
                            {"bytes", o.run.links.front().bytes},
                            {"busy_us", microseconds_of(o.run.links.front().busy)},
                            {"full_us", microseconds_of(o.run.links.front().full)}};
  return json;
}

std::string outcomes_json(const std::vector<Outcome>& outcomes, const Provenance& provenance) {
  Json rows = Json::array();
  for (const Outcome& outcome : outcomes) rows.push_back(outcome_json(outcome));
  Json json = outcomes.size() == 1 ? rows.front() : Json{{"rows", rows}};
  if (provenance.known()) json["provenance"] = provenance_json(provenance);
  return document(json);
}

// A row has no value where its outcome has no such field: only some runs simulate fewer ranks than there are.
std::string outcomes_csv(const std::vector<Outcome>& outcomes) {
  std::vector<Json> rows;
  std::vector<std::string> names;
  for (const Outcome& outcome : outcomes) {
    rows.push_back(outcome_json(outcome));
    for (const auto& [name, value] : rows.back().items())
      if (!value.is_object() && std::ranges::count(names, name) == 0) names.push_back(name);
  }
  std::vector<Table::Column> columns;
  for (const std::string& name : names) columns.push_back({name});
  Table table(std::move(columns));
  for (const Json& fields : rows) {
    std::vector<std::string> row;
    for (const std::string& name : names) {
      const Json value = fields.value(name, Json());
      row.push_back(value.is_string() ? value.get<std::string>() : value.is_null() ? "" : json_text(value));
    }
    table.add(std::move(row));
  }
  return table.csv();
}

}  // namespace commlab
