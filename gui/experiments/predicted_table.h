#pragma once
// A published table and its predictions: every row is simulated on the machine in the table's header.

#include <functional>
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
  Time measured;  // if a pair has a bandwidth: the time of pair_message bytes, both ways if measured so
  Time predicted;
  std::string algorithm;             // as NCCL names it, "Ring"; of a simulated row, our name: "direct"
  std::string protocol;              // "LL128"; empty if there is none
  std::optional<double> band{};  // four of five such calls take between predicted / band and predicted * band
  // By the machine's costs alone, where rows that were measured there correct the prediction.
  std::optional<Time> by_costs_alone{};
  std::string logged{};              // what NCCL's own log says it took: "Ring/LL"; empty if it says nothing
  double error_percent() const;      // 100 * (predicted - measured) / measured
};
std::string how_text(const PredictedRow&);  // "Ring/LL128", "direct"
inline constexpr Bytes pair_message = MiB(256);

// Rows without a prediction, all for the same reason.
struct LeftOut {
  int rows = 0;
  std::string reason;
};

struct PredictedTable {
  PublishedTable table;
  PublishedSetting setting;
  std::string machine;  // "dgx-a100", "2x dgx-a100,200G infiniband"
  std::string title;
  bool by_costs_of_nccl = false;  // whether what NCCL's calls cost there is known
  // What NCCL would count, if the table has what it counted.
  std::optional<LoggedChannels> channels = {};
  std::vector<PredictedRow> rows;
  std::vector<LeftOut> left_out;
  // What differs between the table's measurement and the machine's calibration (core/machine/provenance.h).
  std::vector<std::string> differences = {};
};

// The median and other percentiles of |error|; 0 if the list is empty.
double median_error(const std::vector<double>& errors_percent);
double percentile_error(const std::vector<double>& errors_percent, double share);  // 0.9: the 90th

// Receives a table whose newest row was predicted; the rows come in order.
using TakePrediction = std::function<void(const PredictedTable&)>;

// `machine` replaces the machine that the table's header describes; empty: the header's machine.
Result<PredictedTable> predict_table(const PublishedTable&, const std::string& machine, const Tools&,
                                     const ReportProgress&, const TakePrediction& = nullptr);

}  // namespace commlab
