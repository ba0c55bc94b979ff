#pragma once
// Time, bytes and bandwidth: whole numbers inside, units in text.
//
// A picosecond is short enough to separate two bytes at 900 GB/s; 63 bits of picoseconds are 106 days. Sums
// and comparisons are exact; only ratios and display use floating point.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

struct Time {
  std::int64_t ps = 0;
  auto operator<=>(const Time&) const = default;
  constexpr Time& operator+=(Time other) {
    ps += other.ps;
    return *this;
  }
  constexpr Time& operator-=(Time other) {
    ps -= other.ps;
    return *this;
  }
};
constexpr Time operator+(Time a, Time b) { return {a.ps + b.ps}; }
constexpr Time operator-(Time a, Time b) { return {a.ps - b.ps}; }
constexpr Time operator*(std::int64_t n, Time t) { return {n * t.ps}; }
double percent_of(Time part, Time whole);  // 0 if `whole` is 0
constexpr Time nanoseconds(std::int64_t n) { return {n * 1'000}; }
constexpr Time microseconds(std::int64_t n) { return {n * 1'000'000}; }
constexpr Time milliseconds(std::int64_t n) { return {n * 1'000'000'000}; }
constexpr double microseconds_of(Time t) { return static_cast<double>(t.ps) / 1e6; }
constexpr double seconds_of(Time t) { return static_cast<double>(t.ps) / 1e12; }
constexpr Time never = {INT64_MAX};

struct Bytes {
  std::int64_t count = 0;
  auto operator<=>(const Bytes&) const = default;
};
constexpr Bytes operator+(Bytes a, Bytes b) { return {a.count + b.count}; }
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
// For people, with three digits: "4.29 ms", "87.4 us", "0 s". A size that is short stays exact: "64 MiB".
std::string to_human(Time);
std::string to_human(Bytes);

}  // namespace commlab
