#include "gui/window/matrix_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "gui/window/goal.h"
#include "gui/window/matrix_cell.h"
#include "gui/window/matrix_lens.h"
#include "gui/window/paragraph.h"

namespace commlab {
namespace {

constexpr int most_ranks_with_values = 8;
constexpr std::size_t most_changes_outlined = 64;
constexpr double faint = 0.35;             // of what never matters
constexpr double thin = 1, bold = 2.5;     // frames
constexpr double height_of_digits = 0.75;  // of their size
constexpr double widest_arriving = 5;      // of the bar of a chunk that is on its way
constexpr double share_of_arriving = 0.2;  // of the cell's width

using CellName = std::tuple<Rank, int, int>;  // rank, block, part

struct MatrixPainter {
  Canvas& canvas;
  const Shown& shown;
  const Replay& replay;
  const MatrixLayout& layout;
  const Theme& theme;

  Time now() const { return shown.view.now; }
  MatrixCell cell(Rank rank, int block, int column) const {
    return cell_at(replay, rank, block, column * layout.parts_of_one, layout.parts_of_one, now());
  }
  int hue(int block, int column) const {
    return chunk_number(replay.partition(), block, column * layout.parts_of_one);
  }
};

template <class Visit>
void for_all_cells(const MatrixLayout& layout, Visit visit) {
  for (Rank rank = 0; rank < layout.ranks; ++rank)
    for (int block = 0; block < layout.blocks; ++block)
      for (int part = 0; part < layout.parts; ++part) visit(rank, block, part);
}

void draw_check(Canvas& canvas, PicturePoint center, double size, const Line& line) {
  const std::array points = {PicturePoint{center.x - 0.4 * size, center.y},
                             PicturePoint{center.x - 0.1 * size, center.y + 0.3 * size},
                             PicturePoint{center.x + 0.4 * size, center.y - 0.35 * size}};
  canvas.path(points, line);
}

// --- The goal

void draw_goal(const MatrixPainter& p, std::string_view goal) {
  const Area& box = p.layout.goal;
  const bool reached = goal_reached(p.replay) <= p.now();
  const bool missed = !reached && p.now() >= p.shown.scene.playback.end();
  const Color mark = reached ? p.theme.good : missed ? p.theme.bad : p.theme.edge;
  p.canvas.fill(box, p.theme.raised, 4);
  p.canvas.frame(box, {.color = mark, .width = p.theme.line * (reached || missed ? 2 : 1)}, 4);
  const double size = p.layout.goal_size;
  const PicturePoint center{box.x + p.theme.gap + size / 2, box.y + p.theme.gap / 2 + line_height(size) / 2};
  const Line stroke{.color = mark, .width = p.theme.line * 2};
  if (reached) draw_check(p.canvas, center, size, stroke);
  if (!reached) p.canvas.circle(center, size * 0.35, stroke);
  draw_paragraph(p.canvas, {center.x + size * 0.9, box.y + p.theme.gap / 2},
                 box.right() - p.theme.gap - center.x - size * 0.9, goal,
                 {.color = p.theme.words, .size = size});
}

// --- Heads of rows and columns

// Every so many heads fit beside each other: 1, 2, 4, 8, ...
int stride_of_heads(double room, double each) {
  int stride = 1;
  while (stride * each < room) stride *= 2;
  return stride;
}

void draw_row_heads(const MatrixPainter& p) {
  const Selection &hovered = p.shown.view.hovered, &selected = p.shown.view.selected;
  const int stride = stride_of_heads(line_height(p.theme.small()), p.layout.row_height());
  for (Rank rank = 0; rank < p.layout.ranks; rank += stride) {
    const Area head = p.layout.row_head(rank);
    const bool marked = hovered.rank == rank || selected.rank == rank;
    p.canvas.text({head.right() - p.theme.gap / 2, head.center().y}, fmt::format("r{}", rank),
                  {.color = marked ? p.theme.accent : p.theme.quiet,
                   .size = p.theme.small(),
                   .anchor = Anchor::end,
                   .bold = marked});
  }
}

// A chip in the chunk's hue with its number on it.
void draw_chip(const MatrixPainter& p, const Area& room, int number, bool marked) {
  const std::string text = std::to_string(number);
  const double width = std::min(room.width - 2, p.canvas.width_of(text, p.theme.small()) + p.theme.gap);
  const Area chip{room.center().x - width / 2, room.y + 1, width, room.height - 3};
  p.canvas.fill(chip, p.theme.of_chunk(number));
  if (marked) p.canvas.frame(chip, {.color = p.theme.accent, .width = 2 * p.theme.line});
  p.canvas.text(chip.center(), text,
                {.color = p.theme.on_chunk(number), .size = p.theme.small(), .anchor = Anchor::middle});
}

void draw_column_heads(const MatrixPainter& p) {
  const bool of_parts = p.layout.blocks == 1;
  const int heads = of_parts ? p.layout.columns() : p.layout.blocks;
  const double each = p.layout.cells.width / heads;
  const double room = p.canvas.width_of(std::to_string(heads - 1), p.theme.small()) + p.theme.gap / 2;
  const int stride = stride_of_heads(room, each);
  for (int i = 0; i < heads; i += stride) {
    const Area head{p.layout.heads.x + i * each, p.layout.heads.y, each * stride, p.layout.heads.height};
    const Selection& selected = p.shown.view.selected;
    const bool marked = of_parts ? selected.block == 0 && selected.part == i : selected.block == i;
    if (stride == 1)
      draw_chip(p, head, i, marked);
    else if (head.x + room <= p.layout.heads.right())
      p.canvas.text({head.x, head.center().y}, std::to_string(i),
                    {.color = p.theme.quiet, .size = p.theme.small()});
  }
}

// --- What is in a cell

std::string count_text(const MatrixPainter& p, const MatrixCell& cell) {
  if (cell.parts > 1) return fmt::format("{}/{}", cell.parts_done, cell.parts);
  if (cell.value == Replay::no_value) return {};
  if (reduces(p.replay.collective().kind)) return std::to_string(cell.have);
  return fmt::format("r{}", p.replay.values().only_rank(cell.value));
}

// Numbers are said where all elements of a chunk are the same one.
std::string value_text(const MatrixPainter& p, const MatrixCell& cell) {
  const DataPattern data = p.shown.scene.run.experiment.data;
  if (cell.value == Replay::no_value || data == DataPattern::index) return {};
  return p.replay.value_text(cell.value, data);
}

// Values are said of few ranks, or of none of their cells: a number never means one thing in a wide panel
// and another in a narrow one.
bool says_values(const MatrixPainter& p) {
  const bool told = p.shown.scene.run.experiment.data != DataPattern::index && p.layout.parts_of_one == 1;
  return told && p.layout.ranks <= most_ranks_with_values;
}

// What is said in every cell; decided for all alike.
struct Sayings {
  bool values = false;  // in the middle
  double size = 0;      // of values
  bool counts = false;  // in the corner beside values; else in the middle
};

// Large and with the count above; or without the count; or small.
Sayings values_that_fit(const MatrixPainter& p, const Area& room, double widest_count) {
  double widest = 0;  // in large letters, now or in the end: what fits does not change while time runs
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

Sayings sayings_that_fit(const MatrixPainter& p) {
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

// Words over a fill that ends somewhere behind them: on a plate, where it would cut through them.
void draw_words(const MatrixPainter& p, PicturePoint at, const std::string& text, Words words, double level,
                int hue, bool plain_ground) {
  const double half = words.size * height_of_digits / 2;
  if (level <= at.y - half + 1 && !plain_ground) {
    words.color = p.theme.on_chunk(hue);
  } else if (level < at.y + half - 2 && !plain_ground) {
    const double width = p.canvas.width_of(text, words.size) + 4;
    const double left = words.anchor == Anchor::end ? at.x - width + 2 : at.x - width / 2;
    p.canvas.fill({left, at.y - half - 1, width, 2 * half + 2}, p.theme.raised);
  }
  p.canvas.text(at, text, words);
}

struct CellPicture {
  Area area;
  MatrixCell cell;
  int hue = 0;
  double level = 0;  // where its fill begins
};

CellPicture picture_of(const MatrixPainter& p, Rank rank, int block, int part) {
  return {
      .area = p.layout.cell(rank, block, part), .cell = p.cell(rank, block, part), .hue = p.hue(block, part)};
}

void fill_cell(const MatrixPainter& p, CellPicture& picture) {
  const MatrixCell& cell = picture.cell;
  const double share = cell.foreign ? 1 : cell.share();
  picture.level = picture.area.bottom();
  if (share <= 0) return;
  const double height = std::max(picture.area.height * share, 1.0);
  picture.level = picture.area.bottom() - height;
  const Color color = p.theme.of_chunk(picture.hue);
  const bool pale = !cell.promised || cell.foreign;
  p.canvas.fill({picture.area.x, picture.level, picture.area.width, height},
                pale ? blend(p.theme.panel, color, faint) : color);
}

void say_value(const MatrixPainter& p, const CellPicture& picture, const Sayings& sayings) {
  const MatrixCell& cell = picture.cell;
  const Area& area = picture.area;
  const bool pale = !cell.promised || cell.foreign;
  const double small = p.theme.small();
  const PicturePoint corner{area.right() - 3, area.y + 2 + height_of_digits * small / 2};
  const double top = sayings.counts ? corner.y + height_of_digits * small / 2 : area.y;
  const Color color = pale ? p.theme.quiet : p.theme.words;
  draw_words(p, {area.center().x, (top + area.bottom()) / 2}, value_text(p, cell),
             {.color = color, .size = sayings.size, .anchor = Anchor::middle, .bold = cell.done()},
             picture.level, picture.hue, pale);
  if (!sayings.counts) return;
  if (!cell.done())
    return draw_words(p, corner, count_text(p, cell), {.color = color, .size = small, .anchor = Anchor::end},
                      picture.level, picture.hue, pale);
  const double size = std::min({small, area.width - 4, area.height - 4});
  draw_check(p.canvas, {area.right() - 3 - size / 2, area.y + 3 + size / 2}, size,
             {.color = p.theme.on_chunk(picture.hue), .width = 2 * p.theme.line});
}

void say_cell(const MatrixPainter& p, const CellPicture& picture, const Sayings& sayings) {
  if (sayings.values) return say_value(p, picture, sayings);
  const MatrixCell& cell = picture.cell;
  const Area& area = picture.area;
  const bool pale = !cell.promised || cell.foreign;
  const double small = p.theme.small();
  if (cell.done())
    return draw_check(p.canvas, area.center(), std::min({small, area.width - 4, area.height - 4}),
                      {.color = p.theme.on_chunk(picture.hue), .width = 2 * p.theme.line});
  if (sayings.counts)
    draw_words(p, area.center(), count_text(p, cell),
               {.color = pale ? p.theme.quiet : p.theme.words, .size = small, .anchor = Anchor::middle},
               picture.level, picture.hue, pale);
}

void draw_detailed_cell(const MatrixPainter& p, Rank rank, int block, int part, const Sayings& sayings) {
  CellPicture picture = picture_of(p, rank, block, part);
  if (picture.cell.promised) p.canvas.fill(picture.area, p.theme.raised);
  fill_cell(p, picture);
  if (picture.cell.done())
    p.canvas.frame(picture.area.inset(0.5), {.color = p.theme.outline, .width = bold * p.theme.line});
  else if (picture.cell.promised)
    p.canvas.frame(picture.area, {.color = p.theme.edge, .width = thin * p.theme.line});
  say_cell(p, picture, sayings);
}

// --- Many cells: neighbours share ground and frames

// Calls `visit` with each run of neighbours among 0..n-1 that `is` holds for.
template <class Is, class Visit>
void for_runs(int n, Is is, Visit visit) {
  for (int first = 0; first < n;) {
    if (!is(first)) {
      ++first;
      continue;
    }
    int last = first;
    while (last + 1 < n && is(last + 1)) ++last;
    visit(first, last);
    first = last + 1;
  }
}

Area around(const Area& a, const Area& b) { return {a.x, a.y, b.right() - a.x, b.bottom() - a.y}; }

// A row's promised cells next to each other: one ground, one frame.
void draw_goal_runs(const MatrixPainter& p) {
  for (Rank rank = 0; rank < p.layout.ranks; ++rank)
    for_runs(
        p.layout.blocks, [&](int block) { return p.replay.promised(rank, block); },
        [&](int first, int last) {
          const Area run = around(p.layout.cell(rank, first), p.layout.cell(rank, last, p.layout.parts - 1));
          p.canvas.fill(run, p.theme.raised);
          p.canvas.frame(run, {.color = p.theme.edge, .width = thin * p.theme.line});
        });
}

// A column's complete cells one above the other: one frame, one check mark, or the value of each.
void draw_done_runs(const MatrixPainter& p, int block, int part, const Sayings& sayings) {
  for_runs(
      p.layout.ranks, [&](Rank rank) { return p.cell(rank, block, part).done(); },
      [&](Rank first, Rank last) {
        const Area run = around(p.layout.cell(first, block, part), p.layout.cell(last, block, part));
        p.canvas.fill(run, p.theme.of_chunk(p.hue(block, part)));
        p.canvas.frame(run.inset(0.5), {.color = p.theme.outline, .width = thin * p.theme.line});
        if (sayings.values) {
          for (Rank rank = first; rank <= last; ++rank)
            say_cell(p, picture_of(p, rank, block, part), sayings);
          return;
        }
        const double size = std::min({p.theme.small(), run.width - 4, run.height - 4});
        draw_check(p.canvas, run.center(), size,
                   {.color = p.theme.on_chunk(p.hue(block, part)), .width = 2 * p.theme.line});
      });
}

void draw_plain_cells(const MatrixPainter& p, const Sayings& sayings) {
  draw_goal_runs(p);
  for_all_cells(p.layout, [&](Rank rank, int block, int part) {
    CellPicture picture = picture_of(p, rank, block, part);
    if (picture.cell.done()) return;
    fill_cell(p, picture);
    say_cell(p, picture, sayings);
  });
  for (int block = 0; block < p.layout.blocks; ++block)
    for (int part = 0; part < p.layout.parts; ++part) draw_done_runs(p, block, part, sayings);
}

// --- What changed, what is coming, what is looked at

void draw_changes(const MatrixPainter& p) {
  if (p.shown.view.playing) return;
  const Time rested = p.shown.view.rested;
  std::set<CellName> changed;
  for (const Deposit& deposit : p.replay.deposits(std::min(rested, p.now()), std::max(rested, p.now()))) {
    if (deposit.buffer != Buffer::input)
      changed.insert({deposit.rank, deposit.block, deposit.part / p.layout.parts_of_one});
    if (changed.size() > most_changes_outlined) return;
  }
  for (const auto& [rank, block, part] : changed)
    p.canvas.frame(p.layout.cell(rank, block, part).inset(-0.5),
                   {.color = p.theme.accent, .width = 2 * p.theme.line});
}

// A chunk on its way: a bar at the left edge of the cell it will be stored in, growing as it comes.
void draw_arriving(const MatrixPainter& p) {
  for (const InFlight& flight : p.shown.scene.in_flight(p.now()))
    for (const Deposit& deposit : p.replay.landed(flight.transfer)) {
      if (deposit.at <= p.now() || deposit.buffer == Buffer::input) continue;
      const int part = deposit.part / p.layout.parts_of_one;
      const Area cell = p.layout.cell(deposit.rank, deposit.block, part);
      const double width = std::min(widest_arriving * p.theme.line, cell.width * share_of_arriving);
      const double height = cell.height * flight.fraction;
      const Area bar{cell.x, cell.bottom() - height, width, height};
      p.canvas.fill(bar, p.theme.outline);
      if (width > 3) p.canvas.fill(bar.inset(1), p.theme.of_chunk(p.hue(deposit.block, part)));
    }
}

// Frames a row, a column or a cell.
void draw_looked_at(const MatrixPainter& p, const Selection& looked_at, const Line& line) {
  if (!looked_at.rank && !looked_at.block) return;
  const bool column_only = looked_at.block && !looked_at.rank;
  const int part = std::min(looked_at.part / p.layout.parts_of_one, p.layout.parts - 1);
  const bool whole_block = column_only && p.layout.blocks > 1;
  const Rank first = looked_at.rank.value_or(0), last = looked_at.rank.value_or(p.layout.ranks - 1);
  const int left = looked_at.block.value_or(0), right = looked_at.block.value_or(p.layout.blocks - 1);
  const int first_part = looked_at.block && !whole_block ? part : 0;
  const int last_part = looked_at.block && !whole_block ? part : p.layout.parts - 1;
  const Area area = around(p.layout.cell(first, left, first_part), p.layout.cell(last, right, last_part));
  p.canvas.frame(area.inset(-1), line);
}

// --- How to read it

// What kinds of cells there are now.
struct OnScreen {
  bool promised = false, not_promised = false;
  bool pale = false;     // something is there only to be passed on
  bool corners = false;  // something is said in a corner
  bool travelling = false;
};

OnScreen on_screen(const MatrixPainter& p, const Sayings& sayings) {
  OnScreen found;
  for_all_cells(p.layout, [&](Rank rank, int block, int part) {
    const MatrixCell cell = p.cell(rank, block, part);
    (cell.promised ? found.promised : found.not_promised) = true;
    found.pale |= cell.foreign || (!cell.promised && cell.have > 0);
    found.corners |= sayings.values && sayings.counts && !cell.done() && !count_text(p, cell).empty();
  });
  for (const InFlight& flight : p.shown.scene.in_flight(p.now()))
    found.travelling |= std::ranges::any_of(p.replay.landed(flight.transfer), [&](const Deposit& deposit) {
      return deposit.at > p.now() && deposit.buffer != Buffer::input;
    });
  return found;
}

std::string legend_of_counts(const MatrixPainter& p) {
  if (p.layout.parts_of_one > 1) return "how many of its parts are complete";
  return reduces(p.replay.collective().kind) ? "how many ranks' data are in it" : "whose data are in it";
}

// A sentence for each thing that is to be seen, the first ones first where there is not room for all.
std::vector<std::string> legend(const MatrixPainter& p, const Sayings& sayings) {
  if (elements_of(p.replay.collective()) == 0) return {};
  if (p.layout.style == CellStyle::texel)
    return {"A point for each rank and chunk: the stronger, the more of it is there.", "Green: complete."};
  const OnScreen seen = on_screen(p, sayings);
  std::vector<std::string> sentences;
  if (sayings.values) sentences.emplace_back("Number: what the cell's first element is.");
  if (!sayings.values && sayings.counts) sentences.push_back(fmt::format("Number: {}.", legend_of_counts(p)));
  if (seen.travelling) sentences.emplace_back("Thin bar at the left: a chunk on its way.");
  if (seen.promised && seen.not_promised) sentences.emplace_back("Outlined: the goal.");
  if (seen.pale) sentences.emplace_back("Pale: there to be passed on.");
  if (seen.corners) sentences.push_back(fmt::format("In the corner: {}.", legend_of_counts(p)));
  return sentences;
}

// Whole sentences, as many as so many lines have room for.
std::string sentences_that_fit(const std::vector<std::string>& sentences, double width, std::size_t lines,
                               double size, const Canvas& canvas) {
  std::string text;
  for (const std::string& sentence : sentences) {
    const std::string longer = text.empty() ? sentence : text + " " + sentence;
    if (wrapped(longer, width, size, canvas).size() <= lines) text = longer;
  }
  return text;
}

// The text in so many lines; what does not fit is cut off, and says so.
void draw_in_lines(Canvas& canvas, PicturePoint corner, double width, std::string_view text,
                   std::size_t lines, const Words& words) {
  const auto all = wrapped(text, width, words.size, canvas);
  for (std::size_t i = 0; i < std::min(lines, all.size()); ++i) {
    const std::string_view rest = text.substr(static_cast<std::size_t>(all[i].data() - text.data()));
    const PicturePoint at{corner.x, corner.y + (static_cast<double>(i) + 0.5) * line_height(words.size)};
    canvas.text(at, i + 1 < lines ? std::string(all[i]) : shortened(rest, width, words.size, canvas), words);
  }
}

// What is under the pointer, or how to read the picture.
void draw_foot(const MatrixPainter& p, const Sayings& sayings) {
  const Words words{.color = p.theme.quiet, .size = p.theme.small()};
  const Area& foot = p.layout.foot;
  const auto lines = static_cast<std::size_t>((foot.height + 1) / line_height(words.size));
  if (lines == 0) return;
  const Selection& hovered = p.shown.view.hovered;
  if (hovered.rank && hovered.block) {
    const int part = hovered.part / p.layout.parts_of_one * p.layout.parts_of_one;
    const std::string cell =
        cell_text(p.replay, *hovered.rank, *hovered.block, part, p.layout.parts_of_one, p.now());
    return draw_in_lines(p.canvas, {foot.x, foot.y}, foot.width, cell, lines, words);
  }
  draw_paragraph(p.canvas, {foot.x, foot.y}, foot.width,
                 sentences_that_fit(legend(p, sayings), foot.width, lines, words.size, p.canvas), words);
}

void draw_texels(const MatrixPainter& p, const MatrixTexels* texels) {
  MatrixTexels made;
  if (texels == nullptr) show_time(made, p.replay, p.now(), p.theme);
  p.canvas.image(p.layout.cells, texels != nullptr ? texels->raster : made.raster);
  p.canvas.frame(p.layout.cells, {.color = p.theme.edge, .width = thin * p.theme.line});
}

void draw_cells(const MatrixPainter& p, const MatrixTexels* texels, const Sayings& sayings) {
  if (p.layout.style == CellStyle::texel) return draw_texels(p, texels);
  if (p.layout.style == CellStyle::plain)
    draw_plain_cells(p, sayings);
  else
    for_all_cells(p.layout,
                  [&](Rank rank, int block, int part) { draw_detailed_cell(p, rank, block, part, sayings); });
  draw_arriving(p);
  draw_changes(p);
}

}  // namespace

MatrixLayout matrix_layout(const Canvas& canvas, const Area& area, const Shown& shown) {
  const Replay& replay = *shown.scene.replay;
  return matrix_layout(area, replay.collective().ranks, replay.partition(),
                       goal_text(replay.collective(), shown.scene.run.experiment.data), shown.theme, canvas);
}

void draw_matrix(Canvas& canvas, const Area& area, const Shown& shown, const MatrixTexels* texels,
                 std::optional<PicturePoint> pointer) {
  const Theme& theme = shown.theme;
  if (!shown.scene.replay) {
    draw_paragraph(canvas, {area.x + theme.gap, area.y + theme.gap}, area.width - 2 * theme.gap,
                   shown.scene.no_replay, {.color = theme.words, .size = theme.font});
    return;
  }
  const MatrixLayout layout = matrix_layout(canvas, area, shown);
  const MatrixPainter p{canvas, shown, *shown.scene.replay, layout, theme};
  draw_goal(p, goal_text(p.replay.collective(), shown.scene.run.experiment.data));
  draw_row_heads(p);
  draw_column_heads(p);
  const Sayings sayings = sayings_that_fit(p);
  draw_cells(p, texels, sayings);
  draw_looked_at(p, shown.view.hovered, {.color = theme.outline, .width = theme.line, .dash = Dash::dashed});
  draw_looked_at(p, shown.view.selected, {.color = theme.accent, .width = 2 * theme.line});
  draw_foot(p, sayings);
  if (layout.style == CellStyle::texel && pointer && layout.cells.has(*pointer))
    draw_lens(canvas, {area.x, layout.goal.bottom(), area.width, area.bottom() - layout.goal.bottom()},
              layout, shown, *pointer);
}

Selection matrix_at(const Canvas& canvas, const Area& area, const Shown& shown, PicturePoint at) {
  return shown.scene.replay ? matrix_at(matrix_layout(canvas, area, shown), at) : Selection{};
}

bool has_texels(const Canvas& canvas, const Area& area, const Shown& shown) {
  return shown.scene.replay && matrix_layout(canvas, area, shown).style == CellStyle::texel;
}

}  // namespace commlab
