#include "gui/picture/typeface.h"

#include <filesystem>

namespace commlab {
namespace {

// Where Debian, Fedora, Arch and macOS keep faces with Greek, arrows and mathematical signs.
const TypefaceFiles typefaces[] = {
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

}  // namespace

std::optional<TypefaceFiles> find_typeface() {
  std::error_code unreadable;
  for (const TypefaceFiles& face : typefaces)
    if (std::filesystem::exists(face.plain, unreadable) && std::filesystem::exists(face.bold, unreadable))
      return face;
  return std::nullopt;
}

}  // namespace commlab
