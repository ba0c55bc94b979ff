#include "core/base/numbers.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

// The C++ library reads "nan" and "inf" as numbers, which no reader here expects.
TEST(ParseNumber, IsAFiniteNumber) {
  for (const char* text : {"nan", "NAN", "-nan", "nan(1)", "inf", "-inf", "INFINITY", "1e999", "-1e999"}) {
    EXPECT_FALSE(parse_number<double>(text)) << text;
    EXPECT_FALSE(parse_number<double>(text, std::chars_format::fixed)) << text;
    EXPECT_FALSE(parse_number<float>(text)) << text;
  }
  EXPECT_EQ(parse_number<double>("1e300"), 1e300);
  EXPECT_EQ(parse_number<double>("-0.5"), -0.5);
}

TEST(ParseNumber, IsTheWholeText) {
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "1,000", "0x10", "1.0"})
    EXPECT_FALSE(parse_number<int>(text)) << text;
  EXPECT_EQ(parse_number<int>("-17"), -17);
  EXPECT_EQ(parse_number<int>("ff", 16), 255);
  EXPECT_FALSE(parse_number<std::uint8_t>("256"));
}

}  // namespace
}  // namespace commlab
