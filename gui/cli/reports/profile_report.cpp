#include "gui/cli/reports/profile_report.h"

#include <algorithm>

#include "core/base/index.h"
#include "core/base/numbers.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/experiments/group_placement.h"

namespace commlab {
namespace {

// "0, 8, 16, 24"; empty: the trace does not say.
std::string group_of(const ProfiledRow& row, const TorchProfile& profile) {
  return row.call.group < 0 ? "" : group_text(profile.groups[index(row.call.group)]);
}

Json row_json(const ProfiledRow& row, const TorchProfile& profile) {
  const ProfiledCall& call = row.call;
  const bool both = row.predicted && row.median.ps > 0;
  return {{"collective", name_of(call.kind)},
          {"ranks", call.ranks},
          {"group", group_of(row, profile)},
          {"size_bytes", call.size.count},
          {"dtype", name_of(call.dtype)},
          {"calls", row.calls},
          {"measured_us", microseconds_of(row.median)},
          {"measured_min_us", microseconds_of(row.least)},
          {"measured_sum_us", microseconds_of(row.all)},
          {"predicted_us", row.predicted ? Json(microseconds_of(*row.predicted)) : Json(nullptr)},
          {"ratio", or_null(row.ratio())},
          {"error_percent", both ? Json(percent_of(*row.predicted, row.median) - 100) : Json(nullptr)},
          {"algorithm", row.algorithm},
          {"kernel", call.kernel},
          {"why_not", row.predicted ? "" : row.predicted.error().message}};
}

std::string steps_text(const TorchProfile& profile) {
  if (profile.steps == 0) return fmt::format("no steps are marked, so all of it: {}", to_human(profile.span));
  return fmt::format("{}, {} in all", counted(profile.steps, "step"), to_human(profile.span));
}

std::string share_text(const TorchProfile& profile, Time part) {
  return fmt::format("{} ({})", percent_text(percent_of(part, profile.span)), to_human(part));
}

// The group has a column where it makes a difference.
std::string rows_text(const std::vector<ProfiledRow>& rows, const TorchProfile& profile) {
  const bool with_groups =
      std::ranges::any_of(rows, [](const ProfiledRow& row) { return !row.gpus.empty(); });
  const auto ranks_of = [&](const ProfiledRow& row) {
    const std::string group = with_groups ? group_of(row, profile) : "";
    return group.empty() ? std::to_string(row.call.ranks) : fmt::format("{}: {}", row.call.ranks, group);
  };
  Table table({{"collective"},
               {"ranks", with_groups ? Table::Align::left : right},
               {"size", right},
               {"type"},
               {"calls", right},
               {"in all", right},
               {"least", right},
               {"median", right},
               {"predicted", right},
               {"ratio", right}});
  for (const ProfiledRow& row : rows)
    table.add({std::string(name_of(row.call.kind)), ranks_of(row), to_human(row.call.size),
               std::string(name_of(row.call.dtype)), std::to_string(row.calls), to_human(row.all),
               to_human(row.least), to_human(row.median), row.predicted ? to_human(*row.predicted) : "",
               row.ratio() ? fmt::format("{:.2f}x", *row.ratio()) : ""});
  return table.text();
}

// How the groups were placed, if that makes a difference.
std::string groups_text(const PredictedProfile& predicted) {
  const std::vector<ProfiledRow>& rows = predicted.rows;
  std::string text;
  if (std::ranges::any_of(rows, [](const ProfiledRow& row) { return !row.gpus.empty(); }))
    text += paragraph("The ranks of a job fill one node after the other, as torchrun starts them.", "  ");
  if (std::ranges::any_of(rows, [](const ProfiledRow& row) { return row.predicted && row.call.group < 0; }))
    text += paragraph(
        "The trace does not say which ranks of the job take part: the first GPUs of the machine are taken.",
        "  ");
  return text.empty() ? text : '\n' + text;
}

// Each reason once, with the first row that has it.
std::string not_predicted_text(const std::vector<ProfiledRow>& rows) {
  std::vector<std::string> told;
  std::string text;
  for (const ProfiledRow& row : rows) {
    if (row.predicted || std::ranges::count(told, row.predicted.error().message) > 0) continue;
    told.push_back(row.predicted.error().message);
    text += paragraph(fmt::format("{} over {} ranks is not predicted: {}", name_of(row.call.kind),
                                  row.call.ranks, told.back()),
                      "  ");
  }
  return text.empty() ? text : '\n' + text;
}

std::string unread_text(const std::vector<UnreadCall>& unread) {
  if (unread.empty()) return {};
  std::string text = "\n  Not in the table:\n";
  for (const UnreadCall& call : unread)
    text +=
        paragraph(fmt::format("{} of {}: {}", counted(call.calls, "call"), call.kernel, call.why), "    ");
  return text;
}

}  // namespace

std::string profile_text(const PredictedProfile& predicted, const std::string& file) {
  const TorchProfile& profile = predicted.profile;
  const Experiment& like = predicted.like;
  const std::string by = like.algorithm == "nccl" ? "NCCL's choice" : "algorithm " + like.algorithm;
  std::string text =
      fact("trace", fmt::format("{}: {}", file, steps_text(profile))) +
      fact("of which", fmt::format("{} is communication", share_text(profile, profile.communication))) +
      fact("exposed", fmt::format("{}: communication, and no other kernel beside it",
                                  share_text(profile, profile.exposed))) +
      fact("predicted", fmt::format("{} on {}: {}", by, like.machine, predicted.machine_title));
  if (!predicted.other_gpu.empty()) text += '\n' + paragraph(predicted.other_gpu, "  ");
  if (!predicted.rows.empty())
    text += '\n' + rows_text(predicted.rows, profile) + '\n' +
            paragraph(
                "ratio: median measured over predicted. A measured time includes the wait for the last "
                "rank to come; where the least time is far below the median, look at the least.",
                "  ") +
            groups_text(predicted);
  return text + not_predicted_text(predicted.rows) + unread_text(profile.unread);
}

std::string profile_csv(const PredictedProfile& predicted) {
  Table table({{"collective"},
               {"ranks"},
               {"size_bytes"},
               {"dtype"},
               {"calls"},
               {"measured_us"},
               {"measured_min_us"},
               {"measured_sum_us"},
               {"predicted_us"},
               {"ratio"},
               {"kernel"},
               {"why_not"},
               {"group"}});
  for (const ProfiledRow& row : predicted.rows)
    table.add({std::string(name_of(row.call.kind)), std::to_string(row.call.ranks),
               std::to_string(row.call.size.count), std::string(name_of(row.call.dtype)),
               std::to_string(row.calls), us_cell(row.median), us_cell(row.least), us_cell(row.all),
               row.predicted ? us_cell(*row.predicted) : "",
               row.ratio() ? fmt::format("{:.4f}", *row.ratio()) : "", row.call.kernel,
               row.predicted ? "" : row.predicted.error().message, group_of(row, predicted.profile)});
  return table.csv();
}

std::string profile_json(const PredictedProfile& predicted) {
  const TorchProfile& profile = predicted.profile;
  Json rows = Json::array(), unread = Json::array();
  for (const ProfiledRow& row : predicted.rows) rows.push_back(row_json(row, profile));
  for (const UnreadCall& call : profile.unread)
    unread.push_back({{"kernel", call.kernel}, {"calls", call.calls}, {"why", call.why}});
  return document({{"machine", predicted.like.machine},
                   {"gpu", profile.gpu},
                   {"other_gpu", predicted.other_gpu},
                   {"steps", profile.steps},
                   {"span_us", microseconds_of(profile.span)},
                   {"communication_us", microseconds_of(profile.communication)},
                   {"communication_percent", percent_of(profile.communication, profile.span)},
                   {"exposed_us", microseconds_of(profile.exposed)},
                   {"exposed_percent", percent_of(profile.exposed, profile.span)},
                   {"rows", rows},
                   {"not_read", unread}});
}

}  // namespace commlab
