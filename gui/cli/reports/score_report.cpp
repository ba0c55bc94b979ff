#include "gui/cli/reports/score_report.h"

#include <cstddef>

#include "gui/cli/output/data.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/reference_report.h"

namespace commlab {
namespace {

std::string errors_text(const Errors& errors) {
  return fmt::format("{:.1f} / {:.1f} %", errors.median, errors.p90);
}
std::string errors_text(const std::optional<Errors>& errors) { return errors ? errors_text(*errors) : ""; }

Json errors_json(const Errors& errors) {
  return {{"median_error_percent", errors.median}, {"p90_error_percent", errors.p90}};
}

// The groups of families that are summed up.
struct GroupOfFamilies {
  std::string_view name;
  Errors Score::*errors;
};
constexpr GroupOfFamilies all_groups[] = {{"all families", &Score::all},
                                          {"one node", &Score::one_node},
                                          {"one node, from 1 MiB", &Score::one_node_large},
                                          {"several nodes", &Score::many_nodes},
                                          {"several nodes, from 1 MiB", &Score::many_nodes_large}};

void add_bands(Table& table, const std::vector<NcclBand>& bands, std::string_view where) {
  for (const NcclBand& band : bands)
    table.add({std::string(where), fmt::format("from {}", to_human(band.from)),
               fmt::format("x {:.2f}", band.factor)});
}

}  // namespace

std::string score_text(const Score& fitted, const Score& left_out) {
  Table table({{"median family: |error|, median / p90"}, {"fitted", right}, {"left out", right}});
  for (const GroupOfFamilies& group : all_groups)
    table.add(
        {std::string(group.name), errors_text(fitted.*group.errors), errors_text(left_out.*group.errors)});
  return table.text();
}

std::string leave_one_out_text(std::span<const PredictedTime> fitted,
                               std::span<const PredictedTime> left_out) {
  const std::vector<FamilyScore> of_fit = scores_of(fitted), families = scores_of(left_out);
  Table table({{"machine"},
               {"tables", right},
               {"rows", right},
               {"fitted", right},
               {"left out", right},
               {"left out, from 1 MiB", right}});
  for (std::size_t i = 0; i < families.size(); ++i)
    table.add({families[i].name, std::to_string(families[i].tables), std::to_string(families[i].rows),
               errors_text(of_fit[i].all), errors_text(families[i].all), errors_text(families[i].large)});
  const Bands bands = bands_of(left_out);
  Table of_bands({{"80 % band"}, {"size"}, {"predicted time / or x", right}});
  add_bands(of_bands, bands.one_node, "one node");
  add_bands(of_bands, bands.many_nodes, "several nodes");
  return fmt::format(
      "published collectives, and NCCL's clock: |error| of the time, median / p90\n"
      "fitted: by costs that were fitted to these tables; left out: by a fit to all other "
      "families\n\n{}\n{}\n{}\n"
      "  bands made without a family cover {:.0f} % of its rows, families counting alike\n",
      table.text(), score_text(score_of(of_fit), score_of(families)), of_bands.text(),
      100 * coverage_of_bands(left_out));
}

std::string leave_one_out_json(std::span<const PredictedTime> fitted,
                               std::span<const PredictedTime> left_out) {
  const std::vector<FamilyScore> of_fit = scores_of(fitted), scores = scores_of(left_out);
  Json families = Json::array();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    Json family{{"machine", scores[i].name},
                {"several_nodes", scores[i].many_nodes},
                {"tables", scores[i].tables},
                {"rows", scores[i].rows},
                {"fitted", errors_json(of_fit[i].all)},
                {"left_out", errors_json(scores[i].all)}};
    if (scores[i].large) family["left_out_from_1MiB"] = errors_json(*scores[i].large);
    families.push_back(std::move(family));
  }
  const Score fit_score = score_of(of_fit), score = score_of(scores);
  Json summary = Json::array();
  for (const GroupOfFamilies& group : all_groups)
    summary.push_back({{"families", group.name},
                       {"fitted", errors_json(fit_score.*group.errors)},
                       {"left_out", errors_json(score.*group.errors)}});
  const Bands bands = bands_of(left_out);
  Json of_bands = Json::array();
  for (const bool several : {false, true})
    for (const NcclBand& band : several ? bands.many_nodes : bands.one_node)
      of_bands.push_back(
          {{"several_nodes", several}, {"from_bytes", band.from.count}, {"factor", band.factor}});
  return document({{"families", families},
                   {"medians_over_families", summary},
                   {"bands", of_bands},
                   {"coverage", coverage_of_bands(left_out)}});
}

Table accuracy_table() {
  return Table({{"machine"},
                {"table"},
                {"collective"},
                {"ranks"},
                {"size_bytes"},
                {"algorithm"},
                {"protocol"},
                {"predicted_us"},
                {"measured_us"},
                {"error_percent"}});
}

std::string leave_one_out_csv(std::span<const PredictedTime> left_out) {
  Table table = accuracy_table();
  for (const PredictedTime& time : left_out) {
    const PublishedCall& call = *time.row;
    table.add({time.table->family, time.table->name, std::string(name_of(call.call.collective.kind)),
               std::to_string(call.call.collective.ranks), std::to_string(call.size.count),
               std::string(algorithm_name(call.route)), std::string(protocol_name(call.route)),
               fmt::format("{:.3f}", time.us), fmt::format("{:.3f}", call.measured_us),
               fmt::format("{:.2f}", time.error_percent())});
  }
  return table.csv();
}

}  // namespace commlab
