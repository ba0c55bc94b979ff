// Texts can be read and colours told apart, proved from the table of themes.

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "gui/window/draw/theme.h"

namespace commlab {
namespace {

using Linear = std::array<double, 3>;

double linear_of(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
Linear linear_of(Color c) { return {linear_of(c.r), linear_of(c.g), linear_of(c.b)}; }

// How a colour looks to someone who lacks one kind of cone: Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.0, on linear RGB.
struct Blindness {
  const char* name;
  std::array<Linear, 3> matrix;
};
constexpr Blindness kinds[] = {
    {"none", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

Linear seen_with(const Blindness& kind, Color color) {
  const Linear c = linear_of(color);
  Linear seen{};
  for (std::size_t i = 0; i < 3; ++i)
    seen[i] =
        std::clamp(kind.matrix[i][0] * c[0] + kind.matrix[i][1] * c[1] + kind.matrix[i][2] * c[2], 0.0, 1.0);
  return seen;
}

// CIE 1976 L*a*b*, from linear sRGB, D65 (IEC 61966-2-1).
Linear lab_of(const Linear& c) {
  const double x = (0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.95047;
  const double y = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
  const double z = (0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.08883;
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

double difference(const Linear& a, const Linear& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

std::vector<Theme> all_themes() {
  std::vector<Theme> themes;
  for (const std::string_view name : theme_names()) themes.push_back(theme_named(name).value());
  return themes;
}

TEST(Looks, WordsCanBeReadOnWhateverIsBehindThem) {
  for (const Theme& theme : all_themes()) {
    for (const Color behind : {theme.ground, theme.panel, theme.raised}) {
      EXPECT_GE(contrast(theme.words, behind), 4.5) << theme.name;
      EXPECT_GE(contrast(theme.quiet, behind), 4.5) << theme.name;
    }
    for (const Color warning : {theme.bad, theme.good})
      EXPECT_GE(contrast(warning, theme.panel), 4.5) << theme.name;
    EXPECT_GE(contrast(theme.on_accent, theme.accent), 4.5) << theme.name;
    for (int chunk = 0; chunk < chunk_hues; ++chunk)
      EXPECT_GE(contrast(theme.on_chunk(chunk), theme.of_chunk(chunk)), 4.5)
          << theme.name << " chunk " << chunk;
  }
}

// Chunks have an outline, because yellow is near white.
TEST(Looks, MarksStandOutFromTheirGround) {
  for (const Theme& theme : all_themes())
    for (const Color mark : {theme.accent, theme.outline, theme.edge, theme.busy_link})
      EXPECT_GE(contrast(mark, theme.panel), 3) << theme.name;
}

TEST(Looks, ChunksAreToldApartByColourBlindEyes) {
  for (const Theme& theme : all_themes())
    for (const Blindness& kind : kinds)
      for (int a = 0; a < chunk_hues; ++a)
        for (int b = a + 1; b < chunk_hues; ++b)
          EXPECT_GE(difference(lab_of(seen_with(kind, theme.of_chunk(a))),
                               lab_of(seen_with(kind, theme.of_chunk(b)))),
                    15)
              << theme.name << ", " << kind.name << ": chunks " << a << " and " << b;
}

TEST(Looks, NoTextIsTooSmallForWhereItIsRead) {
  for (const std::string_view name : theme_names())
    for (const double scale : {0.75, 1.0, 1.5, 2.5}) {
      const Theme theme = theme_named(name, scale).value();
      EXPECT_GE(theme.small(), name == "projector" ? 24 : 13) << name << " x" << scale;
      EXPECT_GE(theme_named(name).value().button, name == "projector" ? 44 : 32) << name;
    }
}

TEST(Looks, AnUnknownThemeOrScaleIsAnErrorThatSaysWhatThereIs) {
  EXPECT_EQ(theme_named("drak").error().message,
            "unknown theme 'drak'; there are dark, light, projector, contrast");
  EXPECT_EQ(theme_named("dark", 9).error().message, "font scale 9: from 0.75 to 2.5 is possible");
  EXPECT_FALSE(theme_named("dark", std::nan("")));
}

}  // namespace
}  // namespace commlab
