#include "core/machine/measured_calls.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/machine/machine.h"

namespace commlab {
namespace {

// What calibration leaves of the model's usual error, where no row is near.
constexpr double left_far_away = .85;
constexpr double most_times = 1000;      // a row that is farther off moves predictions no farther
constexpr double most_in_a_file = 1e15;  // so much longer than predicted can no row of a table be

// Matérn's covariance of order 3/2 (Rasmussen and Williams, equation 4.17): smooth, and not too smooth.
double fading(double distance, double length) {
  const double z = std::sqrt(3.) * distance / length;
  return (1 + z) * std::exp(-z);
}

double doublings(Bytes size) { return std::log2(static_cast<double>(std::max<std::int64_t>(1, size.count))); }

std::vector<double> logs_of(const std::vector<MeasuredCall>& calls) {
  std::vector<double> logs;
  for (const MeasuredCall& call : calls) logs.push_back(std::log(call.times));
  return logs;
}

std::vector<double> noises_of(const std::vector<MeasuredCall>& calls) {
  std::vector<double> noises;
  for (const MeasuredCall& call : calls)
    noises.push_back(call.between ? noise_between : noise_of_measurements);
  return noises;
}

double times_of(double log) { return std::clamp(std::exp(log), 1 / most_times, most_times); }

}  // namespace

double likeness(const CallPoint& a, const CallPoint& b) {
  const double apart = std::abs(doublings(a.size) - doublings(b.size));
  const bool one_way = a.way == b.way, one_kind = a.kind == b.kind;
  const bool one_table = one_kind && a.ranks == b.ranks && a.nodes == b.nodes;
  double sum = fading(apart, 6);
  if (one_way) sum += fading(apart, 3);
  if (one_way && one_kind) sum += fading(apart, 3);
  if (one_table) sum += fading(apart, 4);
  if (one_table && one_way) sum += .5 * fading(apart, 1.5);
  return sum / 4.5;
}

VaryingProcess most_probable_process(
    std::span<const double> values,
    const std::function<double(std::size_t, std::size_t, double variation)>& covariance,
    std::span<const double> noises) {
  constexpr double usual = 3;
  std::optional<VaryingProcess> best;
  double most = 0;
  for (const double variation : {1.5, 4., 12.}) {
    GaussianProcess process(
        values, [&](std::size_t i, std::size_t j) { return covariance(i, j, variation); }, noises);
    const double probable = process.evidence() - .5 * std::pow(std::log(variation / usual), 2);
    if (best && probable <= most) continue;
    most = probable;
    best = VaryingProcess{std::move(process), variation};
  }
  return *std::move(best);
}

MeasuredCalls::MeasuredCalls(std::string fabric, std::vector<MeasuredCall> calls)
    : fabric_(std::move(fabric)),
      calls_(std::move(calls)),
      varying_(most_probable_process(
          logs_of(calls_),
          [&](std::size_t i, std::size_t j, double variation) {
            const MeasuredCall &a = calls_[i], &b = calls_[j];
            return variation * variation * a.usual_error * b.usual_error * likeness(a.call, b.call);
          },
          noises_of(calls_))) {
  assert(calls_.size() <= most_measured_calls);
}

std::vector<double> MeasuredCalls::covariances(const CallPoint& call, double usual_error) const {
  const double variance = varying_.variation * varying_.variation;
  std::vector<double> all;
  for (const MeasuredCall& measured : calls_)
    all.push_back(variance * usual_error * measured.usual_error * likeness(measured.call, call));
  return all;
}

double MeasuredCalls::times(const CallPoint& call, double usual_error) const {
  return times_of(varying_.process.mean(covariances(call, usual_error)));
}

Correction MeasuredCalls::correction(const CallPoint& call, double usual_error) const {
  const std::vector<double> with_calls = covariances(call, usual_error);
  const double before = std::pow(varying_.variation * usual_error, 2);
  const double unknown = std::max(0., 1 - varying_.process.explained(with_calls) / before);
  return {.times = times_of(varying_.process.mean(with_calls)),
          .spread = std::hypot(left_far_away * usual_error * std::sqrt(unknown), noise_of_measurements)};
}

std::string to_line(const MeasuredCall& measured) {
  const CallPoint& call = measured.call;
  return fmt::format("{} {} ranks {} nodes {} {} x{:.4g}{}", name_of(call.kind), call.ranks, call.nodes,
                     to_text(call.size), call.way, measured.times, measured.between ? " between" : "");
}

Result<MeasuredCall> parse_measured_call(std::string_view line) {
  const auto wrong = [&] {
    return fail("'{}': expected a call, as in all_reduce 16 ranks 2 nodes 1MiB Ring/LL128 x1.07", line);
  };
  const std::vector<std::string_view> words = split_at_blanks(line);
  const bool between = words.size() == 9 && words[8] == "between";
  if ((words.size() != 8 && !between) || words[2] != "ranks" || words[4] != "nodes" ||
      !words[7].starts_with('x'))
    return wrong();
  const Result<CollectiveKind> kind = parse_collective(words[0]);
  if (!kind) return tl::unexpected(kind.error());
  const auto ranks = parse_number<int>(words[1]), nodes = parse_number<int>(words[3]);
  const Result<Bytes> size = parse_bytes(words[5]);
  const auto times = parse_number<double>(words[7].substr(1));
  if (!ranks || *ranks < 1 || *ranks > most_gpus || !nodes || *nodes < 1 || *nodes > *ranks || !size ||
      !times || !(*times >= 1 / most_in_a_file && *times <= most_in_a_file))
    return wrong();
  return MeasuredCall{
      .call = {.kind = *kind, .ranks = *ranks, .nodes = *nodes, .size = *size, .way = std::string(words[6])},
      .times = *times,
      .between = between};
}

}  // namespace commlab
