// A reader judges a chart by eye: a point must be drawn at its tick, and names must not overlap.
#include "gui/picture/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

namespace commlab {
namespace {

using testing::HasSubstr;

// The places at which texts that match `pattern` were drawn; its two groups are numbers.
std::vector<std::pair<double, double>> places(const std::string& svg, const std::string& pattern) {
  std::vector<std::pair<double, double>> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator i(svg.begin(), svg.end(), expression), end; i != end; ++i)
    found.emplace_back(std::stod((*i)[1]), std::stod((*i)[2]));
  return found;
}

Chart times_of(std::vector<ChartLine> lines) {
  return {.title = "all_reduce",
          .subtitle = "8 ranks",
          .x = {.title = "size", .label = size_label, .binary = true},
          .y = {.title = "time", .label = microseconds_label},
          .lines = std::move(lines)};
}

TEST(Chart, EqualFactorsAreEqualDistances) {
  const std::string svg =
      to_svg(times_of({{.name = "ring", .points = {{1024, 1}, {32768, 10}, {1048576, 100}}}}));
  const auto marks = places(svg, "circle cx=\"([0-9.]+)\" cy=\"([0-9.]+)\"");
  ASSERT_GE(marks.size(), 3u);
  EXPECT_NEAR(marks[1].first - marks[0].first, marks[2].first - marks[1].first, 0.11);
  EXPECT_NEAR(marks[0].second - marks[1].second, marks[1].second - marks[2].second, 0.11);
  EXPECT_GT(marks[0].second, marks[2].second) << "longer times are higher up";
}

TEST(Chart, NamesOfLinesThatEndTogetherStandApartAndInside) {
  for (const int lines : {1, 2, 7, 20}) {
    std::vector<ChartLine> many;
    for (int i = 0; i < lines; ++i)
      many.push_back({.name = "line", .points = {{8, 1.0 + i}, {1024, 50 + 0.01 * i}}});
    std::vector<double> heights;
    for (const auto& [x, y] : places(to_svg(times_of(many)), "x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>line<"))
      heights.push_back(y);
    ASSERT_EQ(std::ssize(heights), lines);
    std::ranges::sort(heights);
    for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 17.5);
    EXPECT_GT(heights.front(), 60);
    EXPECT_LT(heights.back(), 540);
  }
}

// A viewer uses a font of its own; even a narrow one needs six pixels a letter.
TEST(Chart, IsAsWideAsItsLongestNameNeeds) {
  for (const std::size_t letters : {4u, 40u}) {
    const std::string name(letters, 'n');
    const std::string svg = to_svg(times_of({{.name = name, .points = {{8, 1}, {64, 2}}}}));
    const auto sizes = places(svg, "<svg[^>]* width=\"([0-9.]+)\" height=\"([0-9.]+)\"");
    const auto names = places(svg, "x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>n+<");
    ASSERT_EQ(sizes.size(), 1u);
    ASSERT_EQ(names.size(), 1u);
    EXPECT_GE(sizes[0].first, std::max(960.0, names[0].first + 6.0 * static_cast<double>(letters)));
  }
}

TEST(Chart, TellsTwoPredictionsOfOneLineApart) {
  const std::vector<ChartPoint> points{{8, 1}, {64, 2}};
  const std::string svg =
      to_svg(times_of({{.name = "ring", .points = points},
                       {.name = "predicted", .points = points, .as = 0},
                       {.name = "estimated", .points = points, .as = 0, .dotted = true}}));
  for (const char* dash : {"7 5", "2 4"})
    EXPECT_THAT(svg, HasSubstr(std::string("stroke-dasharray=\"") + dash + '"'));
}

TEST(Chart, WordsAreEscaped) {
  Chart chart = times_of({{.name = "a<b & \"c\"", .points = {{8, 1}}}});
  EXPECT_THAT(to_svg(chart), HasSubstr("a&lt;b &amp; &quot;c&quot;"));
}

TEST(Chart, WithNothingToDrawIsStillAPicture) {
  for (const std::vector<ChartLine>& lines : {std::vector<ChartLine>{}, {{.name = "none", .points = {}}}}) {
    const std::string svg = to_svg(times_of(lines));
    EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
    EXPECT_THAT(svg, testing::Not(HasSubstr("nan")));
    EXPECT_THAT(svg, testing::Not(HasSubstr("inf\"")));
  }
}

TEST(Chart, LabelsHaveUnits) {
  EXPECT_EQ(size_label(8), "8 B");
  EXPECT_EQ(size_label(65536), "64 KiB");
  EXPECT_EQ(size_label(std::exp2(33)), "8 GiB");
  EXPECT_EQ(microseconds_label(0.5), "500 ns");
  EXPECT_EQ(microseconds_label(2000), "2 ms");
  EXPECT_EQ(ratio_label(1.25), "1.25x");
}

// A prediction has the same colour as its measurement, which shows its spread as whiskers.
TEST(Chart, DrawsPredictionsInTheColourOfWhatWasMeasured) {
  Chart chart{
      .title = "t", .subtitle = "s", .x = {"size", size_label, true}, .y = {"time", microseconds_label}};
  chart.lines = {{.name = "other", .points = {{1024, 5}}},
                 {.name = "measured", .points = {{1024, 10, "", 8, 200}, {2048, 20, "", 18, 30}}},
                 {.name = "predicted", .points = {{1024, 9}, {2048, 19}}, .as = 1},
                 {.name = "third", .points = {{1024, 6}}}};
  const std::string svg = to_svg(chart);
  EXPECT_NE(svg.find("200 us"), std::string::npos) << "the axis reaches the whiskers' ends";
  EXPECT_NE(svg.find("#D55E00"), std::string::npos);
  EXPECT_NE(svg.find("#009E73"), std::string::npos) << "the line after the prediction has the third colour";
  EXPECT_EQ(svg.find("#CC79A7"), std::string::npos) << "a prediction takes no colour of its own";
}

}  // namespace
}  // namespace commlab
