#include "gui/picture/escaped_markup.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(EscapedMarkup, StaysTextInSvgAndHtml) {
  EXPECT_EQ(escaped_markup("a<b> & \"c\" é"), "a&lt;b&gt; &amp; &quot;c&quot; é");
  EXPECT_EQ(escaped_markup("two\n\tlines\r"), "two\n\tlines\r");
}

// XML readers refuse a whole file for one of these.
TEST(EscapedMarkup, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(escaped_markup("caf\xe9"), "caf\uFFFD");
  EXPECT_EQ(escaped_markup(std::string_view("\0\x1b[31m", 6)), "\uFFFD\uFFFD[31m");
  EXPECT_EQ(escaped_markup("\uFFFE|\uFFFF"), "\uFFFD|\uFFFD");
}

}  // namespace
}  // namespace commlab
