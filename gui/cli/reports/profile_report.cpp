#include "gui/cli/reports/profile_report.h"

#include "gui/cli/output/data.h"

namespace commlab {
namespace {

Json row_json(const ProfiledRow& row) {
  const ProfiledCall& call = row.call;
  const bool both = row.predicted && row.median.ps > 0;
  return {{"collective", name_of(call.kind)},
          {"ranks", call.ranks},
          {"size_bytes", call.size.count},
          {"dtype", name_of(call.dtype)},
          {"calls", row.calls},
          {"measured_us", microseconds_of(row.median)},
          {"measured_min_us", microseconds_of(row.least)},
          {"measured_sum_us", microseconds_of(row.all)},
          {"predicted_us", row.predicted ? Json(microseconds_of(*row.predicted)) : Json(nullptr)},
          {"error_percent", both ? Json(percent_of(*row.predicted, row.median) - 100) : Json(nullptr)},
          {"algorithm", row.algorithm},
          {"kernel", call.kernel},
          {"why_not", row.predicted ? "" : row.predicted.error().message}};
}

}  // namespace

std::string profile_json(const PredictedProfile& predicted) {
  const TorchProfile& profile = predicted.profile;
  Json rows = Json::array(), unread = Json::array();
  for (const ProfiledRow& row : predicted.rows) rows.push_back(row_json(row));
  for (const UnreadCall& call : profile.unread)
    unread.push_back({{"kernel", call.kernel}, {"calls", call.calls}, {"why", call.why}});
  return document({{"machine", predicted.machine},
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
