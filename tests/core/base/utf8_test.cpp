#include "core/base/utf8.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/base/json_text.h"

namespace commlab {
namespace {

TEST(ValidUtf8, LeavesEveryCharacterOfUnicode) {
  std::string all;
  for (char32_t c = 1; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;  // halves of UTF-16 pairs
    if (c < 0x80) {
      all += static_cast<char>(c);
    } else if (c < 0x800) {
      all += {static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 63))};
    } else if (c < 0x10000) {
      all += {static_cast<char>(0xE0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)),
              static_cast<char>(0x80 | (c & 63))};
    } else {
      all += {static_cast<char>(0xF0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 63)),
              static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
    }
  }
  EXPECT_EQ(valid_utf8(all), all);
  EXPECT_EQ(valid_utf8(std::string_view("\0", 1)), std::string("\0", 1));
}

TEST(ValidUtf8, ReplacesBytesThatBelongToNoCharacter) {
  EXPECT_EQ(valid_utf8("a\xff"
                       "b"),
            "a\uFFFDb");
  EXPECT_EQ(valid_utf8("\xc3"), "\uFFFD");              // cut off
  EXPECT_EQ(valid_utf8("\xe2\x82z"), "\uFFFD\uFFFDz");  // cut off
  EXPECT_EQ(valid_utf8("\x80"), "\uFFFD");              // no first byte
  EXPECT_EQ(valid_utf8("\xc0\xaf"), "\uFFFD\uFFFD");    // longer than needed: a hidden /
  EXPECT_EQ(valid_utf8("\xe0\x80\xaf"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");            // half of a UTF-16 pair
  EXPECT_EQ(valid_utf8("\xf4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");  // above U+10FFFF
}

TEST(ValidUtf8, AgreesWithTheJsonLibrary) {
  for (unsigned bytes = 0; bytes < 1u << 24; bytes += 251)
    for (const std::string& last : {std::string(), std::string("\x80"), std::string("\xbf")}) {
      const std::string text = std::string({static_cast<char>(bytes >> 16), static_cast<char>(bytes >> 8),
                                            static_cast<char>(bytes)}) +
                               last;
      const bool is_plain = std::ranges::none_of(
          text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; });
      if (is_plain) {
        ASSERT_EQ(valid_utf8(text) == text, nlohmann::json::accept('"' + text + '"')) << bytes;
      }
    }
}

TEST(JsonText, HoldsNoInvalidBytes) {
  EXPECT_EQ(json_text(nlohmann::json("a\xff")), "\"a\uFFFD\"");
  const nlohmann::ordered_json json = {{"\xc3", 1}};
  EXPECT_EQ(json_text(json, 2), "{\n  \"\uFFFD\": 1\n}");
}

}  // namespace
}  // namespace commlab
