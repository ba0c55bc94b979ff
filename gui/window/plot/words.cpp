#include "gui/window/plot/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/experiment/run.h"
#include "gui/picture/chart.h"

namespace commlab {
namespace {

// In these sentences, the blank before each % is a no-break space.

// The share of the measured time that the prediction lacks; > 0 if the run took longer than predicted.
double optimism(const PlotPair& pair) {
  return static_cast<double>((pair.measured - pair.predicted).ps) / static_cast<double>(pair.measured.ps);
}

bool within(const PlotPair& pair) { return std::abs(optimism(pair)) <= good_prediction; }

std::string bias(std::vector<double> errors) {
  std::ranges::sort(errors);
  const std::size_t n = errors.size();
  const double median = (errors[(n - 1) / 2] + errors[n / 2]) / 2;
  return fmt::format("the model is {} by {:.0f} %{}", median >= 0 ? "optimistic" : "pessimistic",
                     100 * std::abs(median), n > 1 ? " (median)" : "");
}

}  // namespace

std::string accuracy_sentence(const std::vector<PlotPair>& all) {
  std::vector<PlotPair> pairs;
  for (const PlotPair& pair : all)
    if (pair.measured.ps > 0 && pair.predicted.ps > 0) pairs.push_back(pair);
  if (pairs.empty()) return "nothing was measured";
  // The longest stretch of sizes that are all good. If there are several, the last one,
  // because large sizes show the bandwidth.
  std::size_t from = 0, count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::size_t end = i;
    while (end < pairs.size() && within(pairs[end])) ++end;
    if (end - i >= count && end > i) from = i, count = end - i;
    i = std::max(i, end == i ? i : end - 1);
  }
  const std::size_t n = pairs.size();
  const auto label = [&](std::size_t i) { return size_label(static_cast<double>(pairs[i].size.count)); };
  if (count == n)
    return n == 1 ? fmt::format("within 10 % at {}", label(0))
                  : fmt::format("within 10 % at all {} sizes", n);
  std::vector<double> errors;
  for (std::size_t i = 0; i < n; ++i)
    if (count == 0 || i < from || i >= from + count) errors.push_back(optimism(pairs[i]));
  if (count == 0)
    return fmt::format("{}: {}", n == 1 ? "not within 10 %" : "nowhere within 10 %", bias(errors));
  if (from + count == n) return fmt::format("within 10 % from {}; below, {}", label(from), bias(errors));
  if (from == 0) return fmt::format("within 10 % up to {}; above, {}", label(count - 1), bias(errors));
  return fmt::format("within 10 % from {} to {}; elsewhere, {}", label(from), label(from + count - 1),
                     bias(errors));
}

std::vector<PlotPair> pairs_of(const std::vector<SweepPoint>& points) {
  std::vector<PlotPair> pairs;
  for (const SweepPoint& point : points)
    if (point.measured) pairs.push_back({point.size, point.predicted, *point.measured});
  return pairs;
}

std::vector<PlotPair> pairs_of(const Overlay& overlay) {
  std::vector<PlotPair> pairs;
  for (const Overlay::Row& row : overlay.rows) pairs.push_back({row.size, row.predicted, row.measured});
  return pairs;
}

std::string mismatch_sentence(const Overlay& table, CollectiveKind kind, int ranks) {
  if (table.collective == kind && table.ranks == ranks) return "";
  const std::string_view run = name_of(kind);
  return fmt::format("these are {}s on {} ranks; the run is {} {} on {}", name_of(table.collective),
                     table.ranks, run.starts_with('a') ? "an" : "a", run, ranks);
}

double busbw_of(CollectiveKind kind, int ranks, Bytes size, Time t) {
  if (t.ps <= 0) return 0;
  return busbw_factor(kind, ranks) * static_cast<double>(size.count) / seconds_of(t) / 1e9;
}

std::string busbw_sentence(CollectiveKind kind, int ranks, Bytes size, Time t) {
  std::string factor;
  if (kind == CollectiveKind::all_reduce)
    factor = fmt::format("2({}-1)/{} × ", ranks, ranks);
  else if (has_blocks(kind))
    factor = fmt::format("({}-1)/{} × ", ranks, ranks);
  return fmt::format("{:.3g} GB/s = {}{} / {}", busbw_of(kind, ranks, size, t), factor, to_human(size),
                     to_human(t));
}

}  // namespace commlab
