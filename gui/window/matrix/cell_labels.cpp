#include "gui/window/matrix/cell_labels.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/run/chunk_numbers.h"

namespace commlab {
namespace {

constexpr double height_of_digits = 0.75;  // of the letters' size

// The value in the cell; empty if the elements of a chunk differ.
std::string value_text(const MatrixPainter& p, const MatrixCell& cell) {
  return shows_numbers(p.shown.scene) ? number_text(p.shown.scene, cell.value) : "";
}

bool says_values(const MatrixPainter& p) {
  return shows_numbers(p.shown.scene) && p.layout.parts_of_one == 1;
}

// Large values, or small ones.
CellLabels values_that_fit(const MatrixPainter& p, const Area& room) {
  double widest = 0;  // in large letters, now and at the end, so that the choice stays while time runs
  for_all_cells(p.layout, [&](Rank rank, int block, int part) {
    for (const Time t : {p.now(), p.shown.scene.playback.end()})
      widest = std::max(
          widest, p.canvas.width_of(value_text(p, cell_at(p.replay, rank, block, part, 1, t)), p.theme.font));
  });
  const double large = p.theme.font, small = p.theme.small();
  const bool wide = bold_width * widest + 4 <= room.width, high = large + 2 <= room.height;
  if (wide && high) return {.values = true, .size = large};
  const bool fits = bold_width * widest * small / large + 2 <= room.width && small + 2 <= room.height;
  return {.values = fits, .size = small};
}

// From one height down to another.
struct Band {
  double top = 0;
  double bottom = 0;
  double length() const { return bottom - top; }
};

// Where a number is drawn: its anchor, and how far it may move up or down from there.
struct Place {
  PicturePoint at;
  Band room;
};

// What is behind a cell's words: its chunk's colour from a level downwards, and nothing above the level.
class Ground {
 public:
  Ground(const MatrixPainter& p, const CellPicture& picture) : p_(p), picture_(picture) {}

  // Draws the number wholly above or wholly below the level, because two colours behind it are hard to read.
  // If neither side has room, a plate in the larger side's colour is drawn behind it.
  void say(Place place, const std::string& text, Words words) const {
    const double half = words.size * height_of_digits / 2, level = picture_.level;
    const bool crossed = std::abs(level - place.at.y) < half + clear;
    const Band above{place.room.top, std::min(level, place.room.bottom)};
    const Band below{std::max(level, place.room.top), place.room.bottom};
    const bool filled = crossed ? below.length() > above.length() : level < place.at.y;
    const Band& side = filled ? below : above;
    if (filled && !pale()) words.color = p_.theme.on_chunk(picture_.hue);
    if (crossed && !pale()) {
      if (side.length() >= 2 * (half + clear))
        place.at.y = std::clamp(place.at.y, side.top + half + clear, side.bottom - half - clear);
      else
        plate(place.at, text, words, filled);
    }
    p_.canvas.text(place.at, text, words);
  }

  // The chunk's colour is so weak that words are read well on it.
  bool pale() const { return !picture_.cell.promised || picture_.cell.foreign; }

 private:
  void plate(PicturePoint at, const std::string& text, const Words& words, bool filled) const {
    if (text.empty()) return;
    const double width = p_.canvas.width_of(text, words.size), height = words.size * height_of_digits;
    const double left = words.anchor == Anchor::end ? at.x - width : at.x - width / 2;
    const Area digits{left, at.y - height / 2, width, height};
    p_.canvas.fill(digits.inset(-clear), filled ? p_.theme.of_chunk(picture_.hue) : p_.theme.raised);
  }

  static constexpr double clear = 1.5;  // pixels between digits and the level
  const MatrixPainter& p_;
  const CellPicture& picture_;
};

void label_value(const MatrixPainter& p, const CellPicture& picture, const CellLabels& labels) {
  const MatrixCell& cell = picture.cell;
  const Area& area = picture.area;
  const Ground ground(p, picture);
  const Color color = ground.pale() ? p.theme.quiet : p.theme.words;
  ground.say({.at = area.center(), .room = {area.y, area.bottom()}}, value_text(p, cell),
             {.color = color, .size = labels.size, .anchor = Anchor::middle, .bold = cell.done()});
}

}  // namespace

std::string count_text(const MatrixPainter& p, const MatrixCell& cell) {
  if (cell.parts > 1) return fmt::format("{}/{}", cell.parts_done, cell.parts);
  if (cell.value == Replay::no_value) return {};
  if (reduces(p.replay.collective().kind)) return std::to_string(cell.have);
  return fmt::format("r{}", p.replay.values().only_rank(cell.value));
}

CellLabels labels_that_fit(const MatrixPainter& p) {
  if (p.layout.style == CellStyle::texel || !p.shown.view.labels) return {};
  if (elements_of(p.replay.collective()) == 0) return {};
  const Area room = p.layout.cell(0, 0);
  double widest_count = 0;
  for_all_cells(p.layout, [&](Rank rank, int block, int part) {
    const std::string count = count_text(p, p.cell(rank, block, part));
    widest_count = std::max(widest_count, p.canvas.width_of(count, p.theme.small()));
  });
  if (says_values(p)) return values_that_fit(p, room);
  return {.counts = widest_count + 4 <= room.width && p.theme.small() + 2 <= room.height};
}

void label_cell(const MatrixPainter& p, const CellPicture& picture, const CellLabels& labels) {
  if (labels.values) return label_value(p, picture, labels);
  const MatrixCell& cell = picture.cell;
  const Area& area = picture.area;
  const double small = p.theme.small();
  if (cell.done())
    return draw_check(p.canvas, area.center(), std::min({small, area.width - 4, area.height - 4}),
                      {.color = p.theme.on_chunk(picture.hue), .width = 2 * p.theme.line});
  if (!labels.counts) return;
  const Ground ground(p, picture);
  ground.say(
      {.at = area.center(), .room = {area.y, area.bottom()}}, count_text(p, cell),
      {.color = ground.pale() ? p.theme.quiet : p.theme.words, .size = small, .anchor = Anchor::middle});
}

}  // namespace commlab
