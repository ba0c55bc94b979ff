// Fonts on screens of any density.

#include "gui/window/imgui/fonts.h"

#include <cmath>

#include <gtest/gtest.h>

#include "gui/window/imgui/dear_imgui.h"

namespace commlab {
namespace {

class DenseFonts : public testing::Test {
 protected:
  DenseFonts() { ImGui::CreateContext(); }
  ~DenseFonts() override { ImGui::DestroyContext(); }
};

// Dear ImGui 1.90 makes letters of whole pixels.
double drawn_size(double pixels) { return IMGUI_VERSION_NUM >= 19000 ? std::floor(pixels) : pixels; }

// Letters on a screen of twice the density have twice the pixels, and the same size in the layout.
TEST_F(DenseFonts, KeepTheirSizeInTheLayout) {
  for (const std::string_view name : theme_names())
    for (const double density : {1.0, 1.25, 2.0, 3.0}) {
      const Theme theme = theme_named(name).value();

      const Fonts fonts = bake_fonts(theme, "", density);
      ImGui::GetIO().Fonts->Build();

      for (const double size : {theme.small(), theme.font, theme.font * large_words})
        for (const bool in_code : {false, true}) {
          const ImFont* font = fonts.at(size, false, in_code);
          const double drawn = drawn_size(size * density);
          EXPECT_NEAR(font->FontSize, drawn, 0.01) << name << ' ' << density;
          EXPECT_NEAR(font->FontSize * font->Scale, drawn / density, 0.01) << name << ' ' << density;
        }
    }
}

}  // namespace
}  // namespace commlab
