#include "core/machine/machine.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "core/base/nearest.h"

namespace commlab {
namespace {

// log2 with 16 binary digits after the point, by repeated squaring: the same on every computer, unlike
// a library's logarithm. log2 of 0 counts as 0.
std::int64_t log2_q16(std::int64_t value) {
  if (value <= 1) return 0;
  const int whole = 63 - __builtin_clzll(static_cast<std::uint64_t>(value));
  std::uint64_t mantissa = static_cast<std::uint64_t>(value) << (63 - whole);  // in [1, 2), 63 digits
  std::int64_t result = whole;
  for (int digit = 0; digit < 16; ++digit) {
    const auto square = static_cast<unsigned __int128>(mantissa) * mantissa >> 63;
    const bool is_two_or_more = square >> 64 != 0;
    mantissa = static_cast<std::uint64_t>(is_two_or_more ? square >> 1 : square);
    result = 2 * result + (is_two_or_more ? 1 : 0);
  }
  return result;
}

}  // namespace

Time launch_time(const Costs& costs, Time start, const Launching& launching, LaunchMode mode) {
  const Time launch = costs.launch + start;
  return mode == LaunchMode::graph ? launch - std::min(launch, launching.graph_saves) : launch;
}

Time start_of(const Multicast& multicast, Bytes size) {
  if (size >= multicast.filled_by) return multicast.launch + multicast.fill;
  const auto part = static_cast<__int128>(multicast.fill.ps) * size.count / multicast.filled_by.count;
  return multicast.launch + Time{static_cast<std::int64_t>(part)};
}

Bandwidth RateCurve::at(Bytes size) const {
  assert(limited());
  const auto above = std::ranges::upper_bound(points, size, {}, &Point::size);
  if (above == points.begin()) return above->rate;
  const Point& low = *std::prev(above);
  if (above == points.end() || low.size == size) return low.rate;

  const std::int64_t begin = log2_q16(low.size.count);
  const std::int64_t width = log2_q16(above->size.count) - begin;
  if (width == 0) return low.rate;
  const auto rise = static_cast<__int128>(above->rate.bytes_per_second) - low.rate.bytes_per_second;
  const auto risen = rise * (log2_q16(size.count) - begin) / width;
  return {low.rate.bytes_per_second + static_cast<std::int64_t>(risen)};
}

Result<Protocol> find_protocol(const Machine& machine, std::string_view name) {
  std::vector<std::string> names;
  for (const Protocol& protocol : machine.protocols) {
    if (protocol.name == name) return protocol;
    names.push_back(protocol.name);
  }
  if (names.empty())
    return fail("protocol '{}': machine '{}' has no protocols; leave it out", name, machine.name);
  return fail("protocol '{}': machine '{}' has no such protocol{}; expected {}", name, machine.name,
              suggestion(name, names), fmt::join(names, ", "));
}

}  // namespace commlab
