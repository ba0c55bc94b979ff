#pragma once
// The fonts of a theme, baked at the sizes it uses. If no TrueType font is found, Dear ImGui's own font is
// used, which has only ASCII.

#include <array>
#include <string>

#include "gui/window/draw/theme.h"

struct ImFont;

namespace commlab {

struct Fonts {
  static constexpr std::size_t sizes = 3;  // small, normal, large
  std::array<double, sizes> heights{};     // in units of the layout; Dear ImGui may round a face's own
  std::array<ImFont*, sizes> plain{};
  std::array<ImFont*, sizes> bold{};
  std::array<ImFont*, sizes> code{};  // letters of equal width
  bool only_ascii = false;

  // The font for text of this height: the smallest that is large enough, else the largest.
  ImFont* at(double size, bool in_bold, bool in_code = false) const;
};

// Empties the font atlas of Dear ImGui's context and fills it with these fonts. The renderer must then upload
// it again. `wanted`: see Settings::font; a font that does not exist is skipped. `density`: pixels in a unit
// of the layout, in which the theme's sizes are.
Fonts bake_fonts(const Theme&, const std::string& wanted, double density = 1);

}  // namespace commlab
