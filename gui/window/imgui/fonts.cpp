#include "gui/window/imgui/fonts.h"

#include <filesystem>
#include <optional>

#include "gui/window/imgui/dear_imgui.h"

namespace commlab {
namespace {

struct Typeface {
  std::string plain;
  std::string bold;
  std::string code;
};

// Where Debian, Fedora, Arch and macOS keep faces with Greek, arrows and mathematical signs.
const Typeface typefaces[] = {
    {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
     "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
     "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"},
    {"/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
     "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf",
     "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf"},
    {"/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf",
     "/usr/share/fonts/TTF/DejaVuSansMono.ttf"},
    {"/usr/share/fonts/opentype/inter/Inter-Regular.otf", "/usr/share/fonts/opentype/inter/Inter-Bold.otf",
     "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"},
    {"/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
     "/System/Library/Fonts/Supplemental/Arial Bold.ttf", "/System/Library/Fonts/Menlo.ttc"},
};

// Latin, Greek, punctuation, sub- and superscripts, arrows, mathematics, shapes, dingbats' ticks.
constexpr ImWchar letters[] = {0x0020, 0x00FF, 0x0370, 0x03FF, 0x2010, 0x2027, 0x2070, 0x209F, 0x2190,
                               0x21FF, 0x2200, 0x22FF, 0x25A0, 0x25FF, 0x2713, 0x2718, 0};

std::optional<Typeface> typeface(const std::string& wanted) {
  std::error_code unreadable;
  if (wanted == "builtin") return std::nullopt;
  if (!wanted.empty() && std::filesystem::exists(wanted, unreadable)) return Typeface{wanted, wanted, wanted};
  for (const Typeface& face : typefaces)
    if (std::filesystem::exists(face.plain, unreadable) && std::filesystem::exists(face.bold, unreadable))
      return face;
  return std::nullopt;
}

}  // namespace

ImFont* Fonts::at(double size, bool in_bold, bool in_code) const {
  const auto& faces = in_code ? code : in_bold ? bold : plain;
  for (ImFont* face : faces)
    if (face->FontSize * face->Scale >= size - 0.5) return face;
  return faces.back();
}

Fonts bake_fonts(const Theme& theme, const std::string& wanted, double density) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  const std::optional<Typeface> face = typeface(wanted);
  const auto load = [&](const std::string& file, double size) {
    ImFontConfig config;
    config.SizePixels = static_cast<float>(size * density);
    config.OversampleH = 2;
    ImFont* const font = face ? atlas.AddFontFromFileTTF(file.c_str(), config.SizePixels, &config, letters)
                              : atlas.AddFontDefault(&config);
    font->Scale = static_cast<float>(1 / density);
    return font;
  };
  Fonts fonts{.only_ascii = !face};
  std::error_code unreadable;
  const bool has_code = face && std::filesystem::exists(face->code, unreadable);
  const std::array sizes = {theme.small(), theme.font, theme.font * large_words};
  for (std::size_t i = 0; i < Fonts::sizes; ++i) {
    fonts.plain[i] = load(face ? face->plain : "", sizes[i]);
    fonts.bold[i] = face ? load(face->bold, sizes[i]) : fonts.plain[i];
    fonts.code[i] = has_code ? load(face->code, sizes[i]) : fonts.plain[i];
  }
  ImGui::GetIO().FontDefault = fonts.plain[1];
  return fonts;
}

}  // namespace commlab
