#include "gui/window/draw/paragraph.h"

#include <algorithm>

#include "lessons/text/line_breaks.h"

namespace commlab {
namespace {

// Bytes of the UTF-8 character that begins here.
std::size_t character_length(std::string_view text, std::size_t at) {
  std::size_t length = 1;
  while (at + length < text.size() && (static_cast<unsigned char>(text[at + length]) & 0xC0) == 0x80)
    ++length;
  return length;
}

// How much of the word fits; at least one character.
std::size_t fitting_part(std::string_view word, double width, double size, const Canvas& canvas) {
  std::size_t part = character_length(word, 0);
  while (part < word.size()) {
    const std::size_t longer = part + character_length(word, part);
    if (canvas.width_of(word.substr(0, longer), size) > width) break;
    part = longer;
  }
  return part;
}

// How much of the line fits: whole words, if at least one word fits.
std::size_t fitting_words(std::string_view line, double width, double size, const Canvas& canvas) {
  const auto fits = [&](std::size_t end) { return canvas.width_of(line.substr(0, end), size) <= width; };
  const std::size_t begin = line.find_first_not_of(' ');
  std::size_t end = end_of_word(line, begin);
  if (!fits(end)) return fitting_part(line.substr(0, end), width, size, canvas);
  for (std::size_t next = end_of_unbreakable(line, begin); fits(next);
       next = end_of_unbreakable(line, end + 1)) {
    end = next;
    if (end == line.size()) break;
  }
  return end;
}

void wrap_line(std::string_view line, double width, double size, const Canvas& canvas,
               std::vector<std::string_view>& lines) {
  do {
    const std::size_t end = fitting_words(line, width, size, canvas);
    lines.push_back(line.substr(0, end));
    line.remove_prefix(std::min(line.find_first_not_of(' ', end), line.size()));
  } while (!line.empty());
}

}  // namespace

std::vector<std::string_view> wrapped(std::string_view text, double width, double size,
                                      const Canvas& canvas) {
  std::vector<std::string_view> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    wrap_line(text.substr(0, end), width, size, canvas, lines);
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

double height_of_paragraph(std::string_view text, double width, double size, const Canvas& canvas,
                           bool bold) {
  return static_cast<double>(wrapped(text, bold ? width / bold_width : width, size, canvas).size()) *
         line_height(size);
}

double draw_paragraph(Canvas& canvas, PicturePoint corner, double width, std::string_view text,
                      const Words& words) {
  const double anchored = words.anchor == Anchor::start ? 0 : words.anchor == Anchor::middle ? 0.5 : 1;
  const double room = words.bold ? width / bold_width : width;
  double height = 0;
  for (const std::string_view line : wrapped(text, room, words.size, canvas)) {
    canvas.text({corner.x + width * anchored, corner.y + height + line_height(words.size) / 2}, line, words);
    height += line_height(words.size);
  }
  return height;
}

std::string shortened_sentence(std::string_view text, double width, double size, const Canvas& canvas) {
  if (canvas.width_of(text, size) <= width) return std::string(text);
  const std::string cut = shortened(text, width, size, canvas);
  const std::size_t comma = cut.rfind(", ");
  const bool of_list = comma != std::string::npos && 5 * comma > 3 * cut.size();
  const std::size_t end = of_list ? comma + 1 : cut.rfind(' ');
  return end == std::string::npos ? cut : cut.substr(0, end) + " …";
}

std::string shortened(std::string_view text, double width, double size, const Canvas& canvas) {
  if (canvas.width_of(text, size) <= width) return std::string(text);
  const double room = width - canvas.width_of("…", size);
  return std::string(text.substr(0, fitting_part(text, room, size, canvas))) + "…";
}

}  // namespace commlab
