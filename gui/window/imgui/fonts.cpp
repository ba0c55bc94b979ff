#include "gui/window/imgui/fonts.h"

#include <filesystem>
#include <optional>

#include "gui/picture/typeface.h"
#include "gui/window/imgui/dear_imgui.h"

namespace commlab {
namespace {

// Latin, Greek, punctuation, sub- and superscripts, arrows, mathematics, shapes, dingbats' ticks.
constexpr ImWchar letters[] = {0x0020, 0x00FF, 0x0370, 0x03FF, 0x2010, 0x2027, 0x2070, 0x209F, 0x2190,
                               0x21FF, 0x2200, 0x22FF, 0x25A0, 0x25FF, 0x2713, 0x2718, 0};

std::optional<TypefaceFiles> typeface(const std::string& wanted) {
  std::error_code unreadable;
  if (wanted == "builtin") return std::nullopt;
  if (!wanted.empty() && std::filesystem::exists(wanted, unreadable))
    return TypefaceFiles{wanted, wanted, wanted};
  return find_typeface();
}

}  // namespace

ImFont* Fonts::at(double size, bool in_bold, bool in_code) const {
  const auto& faces = in_code ? code : in_bold ? bold : plain;
  for (std::size_t i = 0; i < sizes; ++i)
    if (heights[i] >= size - 0.5) return faces[i];
  return faces.back();
}

Fonts bake_fonts(const Theme& theme, const std::string& wanted, double density) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  const std::optional<TypefaceFiles> face = typeface(wanted);
  const auto load = [&](const std::string& file, double size) {
    ImFontConfig config;
    config.SizePixels = static_cast<float>(size * density);
    config.OversampleH = 2;
    ImFont* const font = face ? atlas.AddFontFromFileTTF(file.c_str(), config.SizePixels, &config, letters)
                              : atlas.AddFontDefault(&config);
    font->Scale = static_cast<float>(1 / density);
    return font;
  };
  Fonts fonts{.heights = {theme.small(), theme.font, theme.font * large_words}, .only_ascii = !face};
  std::error_code unreadable;
  const bool has_code = face && std::filesystem::exists(face->code, unreadable);
  for (std::size_t i = 0; i < Fonts::sizes; ++i) {
    fonts.plain[i] = load(face ? face->plain : "", fonts.heights[i]);
    fonts.bold[i] = face ? load(face->bold, fonts.heights[i]) : fonts.plain[i];
    fonts.code[i] = has_code ? load(face->code, fonts.heights[i]) : fonts.plain[i];
  }
  ImGui::GetIO().FontDefault = fonts.plain[1];
  return fonts;
}

}  // namespace commlab
