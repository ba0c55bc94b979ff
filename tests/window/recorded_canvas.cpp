#include "tests/window/recorded_canvas.h"

#include <algorithm>

#include "gui/window/draw/code_text.h"

namespace commlab {
namespace {

constexpr double letter_width = 0.6, letter_height = 0.73;  // shares of the font's size, as in DejaVu Sans

}  // namespace

void RecordedCanvas::text(PicturePoint at, std::string_view text, const Words& words) {
  const double width = words.code ? width_of_code(text, words.size) : width_of(text, words.size);
  const double height = words.size * letter_height;
  const double left = words.anchor == Anchor::start    ? at.x
                      : words.anchor == Anchor::middle ? at.x - width / 2
                                                       : at.x - width;
  texts.push_back({std::string(text), words.size, {left, at.y - height / 2, width, height}, words.color});
  vertices += 4 * static_cast<int>(text.size());
}

double RecordedCanvas::width_of(std::string_view text, double size) const {
  const auto letters =
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  return letter_width * size * static_cast<double>(letters);
}

std::string RecordedCanvas::overlapping_texts() const {
  for (std::size_t a = 0; a < texts.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (texts[a].area.overlaps(texts[b].area)) return texts[b].words + " | " + texts[a].words;
  return {};
}

}  // namespace commlab
