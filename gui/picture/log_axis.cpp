#include "gui/picture/log_axis.h"

#include <cassert>
#include <cmath>

namespace commlab {
namespace {

constexpr double rounding = 1e-9;  // of what stands on the edge

}  // namespace

std::vector<double> round_ticks(double least, double most, std::size_t most_ticks) {
  assert(least < most && "the axis has a length");
  const double wish = (most - least) / static_cast<double>(most_ticks);
  const double decade = std::pow(10.0, std::floor(std::log10(wish)));
  double step = 10 * decade;
  for (const double digit : {5.0, 2.0, 1.0})
    if (digit * decade >= wish) step = digit * decade;
  std::vector<double> ticks;
  for (double k = std::ceil(least / step - rounding); k * step <= most + rounding * step; ++k)
    ticks.push_back(k * step);
  return ticks;
}

double LogRange::share(double value) const { return std::log(value / least) / std::log(most / least); }
double LogRange::at(double share) const { return least * std::pow(most / least, share); }

LogRange widened(LogRange range, double factor) {
  assert((range.empty() || factor > 1 || range.least < range.most) && "the result has a length");
  if (range.empty()) return {1, 10};
  return {range.least / factor, range.most * factor};
}

std::vector<double> log_ticks(const LogRange& range, bool binary, std::size_t most_ticks) {
  std::vector<double> all, decades;
  const auto inside = [&](double tick) {
    return tick >= range.least * (1 - 1e-9) && tick <= range.most * (1 + 1e-9);
  };
  if (binary) {
    for (int k = 0; k < 63; ++k)
      if (inside(std::exp2(k))) all.push_back(std::exp2(k));
  } else {
    const bool few_decades = range.most / range.least < 200;
    for (int decade = -9; decade < 16; ++decade)
      for (const int digit : {1, 2, 5}) {
        const double tick = digit * std::pow(10.0, decade);
        if (!inside(tick)) continue;
        if (digit == 1) decades.push_back(tick);
        if (digit == 1 || few_decades) all.push_back(tick);
      }
    if (all.size() < 3 && range.most / range.least < 10)
      return round_ticks(range.least, range.most, most_ticks);
    if (all.size() > most_ticks && decades.size() > 1) all = decades;
  }
  const std::size_t every = 1 + (all.empty() ? 0 : (all.size() - 1) / most_ticks);
  std::vector<double> ticks;
  for (std::size_t i = 0; i < all.size(); i += every) ticks.push_back(all[i]);
  return ticks;
}

}  // namespace commlab
