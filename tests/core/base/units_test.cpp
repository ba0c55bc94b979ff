#include "core/base/units.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(ParseBytes, ReadsDecimalAndBinaryUnits) {
  EXPECT_EQ(parse_bytes("64MiB"), MiB(64));
  EXPECT_EQ(parse_bytes("400MB"), Bytes{400'000'000});
  EXPECT_EQ(parse_bytes("1003B"), Bytes{1003});
  EXPECT_EQ(parse_bytes("64M"), MiB(64));  // as nccl-tests reads it
  EXPECT_EQ(parse_bytes("16K"), KiB(16));
  EXPECT_EQ(parse_bytes("8g"), MiB(8192));
  EXPECT_EQ(parse_bytes("1.5KiB"), Bytes{1536});
  EXPECT_EQ(parse_bytes("0"), Bytes{0});
  EXPECT_EQ(parse_bytes("0B"), Bytes{0});
  EXPECT_EQ(parse_bytes("1.500000000000000000000000KB"), Bytes{1500});
  EXPECT_EQ(parse_bytes("9223372036854775807B"), Bytes{INT64_MAX});
}

TEST(ParseTime, IsExactToThePicosecond) {
  EXPECT_EQ(parse_time("350ns"), nanoseconds(350));
  EXPECT_EQ(parse_time("2.7us"), nanoseconds(2700));
  EXPECT_EQ(parse_time("2.7µs"), nanoseconds(2700));
  EXPECT_EQ(parse_time("0.001ns"), Time{1});
  EXPECT_EQ(parse_time("1s"), milliseconds(1000));
}

