#include "gui/experiments/survey.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/in_parallel.h"
#include "core/fit/published_call.h"
#include "core/published/published_setting.h"

namespace commlab {
namespace {

std::string family_name(const PublishedTable& table, const PublishedSetting& setting) {
  if (setting.experiment) {
    const std::string gpu = table.fact("gpu");
    return fmt::format("{}: {}", name_of(setting.experiment->on), gpu.substr(0, gpu.find(';')));
  }
  if (table.of_pairs) return setting.node + (setting.without_p2p ? " pairs, no P2P" : " pairs");
  return family_of(table, setting);
}

// The family of this name, in its place among the others; tables that are held out are a family of their own.
SurveyedFamily& family_in(Survey& all, const std::string& name, bool held_out) {
  const auto key = [](const SurveyedFamily& family) {
    return std::pair(std::string_view(family.name), family.held_out);
  };
  const std::pair wanted{std::string_view(name), held_out};
  auto place = std::ranges::lower_bound(all.families, wanted, {}, key);
  if (place == all.families.end() || key(*place) != wanted)
    place = all.families.insert(place, {.name = name, .held_out = held_out, .tables = {}});
  return *place;
}

// In order of tables, whose families come in another.
void add_not_predicted(Survey& all, NotPredicted one) {
  const auto place = std::ranges::upper_bound(all.not_predicted, one.table, {}, &NotPredicted::table);
  all.not_predicted.insert(place, std::move(one));
}

}  // namespace

void add_table(Survey& all, const std::string& table, Result<PredictedTable> predicted) {
  if (!predicted) {
    add_not_predicted(all, {.table = table, .reason = predicted.error().message});
    return;
  }
  for (const LeftOut& rows : predicted->left_out)
    add_not_predicted(all, {.table = table, .reason = rows.reason, .rows = rows.rows});
  if (predicted->rows.empty()) return;
  const bool held_out = predicted->by_costs_of_nccl && !all.fitted.contains(table);
  const std::string name = family_name(predicted->table, predicted->setting);
  family_in(all, name, held_out).tables.push_back(std::move(*predicted));
}

Result<ReadTables> tables_by_family(const std::vector<std::filesystem::path>& files) {
  ReadTables all;
  for (const std::filesystem::path& file : files) {
    Result<PublishedTable> table = read_published(file);
    if (!table) {
      all.unreadable.push_back({.table = file.stem().string(), .reason = table.error().message});
      continue;
    }
    const Result<PublishedSetting> setting = setting_of(*table);
    std::string family = setting ? family_name(*table, *setting) : "";
    const bool of_nccl = setting && !setting->experiment && !table->of_pairs;
    all.tables.push_back({*std::move(table), std::move(family), of_nccl});
  }
  if (all.tables.empty() && !all.unreadable.empty()) return fail("{}", all.unreadable.front().reason);
  std::ranges::stable_sort(all.tables, {}, &ReadTable::family);
  return all;
}

void predict_all(const std::vector<ReadTable>& tables, const Tools& tools, const ReportProgress& report,
                 const std::function<void(std::size_t, Result<PredictedTable>)>& take) {
  in_parallel(
      tables.size(), tools.cores,
      [&](std::size_t i) {
        return predict_table(tables[i].table, {}, tools, [](double, std::string_view) {});
      },
      [&](std::size_t i, Result<PredictedTable> predicted) {
        report(static_cast<double>(i + 1) / static_cast<double>(tables.size()), tables[i].table.name);
        take(i, std::move(predicted));
        return true;
      });
}

}  // namespace commlab
