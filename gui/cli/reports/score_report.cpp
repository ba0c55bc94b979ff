#include "gui/cli/reports/score_report.h"

#include <array>
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

std::string two_scores_text(const std::array<const char*, 3>& heads, const Score& first,
                            const Score& second) {
  Table table({{heads[0]}, {heads[1], right}, {heads[2], right}});
  for (const GroupOfFamilies& group : all_groups)
    table.add({std::string(group.name), errors_text(first.*group.errors), errors_text(second.*group.errors)});
  return table.text();
}

Json two_scores_json(const Score& first, const char* of_first, const Score& second, const char* of_second) {
  Json summary = Json::array();
  for (const GroupOfFamilies& group : all_groups)
    summary.push_back({{"families", group.name},
                       {of_first, errors_json(first.*group.errors)},
                       {of_second, errors_json(second.*group.errors)}});
  return summary;
}

void add_bands(Table& table, const std::vector<NcclBand>& bands, std::string_view where) {
  for (const NcclBand& band : bands)
    table.add({std::string(where), fmt::format("from {}", to_human(band.from)),
               fmt::format("x {:.2f}", band.factor)});
}

}  // namespace

std::string score_text(const Score& fitted, const Score& left_out) {
  return two_scores_text({"median family: |error|, median / p90", "fitted", "left out"}, fitted, left_out);
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
  for (const auto& [network, of_network] : bands.over) add_bands(of_bands, of_network, network);
  return fmt::format(
      "published collectives, and simulated calls of NCCL: |error| of the time, median / p90\n"
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
  const Bands bands = bands_of(left_out);
  Json of_bands = Json::array();
  const auto add = [&](const std::vector<NcclBand>& some, const char* key, const Json& value) {
    for (const NcclBand& band : some)
      of_bands.push_back({{key, value}, {"from_bytes", band.from.count}, {"factor", band.factor}});
  };
  add(bands.one_node, "several_nodes", false);
  add(bands.many_nodes, "several_nodes", true);
  for (const auto& [network, of_network] : bands.over) add(of_network, "network", network);
  return document(
      {{"families", families},
       {"medians_over_families", two_scores_json(score_of(of_fit), "fitted", score_of(scores), "left_out")},
       {"bands", of_bands},
       {"coverage", coverage_of_bands(left_out)}});
}

std::string calibrated_text(std::span<const CalibratedPart> parts) {
  std::string text =
      "published collectives, and simulated calls of NCCL: |error| of the time, median / p90\n"
      "left out: by a fit to all other families; calibrated: from there, with other rows of the cluster\n";
  Table summary({{"judged by, median cluster"},
                 {"clusters", right},
                 {"left out", right},
                 {"calibrated", right},
                 {"in 80 % band", right}});
  for (const CalibratedPart& part : parts) {
    const std::vector<FamilyScore> before = scores_of(part.times.before, &CallTable::cluster),
                                   after = scores_of(part.times.after, &CallTable::cluster);
    Table table({{std::string(part.name)}, {"rows", right}, {"left out", right}, {"calibrated", right}});
    for (std::size_t i = 0; i < after.size(); ++i)
      table.add({after[i].name, std::to_string(after[i].rows), errors_text(before[i].all),
                 errors_text(after[i].all)});
    text += '\n' + table.text();
    summary.add({std::string(part.name), std::to_string(after.size()), errors_text(score_of(before).all),
                 errors_text(score_of(after).all),
                 fmt::format("{:.0f} %", 100 * coverage(part.times.after))});
  }
  return text + '\n' + summary.text();
}

std::string calibrated_json(std::span<const CalibratedPart> parts) {
  Json all = Json::array();
  for (const CalibratedPart& part : parts) {
    const std::vector<FamilyScore> before = scores_of(part.times.before, &CallTable::cluster),
                                   after = scores_of(part.times.after, &CallTable::cluster);
    Json clusters = Json::array();
    for (std::size_t i = 0; i < after.size(); ++i)
      clusters.push_back({{"cluster", after[i].name},
                          {"several_nodes", after[i].many_nodes},
                          {"rows", after[i].rows},
                          {"left_out", errors_json(before[i].all)},
                          {"calibrated", errors_json(after[i].all)}});
    all.push_back({{"judged_by", part.name},
                   {"clusters", clusters},
                   {"left_out", errors_json(score_of(before).all)},
                   {"calibrated", errors_json(score_of(after).all)},
                   {"in_band", coverage(part.times.after)}});
  }
  return document({{"parts", all}});
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
               std::string(algorithm_name(call.call.route)), std::string(protocol_name(call.call.route)),
               fmt::format("{:.3f}", time.us), fmt::format("{:.3f}", call.measured_us),
               fmt::format("{:.2f}", time.error_percent())});
  }
  return table.csv();
}

}  // namespace commlab
