// A picture as pixels looks like the same picture as SVG: shapes have their colours, where they are.
#include "gui/picture/png_of_svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/picture/outlines.h"
#include "gui/picture/pixels.h"
#include "gui/picture/svg.h"

namespace commlab {
namespace {

Color pixel(const Pixels& pixels, int x, int y) {
  const std::size_t at = static_cast<std::size_t>(y * pixels.width() + x) * 3;
  return {pixels.rgb()[at], pixels.rgb()[at + 1], pixels.rgb()[at + 2]};
}

TEST(Pixels, AreCoveredByTheShareThatAShapeHasOfThem) {
  Pixels pixels(4, 1);
  pixels.fill(std::vector<Contour>{{{0.5, 0}, {2, 0}, {2, 1}, {0.5, 1}}}, rgb(0x000000));
  EXPECT_EQ(pixel(pixels, 0, 0), (Color{128, 128, 128}));
  EXPECT_EQ(pixel(pixels, 1, 0), rgb(0x000000));
  EXPECT_EQ(pixel(pixels, 2, 0), rgb(0xffffff));
}

TEST(Pixels, OfContoursThatOverlapArePaintedOnce) {
  Pixels pixels(4, 4);
  const Contour square{{0, 0}, {4, 0}, {4, 4}, {0, 4}};
  pixels.fill(std::vector<Contour>{square, square}, rgb(0x000000).faded(0.5));
  EXPECT_NEAR(pixel(pixels, 2, 2).r, 128, 1);
}

TEST(Pixels, OutsideOfTheClipStayAsTheyAre) {
  Pixels pixels(4, 4);
  pixels.clip({1, 1, 2, 2});
  pixels.fill(std::vector<Contour>{{{-9, -9}, {9, -9}, {9, 9}, {-9, 9}}}, rgb(0x000000));
  EXPECT_EQ(pixel(pixels, 0, 0), rgb(0xffffff));
  EXPECT_EQ(pixel(pixels, 1, 1), rgb(0x000000));
  EXPECT_EQ(pixel(pixels, 3, 3), rgb(0xffffff));
}

TEST(Outlines, OfADashedLineLeaveGaps) {
  Pixels pixels(40, 8);
  const std::vector<PicturePoint> line{{0, 4}, {40, 4}};
  const std::vector<double> dashes{10, 10};
  pixels.fill(outline_of_line(line, 2, dashes), rgb(0x000000));
  EXPECT_EQ(pixel(pixels, 5, 4), rgb(0x000000));
  EXPECT_EQ(pixel(pixels, 15, 4), rgb(0xffffff));
  EXPECT_EQ(pixel(pixels, 25, 4), rgb(0x000000));
}

// What was left of a dash after 98.2 of the line moved no place on it any more, and drawing never ended.
TEST(Outlines, OfADashedLineEndWhereverItsCornersAre) {
  const std::vector<PicturePoint> line{{0, 0}, {14.2, 0}, {98.2, 0}, {174, 0}};
  const std::vector<double> dashes{5, 4};
  EXPECT_FALSE(outline_of_line(line, 1, dashes).empty());
}

TEST(PngOfSvg, IsAPngOfTwiceTheSize) {
  if (!no_png().empty()) GTEST_SKIP() << no_png();
  Svg svg(30, 20);
  svg.text({5, 15}, "busbw, 2 µs", {.bold = true, .turned = -90});
  svg.rectangle({1, 1}, 9, 9, {.fill = "#ff0000"}, 3);
  const Result<std::string> png = png_of_svg(std::move(svg).finish());
  ASSERT_TRUE(png) << png.error().message;
  EXPECT_EQ(png->substr(0, 4), "\x89PNG");
  EXPECT_EQ(png->substr(16, 8), std::string("\0\0\0\x3c\0\0\0\x28", 8));
}

}  // namespace
}  // namespace commlab
