// Text forms of Time, Bytes and Bandwidth. A text is a decimal number and a unit. Reading and writing
// calculate with whole numbers only, so "23.33GB/s" is exactly 23,330,000,000.
#include "core/base/units.h"

#include <array>
#include <cassert>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "core/base/words.h"

namespace commlab {
namespace {

using Wide = unsigned __int128;  // 19 digits times the largest unit fit

struct Multiple {
  std::string_view name;
  std::int64_t multiplier;  // base units in one of this unit
  bool written = true;      // to_text writes it; false: it is only read
};

// What a kind of quantity is called, and its units from small to large.
struct Quantity {
  std::string_view name;
  std::string_view base;      // the unit in which it is counted
  std::string_view expected;  // the units named in an error
  std::span<const Multiple> units;
};

constexpr std::array byte_units = {
    Multiple{"B", 1},
    Multiple{"KB", 1'000},
    Multiple{"KiB", 1LL << 10},
    Multiple{"MB", 1'000'000},
    Multiple{"MiB", 1LL << 20},
    Multiple{"GB", 1'000'000'000},
    Multiple{"GiB", 1LL << 30},
    Multiple{"TB", 1'000'000'000'000},
    Multiple{"TiB", 1LL << 40},
    Multiple{"K", 1LL << 10, false},  // as nccl-tests reads them: powers of two
    Multiple{"M", 1LL << 20, false},
    Multiple{"G", 1LL << 30, false},
    Multiple{"T", 1LL << 40, false},
    Multiple{"k", 1LL << 10, false},
    Multiple{"m", 1LL << 20, false},
    Multiple{"g", 1LL << 30, false},
};
constexpr std::array time_units = {
    Multiple{"ps", 1},
    Multiple{"ns", 1'000},
    Multiple{"us", 1'000'000},
    Multiple{"ms", 1'000'000'000},
    Multiple{"s", 1'000'000'000'000},
    Multiple{"µs", 1'000'000, false},
};
constexpr std::array bandwidth_units = {
    Multiple{"B/s", 1},
    Multiple{"KB/s", 1'000},
    Multiple{"MB/s", 1'000'000},
    Multiple{"GB/s", 1'000'000'000},
    Multiple{"TB/s", 1'000'000'000'000},
    Multiple{"KiB/s", 1LL << 10, false},
    Multiple{"MiB/s", 1LL << 20, false},
    Multiple{"GiB/s", 1LL << 30, false},
    Multiple{"TiB/s", 1LL << 40, false},
    Multiple{"Kb/s", 125, false},  // bits
    Multiple{"Mb/s", 125'000, false},
    Multiple{"Gb/s", 125'000'000, false},
    Multiple{"Tb/s", 125'000'000'000, false},
    Multiple{"Kbps", 125, false},
    Multiple{"Mbps", 125'000, false},
    Multiple{"Gbps", 125'000'000, false},
    Multiple{"Tbps", 125'000'000'000, false},
};

constexpr Quantity size_quantity = {"size", "bytes", "B, KB, KiB, MB, MiB, GB, GiB, TB or TiB, as in 64MiB",
                                    byte_units};
constexpr Quantity time_quantity = {"time", "picoseconds", "ps, ns, us, ms or s, as in 2.7us", time_units};
constexpr Quantity bandwidth_quantity = {
    "bandwidth", "bytes per second", "B/s, KB/s, MB/s, GB/s, TB/s or Gb/s, as in 23.33GB/s", bandwidth_units};

const Multiple* find_unit(std::span<const Multiple> units, std::string_view name) {
  for (const Multiple& unit : units)
    if (unit.name == name) return &unit;
  return nullptr;
}

// Reading.

std::size_t digits_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - begin;
}

// "23.330" is 2333 and 2 digits of fraction.
struct Decimal {
  Wide digits = 0;
  std::size_t fraction_digits = 0;
  std::size_t length = 0;  // characters of the text that were read; 0: no number
};

constexpr std::size_t most_digits = 19;  // of a 63-bit number

// nullopt if the number has more digits than a 63-bit number can have.
std::optional<Decimal> read_decimal(std::string_view text) {
  const std::size_t whole = digits_at(text, 0);
  if (whole == 0) return Decimal{};
  const bool has_point = whole + 1 < text.size() && text[whole] == '.' && is_digit(text[whole + 1]);
  const std::size_t written = has_point ? digits_at(text, whole + 1) : 0;

  std::size_t fraction = written;
  while (fraction > 0 && text[whole + fraction] == '0') --fraction;
  std::string digits(text.substr(0, whole));
  if (fraction > 0) digits += text.substr(whole + 1, fraction);
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.size() > most_digits) return std::nullopt;

  Decimal decimal{.fraction_digits = fraction, .length = whole + (has_point ? 1 + written : 0)};
  for (const char digit : digits) decimal.digits = decimal.digits * 10 + static_cast<Wide>(digit - '0');
  return decimal;
}

Result<std::int64_t> parse(std::string_view text, const Quantity& quantity) {
  if (text == "0") return 0;
  if (text.empty()) return fail("{} '': empty; expected a number and {}", quantity.name, quantity.expected);
  if (text[0] == '-') {
    return fail("{} '{}': negative; expected a number and {}", quantity.name, text, quantity.expected);
  }

  const std::optional<Decimal> decimal = read_decimal(text);
  if (!decimal) {
    return fail("{} '{}': too many digits; expected at most {} {}", quantity.name, text, INT64_MAX,
                quantity.base);
  }
  if (decimal->length == 0) {
    return fail("{} '{}': no number; expected a number and {}", quantity.name, text, quantity.expected);
  }
  const std::string_view unit_name = text.substr(decimal->length);
  if (unit_name.empty()) {
    return fail("{} '{}': no unit; expected {}", quantity.name, text, quantity.expected);
  }
  const Multiple* unit = find_unit(quantity.units, unit_name);
  if (unit == nullptr) {
    return fail("{} '{}': unknown unit '{}'; expected {}", quantity.name, text, unit_name, quantity.expected);
  }

  Wide value = decimal->digits * static_cast<Wide>(unit->multiplier);
  for (std::size_t i = 0; i < decimal->fraction_digits; ++i) {
    if (value % 10 != 0) {
      return fail("{} '{}': not a whole number of {}; expected fewer decimals", quantity.name, text,
                  quantity.base);
    }
    value /= 10;
  }
  if (value > static_cast<Wide>(INT64_MAX)) {
    return fail("{} '{}': too large; expected at most {} {}", quantity.name, text, INT64_MAX, quantity.base);
  }
  return static_cast<std::int64_t>(value);
}

// Writing.

// value / multiplier as an exact decimal; nullopt if that needs more than 18 decimals.
std::optional<std::string> exact_decimal(std::uint64_t value, std::uint64_t multiplier) {
  std::string text = std::to_string(value / multiplier);
  Wide rest = value % multiplier;
  if (rest == 0) return text;
  text += '.';
  for (int decimals = 0; decimals < 18; ++decimals) {
    rest *= 10;
    text += static_cast<char>('0' + static_cast<int>(rest / multiplier));
    rest %= multiplier;
    if (rest == 0) return text;
  }
  return std::nullopt;
}

struct Written {
  std::string number;
  std::string_view unit;
  std::size_t size() const { return number.size() + unit.size(); }
};

// The shortest text whose number is at least 1; of equally short texts, the one with the largest unit.
// REQUIRES: value > 0.
Written shortest(std::uint64_t value, const Quantity& quantity) {
  assert(value > 0);
  std::optional<Written> best;
  for (const Multiple& unit : quantity.units) {
    const auto multiplier = static_cast<std::uint64_t>(unit.multiplier);
    if (!unit.written || value < multiplier) continue;
    const std::optional<std::string> number = exact_decimal(value, multiplier);
    if (!number) continue;
    const Written written{*number, unit.name};
    if (!best || written.size() <= best->size()) best = written;
  }
  return *best;  // the base unit always fits
}

std::string write(std::int64_t value, const Quantity& quantity) {
  if (value == 0) return "0";
  const std::uint64_t magnitude = value < 0 ? 0 - static_cast<std::uint64_t>(value) : value;
  const Written written = shortest(magnitude, quantity);
  return fmt::format("{}{}{}", value < 0 ? "-" : "", written.number, written.unit);
}

// Three digits, rounded half up, in the largest decimal unit that is not larger than the value.
std::string three_digits(std::uint64_t value, std::span<const std::string_view> units) {
  std::size_t unit = 0;
  std::uint64_t multiplier = 1;
  while (unit + 1 < units.size() && value / multiplier >= 1000) {
    multiplier *= 1000;
    ++unit;
  }
  if (unit == 0) return fmt::format("{} {}", value, units[0]);

  const std::uint64_t whole = value / multiplier;
  const int decimals = whole >= 100 ? 0 : whole >= 10 ? 1 : 2;
  const std::uint64_t shift = decimals == 0 ? 1 : decimals == 1 ? 10 : 100;
  const std::uint64_t step = multiplier / shift;
  const std::uint64_t rounded = value / step + (value % step * 2 >= step);
  const bool carried = rounded == 1000;  // 9.996 -> 10.0, 999.6 us -> 1.00 ms
  if (carried && decimals == 0 && unit + 1 < units.size()) return fmt::format("1.00 {}", units[unit + 1]);
  if (carried && decimals > 0) return three_digits(rounded * step, units);
  if (decimals == 0) return fmt::format("{} {}", rounded, units[unit]);
  return fmt::format("{}.{:0{}} {}", rounded / shift, rounded % shift, decimals, units[unit]);
}

std::string with_sign(std::int64_t value, std::span<const std::string_view> units) {
  const std::uint64_t magnitude = value < 0 ? 0 - static_cast<std::uint64_t>(value) : value;
  return fmt::format("{}{}", value < 0 ? "-" : "", three_digits(magnitude, units));
}

}  // namespace

Time scaled(Time time, double factor) {
  return {static_cast<std::int64_t>(std::llround(static_cast<double>(time.ps) * factor))};
}

double percent_of(Time part, Time whole) {
  return whole.ps == 0 ? 0 : 100.0 * static_cast<double>(part.ps) / static_cast<double>(whole.ps);
}

Time serialization_time(Bytes bytes, Bandwidth bandwidth) {
  assert(bytes.count >= 0 && bandwidth.bytes_per_second > 0);
  constexpr std::int64_t ps_per_second = 1'000'000'000'000;
  if (bytes.count <=
      (INT64_MAX - bandwidth.bytes_per_second) / ps_per_second) {  // no 128-bit division needed
    return {(bytes.count * ps_per_second + bandwidth.bytes_per_second - 1) / bandwidth.bytes_per_second};
  }
  const auto rate = static_cast<Wide>(bandwidth.bytes_per_second);
  const Wide ps = (static_cast<Wide>(bytes.count) * ps_per_second + rate - 1) / rate;
  return ps > static_cast<Wide>(never.ps) ? never : Time{static_cast<std::int64_t>(ps)};
}

Result<Bytes> parse_bytes(std::string_view text) {
  return parse(text, size_quantity).map([](std::int64_t count) { return Bytes{count}; });
}

Result<Time> parse_time(std::string_view text) {
  return parse(text, time_quantity).map([](std::int64_t ps) { return Time{ps}; });
}

Result<Bandwidth> parse_bandwidth(std::string_view text) {
  return parse(text, bandwidth_quantity).map([](std::int64_t rate) { return Bandwidth{rate}; });
}

std::string to_text(Bytes bytes) { return write(bytes.count, size_quantity); }
std::string to_text(Time time) { return write(time.ps, time_quantity); }
std::string to_text(Bandwidth bandwidth) { return write(bandwidth.bytes_per_second, bandwidth_quantity); }

std::string to_human(Time time) {
  constexpr std::array<std::string_view, 5> units = {"ps", "ns", "us", "ms", "s"};
  if (time == Time{}) return "0 s";
  if (time == never) return "over 106 days";
  return with_sign(time.ps, units);
}

std::string to_human(Bytes bytes) {
  constexpr std::array<std::string_view, 5> units = {"B", "KB", "MB", "GB", "TB"};
  if (bytes.count > 0) {  // "64 MiB" is exact and as short as any rounding
    const Written exact = shortest(static_cast<std::uint64_t>(bytes.count), size_quantity);
    if (exact.number.size() <= 4) return fmt::format("{} {}", exact.number, exact.unit);
  }
  return with_sign(bytes.count, units);
}

}  // namespace commlab