TEST(ParseBandwidth, ReadsBytesAndBits) {
  EXPECT_EQ(parse_bandwidth("450GB/s"), GBps(450));
  EXPECT_EQ(parse_bandwidth("23.33GB/s"), Bandwidth{23'330'000'000});
  EXPECT_EQ(parse_bandwidth("400Gb/s"), GBps(50));
  EXPECT_EQ(parse_bandwidth("400Gbps"), GBps(50));
}

// Guards against a fixed bug: at extreme sizes, sums of times wrapped round to small or negative ones.
TEST(Time, ThatDoesNotFitIsNeverAndStaysSo) {
  static_assert(Time{INT64_MAX - 1} + Time{1} == never);
  static_assert(Time{INT64_MAX - 1} + Time{INT64_MAX - 1} == never);
  static_assert(Time{INT64_MAX - 2} + Time{1} == Time{INT64_MAX - 1});
  for (const Time t : {Time{}, Time{1}, Time{-1}, Time{INT64_MAX - 1}, Time{INT64_MIN}, never}) {
    if (t >= Time{}) {
      EXPECT_EQ(never + t, never);
      EXPECT_EQ(t + never, never);
    }
    EXPECT_EQ(never - t, never);
    EXPECT_EQ(t - never, never);
    EXPECT_EQ(2 * never, never);
  }
  EXPECT_EQ(Time{INT64_MIN} - Time{1}, never);
  EXPECT_EQ(INT64_MAX * Time{2}, never);
  EXPECT_EQ(3 * Time{INT64_MAX / 2}, never);
  EXPECT_EQ(milliseconds(INT64_MAX), never);
  Time sum = Time{INT64_MAX - 1};
  sum += Time{5};
  sum -= Time{7};
  EXPECT_EQ(sum, never);
  EXPECT_EQ(to_human(never), "over 106 days");
}

TEST(Bytes, ThatDoNotFitAreEndless) {
  EXPECT_EQ(Bytes{INT64_MAX} + Bytes{1}, endless);
  EXPECT_EQ(MiB(1) + MiB(2), MiB(3));
  Bytes sum = {INT64_MAX - 1};
  sum += Bytes{3};
  EXPECT_EQ(sum, endless);
}

std::string bytes_error(std::string_view text) { return parse_bytes(text).error().message; }

TEST(ParseBytes, SaysWhatIsWrongAndWhatWasExpected) {
  const std::string units = "B, KB, KiB, MB, MiB, GB, GiB, TB or TiB, as in 64MiB";

  EXPECT_EQ(bytes_error("64Q"), "size '64Q': unknown unit 'Q'; expected " + units);
  EXPECT_EQ(bytes_error("64"), "size '64': no unit; expected " + units);
  EXPECT_EQ(bytes_error(""), "size '': empty; expected a number and " + units);
  EXPECT_EQ(bytes_error("-1KiB"), "size '-1KiB': negative; expected a number and " + units);
  EXPECT_EQ(bytes_error("MiB"), "size 'MiB': no number; expected a number and " + units);
  EXPECT_EQ(bytes_error("1.KB"), "size '1.KB': unknown unit '.KB'; expected " + units);
  EXPECT_EQ(bytes_error("64 MiB"), "size '64 MiB': unknown unit ' MiB'; expected " + units);
  EXPECT_EQ(bytes_error("1e9B"), "size '1e9B': unknown unit 'e9B'; expected " + units);
  EXPECT_EQ(bytes_error("0.5B"), "size '0.5B': not a whole number of bytes; expected fewer decimals");
}

TEST(ParseBytes, RefusesWhatDoesNotFit63Bits) {
  EXPECT_EQ(bytes_error("9223372036854775808B"),
            "size '9223372036854775808B': too large; expected at most 9223372036854775807 bytes");
  EXPECT_EQ(bytes_error("9000000000TiB"),
            "size '9000000000TiB': too large; expected at most 9223372036854775807 bytes");
  EXPECT_EQ(bytes_error("99999999999999999999B"),
            "size '99999999999999999999B': too many digits; expected at most 9223372036854775807 bytes");
}

TEST(ParseTime, NamesItsOwnUnits) {
  EXPECT_EQ(parse_time("3min").error().message,
            "time '3min': unknown unit 'min'; expected ps, ns, us, ms or s, as in 2.7us");
  EXPECT_EQ(parse_time("0.0001ns").error().message,
            "time '0.0001ns': not a whole number of picoseconds; expected fewer decimals");
  EXPECT_EQ(
      parse_bandwidth("450GB").error().message,
      "bandwidth '450GB': unknown unit 'GB'; expected B/s, KB/s, MB/s, GB/s, TB/s or Gb/s, as in 23.33GB/s");
}

TEST(ToText, IsTheShortestExactText) {
  EXPECT_EQ(to_text(MiB(64)), "64MiB");
  EXPECT_EQ(to_text(Bytes{400'000'000}), "400MB");
  EXPECT_EQ(to_text(Bytes{1003}), "1003B");
  EXPECT_EQ(to_text(Bytes{0}), "0");
  EXPECT_EQ(to_text(nanoseconds(2700)), "2.7us");
  EXPECT_EQ(to_text(nanoseconds(500)), "500ns");
  EXPECT_EQ(to_text(Time{1}), "1ps");
  EXPECT_EQ(to_text(Bandwidth{23'330'000'000}), "23.33GB/s");
  EXPECT_EQ(to_text(GBps(450)), "450GB/s");
}

// The property: the text of any value reads back as the same value. Values of every magnitude, as they are
// and with few digits (which get shorter texts in other units).
TEST(ToText, ReadsBackAsTheSameValue) {
  std::mt19937_64 random(1);
  std::vector<std::int64_t> values = {0, 1, 999, 1000, 1023, 1024, 1025, INT64_MAX - 1, INT64_MAX};
  for (int i = 0; i < 20'000; ++i) {
    const auto value = static_cast<std::int64_t>(random() >> (1 + random() % 63));
    values.push_back(value);
    values.push_back(value % 1000 << random() % 50);
    values.push_back(value % 10'000 * 100'000'000);
  }

  for (const std::int64_t value : values) {
    ASSERT_EQ(parse_bytes(to_text(Bytes{value})), Bytes{value}) << to_text(Bytes{value});
    ASSERT_EQ(parse_time(to_text(Time{value})), Time{value}) << to_text(Time{value});
    ASSERT_EQ(parse_bandwidth(to_text(Bandwidth{value})), Bandwidth{value}) << to_text(Bandwidth{value});
  }
}

TEST(ToHuman, HasThreeDigits) {
  EXPECT_EQ(to_human(Time{0}), "0 s");
  EXPECT_EQ(to_human(Time{7}), "7 ps");
  EXPECT_EQ(to_human(microseconds(4289)), "4.29 ms");
  EXPECT_EQ(to_human(nanoseconds(87'400)), "87.4 us");
  EXPECT_EQ(to_human(nanoseconds(350)), "350 ns");
  EXPECT_EQ(to_human(Time{53'333'333'334}), "53.3 ms");
  EXPECT_EQ(to_human(Time{999'600'000}), "1.00 ms");
  EXPECT_EQ(to_human(Time{9'996'000}), "10.0 us");
  EXPECT_EQ(to_human(Time{1'000'000}), "1.00 us");
  EXPECT_EQ(to_human(Time{-2'500'000}), "-2.50 us");
}

TEST(ToHuman, KeepsShortSizesExact) {
  EXPECT_EQ(to_human(MiB(64)), "64 MiB");
  EXPECT_EQ(to_human(Bytes{400'000'000}), "400 MB");
  EXPECT_EQ(to_human(Bytes{1'198'372}), "1.20 MB");
  EXPECT_EQ(to_human(Bytes{0}), "0 B");
}

TEST(SerializationTime, RoundsUpToThePicosecond) {
  EXPECT_EQ(serialization_time({1}, GBps(1000)), Time{1});
  EXPECT_EQ(serialization_time({1}, GBps(3000)), Time{1});
  EXPECT_EQ(serialization_time({4}, GBps(3000)), Time{2});
  EXPECT_EQ(serialization_time({0}, GBps(1)), Time{0});
  EXPECT_EQ(serialization_time({400'000'000}, {93'320'000'000}), Time{4'286'326'619});  // 4,286,326,618.09 ps
}

// 128 GiB times picoseconds per second overflows 64 bits in between; the result fits.
TEST(SerializationTime, HoldsAnySize) {
  EXPECT_EQ(serialization_time(MiB(128 << 10), GBps(1)), Time{137'438'953'472'000});
  EXPECT_EQ(serialization_time({INT64_MAX}, {1}), never);
}

}  // namespace
}  // namespace commlab
