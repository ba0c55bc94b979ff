#pragma once
// Rates measured between pairs of places, to be shown on a machine's picture; place i is GPU i.

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "gui/picture/okabe_ito.h"

namespace commlab {

struct PairRates {
  int places = 0;
  std::vector<Bandwidth> rates;  // places x places, senders are rows; 0: not measured

  Bandwidth at(int from, int to) const {
    if (from >= places || to >= places) return {};
    return rates[from * places + to];
  }
  // 100 * (measured - known) / known; nothing if it was not measured.
  std::optional<double> difference_percent(int from, int to, Bandwidth known) const;
};

// Classes of how close a measured rate is to the known one: a colour and its meaning.
struct Nearness {
  double at_least_percent;  // difference_percent from here on
  std::string_view color;
  std::string_view light;  // the same colour, light enough for a background of words
  std::string_view meaning;
};
inline constexpr Nearness nearness[] = {
    {10, okabe_ito::blue, "#d6e8f4", "more than 10 % above the machine's rate"},
    {-10, okabe_ito::green, "#d9f0e8", "within 10 % of the machine's rate"},
    {-50, okabe_ito::orange, "#fbecd0", "10 to 50 % below"},
    {-100, okabe_ito::vermilion, "#f8ddcc", "less than half of it"},
};
const Nearness& nearness_of(double difference_percent);

}  // namespace commlab
