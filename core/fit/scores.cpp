#include "core/fit/scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/base/percentile.h"

namespace commlab {
namespace {

constexpr Bytes large = MiB(1);
constexpr double covered = .8;
constexpr std::array<Bytes, 4> band_from = {Bytes{0}, KiB(16), MiB(1), MiB(32)};

Errors over_some(std::span<const FamilyScore> families, std::optional<bool> many_nodes, bool only_large) {
  std::vector<Errors> some;
  for (const FamilyScore& family : families) {
    if (many_nodes && family.many_nodes != *many_nodes) continue;
    if (only_large && !family.large) continue;
    some.push_back(only_large ? *family.large : family.all);
  }
  return over_families(some);
}

std::size_t class_of(Bytes size) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < band_from.size(); ++i)
    if (size >= band_from[i]) found = i;
  return found;
}

double off(const PredictedTime& time) { return std::abs(std::log(time.us / time.row->measured_us)); }

using Group = std::string CallTable::*;

// How many rows each group has.
std::map<std::string_view, double> rows_by(Group group, const std::vector<const PredictedTime*>& rows) {
  std::map<std::string_view, double> counts;
  for (const PredictedTime* row : rows) ++counts[row->table->*group];
  return counts;
}

// What each group weighs beside the others.
using Weigh = std::function<double(const CallTable&)>;
double alike(const CallTable&) { return 1; }

// The families of a network weigh one each, and all others together as much as one more family. So the
// families of one node, which have no network, weigh alike.
Weigh for_network(const std::string& network, const std::vector<const PredictedTime*>& rows) {
  std::set<std::string_view> others;
  for (const PredictedTime* row : rows)
    if (row->table->network != network) others.insert(row->table->family);
  return [network, of_others = 1 / static_cast<double>(std::max<std::size_t>(1, others.size()))](
             const CallTable& table) { return table.network == network ? 1 : of_others; };
}

// The factor that covers four of five rows.
double factor_of(std::vector<const PredictedTime*> rows, Group group, const Weigh& weigh) {
  if (rows.empty()) return 1;
  const auto counts = rows_by(group, rows);
  const auto weight = [&](const PredictedTime* row) {
    return weigh(*row->table) / counts.at(row->table->*group);
  };
  std::ranges::stable_sort(rows, {}, [](const PredictedTime* row) { return off(*row); });
  double all = 0, sum = 0;
  for (const PredictedTime* row : rows) all += weight(row);
  for (const PredictedTime* row : rows) {
    sum += weight(row);
    if (sum >= covered * all * (1 - 1e-12)) return std::exp(off(*row));
  }
  return std::exp(off(*rows.back()));
}

std::vector<const PredictedTime*> rows_in(std::span<const PredictedTime> all, bool many_nodes,
                                          std::size_t band) {
  std::vector<const PredictedTime*> rows;
  for (const PredictedTime& time : all)
    if (time.table->many_nodes == many_nodes && class_of(time.row->size) == band) rows.push_back(&time);
  return rows;
}

}  // namespace

Errors errors_of(const std::vector<double>& sizes) { return {percentile(sizes, .5), percentile(sizes, .9)}; }

double PredictedTime::error_percent() const { return 100 * (us / row->measured_us - 1); }

double coverage(std::span<const PredictedTime> times) {
  struct Count {
    int in_band = 0, rows = 0;
  };
  std::map<std::string_view, Count> clusters;
  for (const PredictedTime& time : times) {
    if (!time.band) continue;
    Count& count = clusters[time.table->cluster];
    ++count.rows;
    count.in_band += off(time) <= std::log(*time.band);
  }
  double sum = 0;
  for (const auto& [name, count] : clusters) sum += static_cast<double>(count.in_band) / count.rows;
  return clusters.empty() ? 0 : sum / static_cast<double>(clusters.size());
}

std::vector<FamilyScore> scores_of(std::span<const PredictedTime> times, std::string CallTable::*group) {
  struct Sizes {
    std::vector<double> all, large;
  };
  std::map<std::string, std::pair<FamilyScore, Sizes>> families;
  const CallTable* last = nullptr;
  for (const PredictedTime& time : times) {
    auto& [score, sizes] = families[time.table->*group];
    score.name = time.table->*group;
    score.many_nodes = time.table->many_nodes;
    if (time.table != last) ++score.tables;
    last = time.table;
    ++score.rows;
    sizes.all.push_back(std::abs(time.error_percent()));
    if (time.row->size >= large) sizes.large.push_back(sizes.all.back());
  }
  std::vector<FamilyScore> scores;
  for (auto& [name, family] : families) {
    auto& [score, sizes] = family;
    score.all = errors_of(sizes.all);
    if (!sizes.large.empty()) score.large = errors_of(sizes.large);
    scores.push_back(std::move(score));
  }
  return scores;
}

Errors over_families(std::span<const Errors> families) {
  std::vector<double> medians, p90s;
  for (const Errors& family : families) {
    medians.push_back(family.median);
    p90s.push_back(family.p90);
  }
  return {percentile(medians, .5), percentile(p90s, .5)};
}

Score score_of(std::span<const FamilyScore> families) {
  return {.all = over_some(families, std::nullopt, false),
          .one_node = over_some(families, false, false),
          .one_node_large = over_some(families, false, true),
          .many_nodes = over_some(families, true, false),
          .many_nodes_large = over_some(families, true, true)};
}

Bands bands_of(std::span<const PredictedTime> times) {
  std::set<std::string> networks;
  for (const PredictedTime& time : times)
    if (!time.table->network.empty()) networks.insert(time.table->network);
  Bands bands;
  for (std::size_t i = 0; i < band_from.size(); ++i) {
    const auto band = [&](const std::vector<const PredictedTime*>& rows, const Weigh& weigh) {
      return NcclBand{band_from[i], factor_of(rows, &CallTable::family, weigh)};
    };
    const std::vector<const PredictedTime*> over_nodes = rows_in(times, true, i);
    bands.one_node.push_back(band(rows_in(times, false, i), alike));
    bands.many_nodes.push_back(band(over_nodes, alike));
    for (const std::string& network : networks)
      bands.over[network].push_back(band(over_nodes, for_network(network, over_nodes)));
  }
  return bands;
}

std::vector<NcclBand> bands_of_any_network(std::span<const PredictedTime> times) {
  std::vector<NcclBand> bands;
  for (std::size_t i = 0; i < band_from.size(); ++i)
    bands.push_back({band_from[i], factor_of(rows_in(times, true, i), &CallTable::network, alike)});
  return bands;
}

double coverage_of_bands(std::span<const PredictedTime> times) {
  double families = 0, sum = 0;
  for (const bool many_nodes : {false, true})
    for (std::size_t i = 0; i < band_from.size(); ++i) {
      const std::vector<const PredictedTime*> rows = rows_in(times, many_nodes, i);
      for (const auto& [family, count] : rows_by(&CallTable::family, rows)) {
        std::vector<const PredictedTime*> own, others;
        for (const PredictedTime* row : rows) (row->table->family == family ? own : others).push_back(row);
        if (others.empty()) continue;
        const Weigh weigh = for_network(own.front()->table->network, others);
        const double factor = factor_of(others, &CallTable::family, weigh);
        const auto within = std::ranges::count_if(
            own, [&](const PredictedTime* row) { return off(*row) <= std::log(factor); });
        sum += static_cast<double>(within) / count;
        ++families;
      }
    }
  return families > 0 ? sum / families : 0;
}

}  // namespace commlab
