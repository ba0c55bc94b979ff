#include "gui/picture/pair_rates.h"

#include <iterator>

namespace commlab {

std::optional<double> PairRates::difference_percent(int from, int to, Bandwidth known) const {
  const Bandwidth measured = at(from, to);
  if (measured == Bandwidth{} || known == Bandwidth{}) return std::nullopt;
  const auto before = static_cast<double>(known.bytes_per_second);
  return 100 * (static_cast<double>(measured.bytes_per_second) - before) / before;
}

const Nearness& nearness_of(double difference_percent) {
  for (const Nearness& each : nearness)
    if (difference_percent >= each.at_least_percent) return each;
  return *std::rbegin(nearness);
}

}  // namespace commlab
