#include "core/machine/tempo.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

namespace commlab {

std::vector<TempoTime> times_near(const Tempo& tempo, Bytes message) {
  assert(tempo.known());
  const auto above = std::ranges::lower_bound(tempo.times, message, {}, &TempoTime::message);
  if (above == tempo.times.end()) return {tempo.times.back()};
  if (above == tempo.times.begin() || above->message == message) return {*above};
  return {*std::prev(above), *above};
}

double drift_at(const std::vector<DriftOfSize>& known, Bytes message) {
  assert(!known.empty());
  const auto above = std::ranges::lower_bound(known, message, {}, &DriftOfSize::message);
  if (above == known.end()) return known.back().drift;
  if (above == known.begin()) return above->drift;
  const DriftOfSize& below = *std::prev(above);
  const auto size = [](Bytes bytes) { return std::log(static_cast<double>(bytes.count)); };
  const double share = (size(message) - size(below.message)) / (size(above->message) - size(below.message));
  return std::exp(std::lerp(std::log(below.drift), std::log(above->drift), share));
}

double beyond_noise(double drift) {
  if (drift > drift_of_noise) return drift / drift_of_noise;
  return std::min(1.0, drift * drift_of_noise);
}

double slowest_by_fastest(const TempoTime& time) {
  return static_cast<double>(time.slowest.ps) /
         static_cast<double>(std::max<std::int64_t>(1, time.fastest.ps));
}

const TempoTime& least_steady(const Tempo& tempo) {
  assert(tempo.known());
  return *std::ranges::max_element(tempo.times, {}, slowest_by_fastest);
}

}  // namespace commlab
