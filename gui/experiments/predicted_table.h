#pragma once
// A published table, predicted: the machine its header speaks of, every row simulated there.

#include <optional>
#include <string>
#include <vector>

#include "core/machine/machine.h"
#include "core/published/published.h"
#include "core/published/published_setting.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct PredictedRow {
  PublishedRow published;
  Time measured;  // of pairs with a bandwidth: of pair_message bytes, in both directions where both were
  Time predicted;
  std::string algorithm;
  ProtocolChoice protocol;       // automatic where the machine has none
  double error_percent() const;  // 100 * (predicted - measured) / measured
};
inline constexpr Bytes pair_message = MiB(256);

struct PredictedTable {
  PublishedTable table;
  PublishedSetting setting;
  std::string machine;  // "dgx-a100", "2x dgx-a100,200G infiniband"
  std::string title;
  std::vector<PredictedRow> rows;
  std::vector<std::string> left_out;  // rows without a prediction, and why: one sentence for each reason
};

// Of the absolute values; 0 where there are none.
double median_error(const std::vector<double>& errors_percent);
double percentile_error(const std::vector<double>& errors_percent, double share);  // 0.9: the 90th

// `machine`: instead of the one the header speaks of; empty: that one.
Result<PredictedTable> predict_table(const PublishedTable&, const std::string& machine, const Tools&,
                                     const ReportProgress&);

}  // namespace commlab
