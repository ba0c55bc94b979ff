#pragma once
// What predictions are worth: the errors of each family of machines, and over all families, in which a
// machine with many tables counts no more than one with few.

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/fit/published_call.h"
#include "core/machine/nccl_costs.h"

namespace commlab {

// A row and the time that some fit predicts for it.
struct PredictedTime {
  const CallTable* table;
  const PublishedCall* row;
  double us;
  std::optional<double> band{};  // four of five such calls take between us / band and us * band
  double error_percent() const;  // 100 * (predicted - measured) / measured
};

// The share of rows that are within their own bands; clusters count alike.
double coverage(std::span<const PredictedTime>);

// The sizes of errors, in percent.
struct Errors {
  double median = 0;
  double p90 = 0;
};
Errors errors_of(const std::vector<double>& sizes);
// The medians of the families' medians, and of their 90th percentiles. 0 if there are no families.
Errors over_families(std::span<const Errors>);

struct FamilyScore {
  std::string name;
  bool many_nodes = false;
  int tables = 0;
  int rows = 0;
  Errors all;
  std::optional<Errors> large;  // of rows from 1 MiB on
};
// In order of name; `group`: what counts as a family. REQUIRES: rows of one table follow one another.
std::vector<FamilyScore> scores_of(std::span<const PredictedTime>,
                                   std::string CallTable::*group = &CallTable::family);

// Over all families, and over some of them.
struct Score {
  Errors all, one_node, one_node_large, many_nodes, many_nodes_large;
};
Score score_of(std::span<const FamilyScore>);

// The bands in which four of five predictions lie. Families count alike; over a network that has families of
// its own, those count alike, and all others together as one more, since each network errs in its own way.
struct Bands {
  std::vector<NcclBand> one_node;
  std::vector<NcclBand> many_nodes;                                // over any network
  std::map<std::string, std::vector<NcclBand>, std::less<>> over;  // by network: "efa"
};
Bands bands_of(std::span<const PredictedTime>);
// For a network that nobody knows: networks count alike.
std::vector<NcclBand> bands_of_any_network(std::span<const PredictedTime>);
// The share of rows within bands that were made without their own family; families count alike.
double coverage_of_bands(std::span<const PredictedTime>);

}  // namespace commlab
