#include "core/fit/calibration.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>

#include "core/base/in_parallel.h"
#include "core/fit/priors.h"
#include "core/nccl/nccl_site.h"

namespace commlab {
namespace {

// A cost is learned if it is known much better than before.
constexpr double much_surer = .7;

// How far one cluster's costs are from those of its class, as a part of how far classes differ. Hosts differ
// most in how fast a thread starts work.
double spread_of(const NcclCost& cost, const Prior& prior) {
  constexpr double part = .8, of_hosts = .4;
  if (cost.name == "thread_start") return of_hosts;
  return part * (cost.of == NcclCostOf::all ? prior.spread : prior.of_class);
}

// What equal rows have in common, where they are at this point.
using RowKey = std::tuple<std::string, LaunchMode, bool, bool>;
RowKey key_of(const PublishedCall& row, const CallPoint& point) {
  return {to_line({.call = point}), row.launch, row.loop, row.call.collective.in_place};
}

// Equal calls as one, with the geometric mean of their times.
std::vector<PublishedCall> distinct_rows(std::span<const PublishedCall* const> rows) {
  struct Equal {
    std::size_t place = 0;
    double logs = 0;
    int count = 0;
  };
  std::vector<PublishedCall> distinct;
  std::map<RowKey, Equal> known;
  for (const PublishedCall* row : rows) {
    const RowKey key = key_of(*row, point_of(row->call, nccl_site(*row->ground->nccl)));
    Equal& equal = known.try_emplace(key, Equal{.place = distinct.size()}).first->second;
    if (equal.count == 0) distinct.push_back(*row);
    equal.logs += std::log(row->measured_us);
    ++equal.count;
  }
  for (const auto& [key, equal] : known)
    distinct[equal.place].measured_us = std::exp(equal.logs / equal.count);
  return distinct;
}

std::vector<PublishedCall> at_most(std::size_t most, std::vector<PublishedCall> rows) {
  if (rows.size() <= most) return rows;
  std::vector<PublishedCall> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(rows[i * rows.size() / most]);
  return some;
}

double product(const Slopes& a, const Slopes& b, const std::vector<Unknown>& unknowns) {
  double sum = 0;
  auto of_b = b.begin();
  for (const auto& [i, slope] : a) {
    while (of_b != b.end() && of_b->first < i) ++of_b;
    if (of_b != b.end() && of_b->first == i) sum += slope * of_b->second * std::pow(unknowns[i].spread, 2);
  }
  return sum;
}

// The row's error at another place, as if slopes were everywhere as they are here.
double error_at(const std::vector<double>& place, const RowsAtAPlace& here, std::size_t row) {
  double error = here.errors[row];
  for (const auto& [i, slope] : here.slopes[row]) error += slope * (place[i] - here.place[i]);
  return error;
}

double farthest_move(const std::vector<double>& from, const std::vector<double>& to) {
  double most = 0;
  for (std::size_t i = 0; i < from.size(); ++i) most = std::max(most, std::abs(to[i] - from[i]));
  return most;
}

// The row beside what the costs predict.
MeasuredCall compared(const PublishedCall& row, const CallPoint& point, double usual_error,
                      const NcclCosts& costs) {
  return {.call = point, .times = std::exp(-log_error(row, costs)), .usual_error = usual_error};
}

double percent_off(double log_error) { return 100 * std::abs(std::expm1(log_error)); }

}  // namespace

struct MachineFit::Learned {
  std::vector<double> place;    // of the costs
  std::vector<double> spreads;  // of each of them, now that the rows are known
};

MachineFit::MachineFit(std::span<const PublishedCall* const> rows, int cores)
    : rows_(at_most(most_measured_calls, distinct_rows(rows))) {
  for (PublishedCall& row : rows_) row.costs.measured.reset();
  for (std::size_t i = 0; i < nccl_costs().size(); ++i)
    unknowns_.push_back({std::log(before().*nccl_costs()[i].value), spread_of(nccl_costs()[i], priors()[i])});
  for (const PublishedCall& row : rows_) points_.push_back(placed(row));
  std::vector<std::size_t> all(rows_.size());
  std::iota(all.begin(), all.end(), 0);
  constexpr int most_rounds = 3;
  constexpr double near = .03;
  std::vector<double> place = means_of(unknowns_);
  for (int round = 0; round < most_rounds; ++round) {
    around_ = rows_at(place, cores);
    if (round == 0) errors_before_ = around_.errors;
    const std::vector<double> next = learned_from(all).place;
    if (farthest_move(place, next) < near) break;
    place = next;
  }
}

MachineFit::Point MachineFit::placed(const PublishedCall& row) const {
  const NcclSite site = nccl_site(*row.ground->nccl);
  return {point_of(row.call, site), usual_error(before(), site.nodes > 1, row.size)};
}

RowsAtAPlace MachineFit::rows_at(const std::vector<double>& place, int cores) const {
  const NcclCosts costs = costs_at(place);
  RowsAtAPlace rows{.place = place, .errors = {}, .slopes = {}};
  in_parallel(
      rows_.size(), cores,
      [&](std::size_t row) {
        const double error = log_error(rows_[row], costs);
        Slopes slopes;
        for (std::size_t i = 0; i < nccl_costs().size(); ++i)
          if (const double slope = slope_of(rows_[row], costs, nccl_costs()[i], error); slope != 0)
            slopes.emplace_back(i, slope);
        return std::pair(error, std::move(slopes));
      },
      [&](std::size_t, std::pair<double, Slopes> row) {
        rows.errors.push_back(row.first);
        rows.slopes.push_back(std::move(row.second));
        return true;
      });
  return rows;
}

NcclCosts MachineFit::costs_at(const std::vector<double>& place) const {
  NcclCosts costs = before();
  for (std::size_t i = 0; i < place.size(); ++i) costs.*nccl_costs()[i].value = std::exp(place[i]);
  return costs;
}

// How the logarithms of measured / predicted of two rows vary together before any row is known.
double MachineFit::covariance(std::size_t row, std::size_t other, double variation) const {
  const Point &a = points_[row], &b = points_[other];
  return variation * variation * a.usual_error * b.usual_error * likeness(a.call, b.call) +
         product(around_.slopes[row], around_.slopes[other], unknowns_);
}

// The covariance of a cost with the same.
double MachineFit::explained_by(std::size_t cost, std::size_t row) const {
  for (const auto& [i, slope] : around_.slopes[row])
    if (i == cost) return slope * std::pow(unknowns_[cost].spread, 2);
  return 0;
}

MachineFit::Learned MachineFit::learned_from(const std::vector<std::size_t>& rows) const {
  const std::vector<double> means = means_of(unknowns_);
  std::vector<double> values;
  for (const std::size_t row : rows) values.push_back(-error_at(means, around_, row));
  const VaryingProcess found = most_probable_process(
      values,
      [&](std::size_t i, std::size_t j, double variation) { return covariance(rows[i], rows[j], variation); },
      std::vector<double>(rows.size(), noise_of_measurements));
  Learned learned{.place = means, .spreads = {}};
  for (std::size_t cost = 0; cost < unknowns_.size(); ++cost) {
    std::vector<double> covariances;
    for (const std::size_t row : rows) covariances.push_back(explained_by(cost, row));
    learned.place[cost] += found.process.mean(covariances);
    const double before = std::pow(unknowns_[cost].spread, 2);
    learned.spreads.push_back(std::sqrt(std::max(0., before - found.process.explained(covariances))));
  }
  return learned;
}

// Where costs predict the rows well, they know better than a straight line how times bend between them.
// Between rows that are closer, the rows say enough; farther apart, nobody knows.
std::vector<MeasuredCall> MachineFit::lines_between(const std::vector<MeasuredCall>& rows,
                                                    const NcclCosts& costs) const {
  constexpr double close = 1.5, far = 3.5;  // doublings of the size
  constexpr double well = .05;
  const auto is_predicted_well = [&](std::size_t row) { return std::abs(std::log(rows[row].times)) <= well; };
  std::map<RowKey, std::map<Bytes, std::size_t>> ways;  // the rows of each, by size
  for (std::size_t row = 0; row < rows.size(); ++row) {
    CallPoint of_any_size = rows[row].call;
    of_any_size.size = Bytes{};
    ways[key_of(rows_[row], of_any_size)].emplace(rows[row].call.size, row);
  }
  std::vector<MeasuredCall> lines;
  for (const auto& [way, by_size] : ways)
    for (auto at = by_size.begin(); std::next(at) != by_size.end(); ++at) {
      const auto& [size, row] = *at;
      const auto& [next_size, next] = *std::next(at);
      const double apart = std::log2(static_cast<double>(next_size.count) / static_cast<double>(size.count));
      if (rows.size() + lines.size() < most_measured_calls && apart >= close && apart <= far &&
          !(is_predicted_well(row) && is_predicted_well(next)))
        lines.push_back(line_between(row, next, costs));
    }
  return lines;
}

MeasuredCall MachineFit::line_between(std::size_t row, std::size_t next, const NcclCosts& costs) const {
  const PublishedCall &a = rows_[row], &b = rows_[next];
  PublishedCall middle = a;
  middle.size = {
      std::llround(std::sqrt(static_cast<double>(a.size.count) * static_cast<double>(b.size.count)))};
  middle.measured_us = std::sqrt(a.measured_us * b.measured_us);
  Collective& collective = middle.call.collective;
  collective.count = count_for(collective.kind, collective.ranks, collective.dtype, middle.size);
  const auto [point, usual] = placed(middle);
  MeasuredCall line = compared(middle, point, usual, costs);
  line.between = true;
  return line;
}

NcclCalibration MachineFit::calibration() const {
  std::vector<std::size_t> all(rows_.size());
  std::iota(all.begin(), all.end(), 0);
  const Learned learned = learned_from(all);
  NcclCalibration calibration{.costs = costs_at(learned.place), .values = {}};
  std::vector<MeasuredCall> calls;
  for (std::size_t row = 0; row < rows_.size(); ++row)
    calls.push_back(compared(rows_[row], points_[row].call, points_[row].usual_error, calibration.costs));
  std::ranges::move(lines_between(calls, calibration.costs), std::back_inserter(calls));
  calibration.costs.measured = std::make_shared<const MeasuredCalls>(before().fabric, std::move(calls));
  for (std::size_t i = 0; i < nccl_costs().size(); ++i) {
    const NcclCost& cost = nccl_costs()[i];
    const double spread = learned.spreads[i], known = unknowns_[i].spread;
    if (spread > .999 * known) continue;  // no row depends on it
    calibration.values.push_back({.cost = &cost,
                                  .before = before().*cost.value,
                                  .after = calibration.costs.*cost.value,
                                  .spread = spread,
                                  .learned = spread < much_surer * known});
  }
  return calibration;
}

CalibrationJudgement MachineFit::judgement() const {
  constexpr std::size_t parts = 5;
  if (rows_.size() < 2) return {};
  std::vector<double> before, after;
  int in_band = 0;
  for (std::size_t part = 0; part < std::min(parts, rows_.size()); ++part) {
    std::vector<std::size_t> others;
    for (std::size_t row = 0; row < rows_.size(); ++row)
      if (row % parts != part) others.push_back(row);
    const Learned learned = learned_from(others);
    std::vector<MeasuredCall> calls;
    for (const std::size_t row : others)
      calls.push_back(
          {points_[row].call, std::exp(-error_at(learned.place, around_, row)), points_[row].usual_error});
    const MeasuredCalls measured(this->before().fabric, std::move(calls));
    for (std::size_t row = part; row < rows_.size(); row += parts) {
      const Correction correction = measured.correction(points_[row].call, points_[row].usual_error);
      const double error = error_at(learned.place, around_, row) + std::log(correction.times);
      before.push_back(percent_off(errors_before_[row]));
      after.push_back(percent_off(error));
      in_band += std::abs(error) <= std::log(band_of_spread(correction.spread));
    }
  }
  return {.before = errors_of(before),
          .after = errors_of(after),
          .in_band = static_cast<double>(in_band) / static_cast<double>(after.size()),
          .rows = static_cast<int>(after.size())};
}

}  // namespace commlab
