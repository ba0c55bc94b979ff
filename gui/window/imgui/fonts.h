#pragma once
// The fonts of a theme, baked at the sizes it uses. Where no TrueType font is found, Dear ImGui's own
// is taken, which knows ASCII only.

#include <array>
#include <string>

#include "gui/window/draw/theme.h"

struct ImFont;

namespace commlab {

struct Fonts {
  static constexpr std::size_t sizes = 3;  // small, normal, large
  std::array<ImFont*, sizes> plain{};      // rising
  std::array<ImFont*, sizes> bold{};
  bool only_ascii = false;

  // The one to draw text of this height with: the smallest that is not smaller, else the largest.
  ImFont* at(double size, bool in_bold) const;
};

// Into the atlas of Dear ImGui's context, which is emptied first; the renderer must then send it anew.
// `wanted`: see Settings::font; one that is not there is passed over.
Fonts bake_fonts(const Theme&, const std::string& wanted);

}  // namespace commlab
