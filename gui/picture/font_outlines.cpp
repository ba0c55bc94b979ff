#include "gui/picture/font_outlines.h"

#include "core/base/utf8.h"
#include "core/files/read_file.h"

#define STB_TRUETYPE_IMPLEMENTATION  // here, so that no library is needed
#define STBTT_STATIC
#include <stb/stb_truetype.h>

namespace commlab {
namespace {

std::optional<stbtt_fontinfo> font_in(const std::string& bytes) {
  const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
  stbtt_fontinfo font;
  const int offset = stbtt_GetFontOffsetForIndex(data, 0);
  if (offset < 0 || stbtt_InitFont(&font, data, offset) == 0) return std::nullopt;
  return font;
}

// Calls `take` with each letter and the place where it begins, and returns where the text ends.
template <class Take>
double set_letters(const stbtt_fontinfo& font, std::string_view text, const Take& take) {
  const double scale = stbtt_ScaleForMappingEmToPixels(&font, 1);
  double x = 0;
  while (!text.empty()) {
    const std::optional<Character> letter = first_character(text);
    text.remove_prefix(letter ? letter->bytes : 1);
    const int code = letter ? static_cast<int>(letter->code) : '?';
    take(code, x, scale);
    int advance = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&font, code, &advance, &bearing);
    x += scale * advance;
  }
  return x;
}

// A curve of TrueType, or of PostScript, as straight pieces.
void add_curve(Contour& contour, const stbtt_vertex& to, PicturePoint from, double scale, double x) {
  constexpr int pieces = 6;
  const auto place = [&](double px, double py) { return PicturePoint{x + scale * px, -scale * py}; };
  const PicturePoint end = place(to.x, to.y), c = place(to.cx, to.cy), d = place(to.cx1, to.cy1);
  for (int i = 1; i <= pieces; ++i) {
    const double t = static_cast<double>(i) / pieces, u = 1 - t;
    const auto mix = [&](double a, double b1, double b2, double e) {
      return to.type == STBTT_vcubic ? u * u * u * a + 3 * u * u * t * b1 + 3 * u * t * t * b2 + t * t * t * e
                                     : u * u * a + 2 * u * t * b1 + t * t * e;
    };
    contour.push_back({mix(from.x, c.x, d.x, end.x), mix(from.y, c.y, d.y, end.y)});
  }
}

void add_letter(std::vector<Contour>& outlines, const stbtt_fontinfo& font, int code, double x,
                double scale) {
  stbtt_vertex* vertices = nullptr;
  const int count = stbtt_GetCodepointShape(&font, code, &vertices);
  for (int i = 0; i < count; ++i) {
    const stbtt_vertex& v = vertices[i];
    if (v.type == STBTT_vmove) outlines.emplace_back();
    if (outlines.empty()) continue;
    if (v.type == STBTT_vcurve || v.type == STBTT_vcubic)
      add_curve(outlines.back(), v, outlines.back().back(), scale, x);
    else
      outlines.back().push_back({x + scale * v.x, -scale * v.y});
  }
  stbtt_FreeShape(&font, vertices);
}

}  // namespace

std::optional<FontOutlines> FontOutlines::read(const std::string& file) {
  Result<std::string> bytes = read_file(file);
  if (!bytes || !font_in(*bytes)) return std::nullopt;
  return FontOutlines(std::move(*bytes));
}

double FontOutlines::width_of(std::string_view text) const {
  return set_letters(*font_in(bytes_), text, [](int, double, double) {});
}

std::vector<Contour> FontOutlines::outlines_of(std::string_view text) const {
  const stbtt_fontinfo font = *font_in(bytes_);
  std::vector<Contour> outlines;
  set_letters(font, text,
              [&](int code, double x, double scale) { add_letter(outlines, font, code, x, scale); });
  return outlines;
}

}  // namespace commlab
