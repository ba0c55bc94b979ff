#pragma once
// Time, bytes and bandwidth: whole numbers inside, units in text.
//
// A picosecond is short enough to separate two bytes at 900 GB/s; 63 bits of picoseconds are 106 days. Sums
// and comparisons are exact; only ratios and display use floating point.
//
// A time that does not fit into 63 bits is `never`, and whatever is calculated with `never` is `never`: a sum
// that is too long stays visible, and no difference hides it. A number of bytes that does not fit is
// `endless` in the same way.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

struct Time {
  std::int64_t ps = 0;
  auto operator<=>(const Time&) const = default;
};
inline constexpr Time never = {INT64_MAX};
constexpr Time operator+(Time a, Time b) {  // REQUIRES: neither is negative if the other is never.
  Time sum;
  return __builtin_add_overflow(a.ps, b.ps, &sum.ps) ? never : sum;
}
constexpr Time operator-(Time a, Time b) {
  Time difference;
  const bool fits = !__builtin_sub_overflow(a.ps, b.ps, &difference.ps);
  return fits && a != never && b != never ? difference : never;
}
constexpr Time operator*(std::int64_t n, Time t) {
  Time product;
  const bool fits = !__builtin_mul_overflow(n, t.ps, &product.ps);
  return fits && t != never ? product : never;
}
constexpr Time& operator+=(Time& a, Time b) { return a = a + b; }
constexpr Time& operator-=(Time& a, Time b) { return a = a - b; }
Time scaled(Time, double factor);          // to the nearest picosecond
double percent_of(Time part, Time whole);  // 0 if `whole` is 0
constexpr Time nanoseconds(std::int64_t n) { return n * Time{1'000}; }
constexpr Time microseconds(std::int64_t n) { return n * Time{1'000'000}; }
constexpr Time milliseconds(std::int64_t n) { return n * Time{1'000'000'000}; }
constexpr double microseconds_of(Time t) { return static_cast<double>(t.ps) / 1e6; }
constexpr double seconds_of(Time t) { return static_cast<double>(t.ps) / 1e12; }

struct Bytes {
  std::int64_t count = 0;
  auto operator<=>(const Bytes&) const = default;
};
inline constexpr Bytes endless = {INT64_MAX};
constexpr Bytes operator+(Bytes a, Bytes b) {  // REQUIRES: a and b are not negative.
  Bytes sum;
  return __builtin_add_overflow(a.count, b.count, &sum.count) ? endless : sum;
}
constexpr Bytes& operator+=(Bytes& a, Bytes b) { return a = a + b; }
constexpr Bytes KiB(std::int64_t n) { return {n << 10}; }
constexpr Bytes MiB(std::int64_t n) { return {n << 20}; }

struct Bandwidth {
  std::int64_t bytes_per_second = 0;
  auto operator<=>(const Bandwidth&) const = default;
};
constexpr Bandwidth GBps(std::int64_t n) { return {n * 1'000'000'000}; }
constexpr Bandwidth MBps(std::int64_t n) { return {n * 1'000'000}; }

// The time that `bytes` need at `bandwidth`, rounded up to the next picosecond; `never` if the time
// does not fit into 63 bits.
// REQUIRES: bytes >= 0, bandwidth > 0.
Time serialization_time(Bytes bytes, Bandwidth bandwidth);

// "64MiB", "400MB", "1003B", "64M" (= MiB, as nccl-tests reads it); GB = 10^9, GiB = 2^30.
// An error names the text and what was expected. A number without a unit is an error, except 0.
Result<Bytes> parse_bytes(std::string_view text);
// "350ns", "2.7us", "1ms", "0". Exact: a fraction of a picosecond is an error.
Result<Time> parse_time(std::string_view text);
// "450GB/s", "23.33GB/s", "400Gb/s" or "400Gbps" (bits).
Result<Bandwidth> parse_bandwidth(std::string_view text);

// The shortest text that reads back as the same value: "64MiB", "2.7us", "23.33GB/s".
std::string to_text(Bytes);
std::string to_text(Time);
std::string to_text(Bandwidth);
// For people, with three digits: "4.29 ms", "87.4 us", "0 s"; "over 106 days" for `never`. A size that is
// short stays exact: "64 MiB".
std::string to_human(Time);
std::string to_human(Bytes);

}  // namespace commlab
