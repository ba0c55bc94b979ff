#include "gui/window/matrix/cell_labels.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/collective/data_pattern.h"
#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

constexpr int most_ranks_with_values = 8;
constexpr double height_of_digits = 0.75;  // of the letters' size

// The value in the cell; empty if the elements of a chunk differ.
std::string value_text(const MatrixPainter& p, const MatrixCell& cell) {
  const DataPattern data = p.shown.scene.run.experiment.data;
  if (cell.value == Replay::no_value || data == DataPattern::index) return {};
  return p.replay.value_text(cell.value, data);
}

// Whether the cells' numbers are values. This does not depend on the panel's size, so that a number never
// means one thing in a wide panel and another in a narrow one.
bool says_values(const MatrixPainter& p) {
  const bool told = p.shown.scene.run.experiment.data != DataPattern::index && p.layout.parts_of_one == 1;
  return told && p.layout.ranks <= most_ranks_with_values;
}

// Large values with the counts above them, or large values alone, or small values.
CellLabels values_that_fit(const MatrixPainter& p, const Area& room, double widest_count) {
  double widest = 0;  // in large letters, now and at the end, so that the choice stays while time runs
  for_all_cells(p.layout, [&](Rank rank, int block, int part) {
    for (const Time t : {p.now(), p.shown.scene.playback.end()})
      widest = std::max(
          widest, p.canvas.width_of(value_text(p, cell_at(p.replay, rank, block, part, 1, t)), p.theme.font));
  });
  const double large = p.theme.font, small = p.theme.small();
  const bool wide = bold_width * widest + 4 <= room.width, high = large + 2 <= room.height;
  const bool corner = widest_count + 6 <= room.width && height_of_digits * (large + small) + 6 <= room.height;
  if (wide && high) return {.values = true, .size = large, .counts = corner};
  const bool fits = bold_width * widest * small / large + 2 <= room.width && small + 2 <= room.height;
  return {.values = fits, .size = small, .counts = false};
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
  // If neither side has room, a plate in the larger side's colour is drawn behind it. Returns the height of
  // the number's middle.
  double say(Place place, const std::string& text, Words words) const {
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
    return place.at.y;
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
  const double small = p.theme.small();
  const PicturePoint corner{area.right() - 3, area.y + 2 + height_of_digits * small / 2};
  const double top = labels.counts ? corner.y + height_of_digits * small / 2 : area.y;
  const Color color = ground.pale() ? p.theme.quiet : p.theme.words;
  const double middle = ground.say(
      {.at = {area.center().x, (top + area.bottom()) / 2}, .room = {top, area.bottom()}}, value_text(p, cell),
      {.color = color, .size = labels.size, .anchor = Anchor::middle, .bold = cell.done()});
  if (!labels.counts) return;
  if (!cell.done()) {
    const double below = middle - height_of_digits * labels.size / 2;
    ground.say({.at = corner, .room = {area.y, below}}, count_text(p, cell),
               {.color = color, .size = small, .anchor = Anchor::end});
    return;
  }
  const double size = std::min({small, area.width - 4, area.height - 4});
  draw_check(p.canvas, {area.right() - 3 - size / 2, area.y + 3 + size / 2}, size,
             {.color = p.theme.on_chunk(picture.hue), .width = 2 * p.theme.line});
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
  if (says_values(p)) return values_that_fit(p, room, widest_count);
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
