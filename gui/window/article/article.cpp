#include "gui/window/article/article.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

constexpr double gauge_height = 6, strip_height = 14, split_height = 18;
constexpr double least_cut = 0.5;  // pixels that an edge may cut off a line that is still shown
constexpr double least_bit = 3;    // the width of a rank's bit; below that, neighbours share one

template <class... Visits>
struct Overloaded : Visits... {
  using Visits::operator()...;
};
template <class... Visits>
Overloaded(Visits...) -> Overloaded<Visits...>;

double heading_size(const Theme& theme) { return theme.font; }
double text_size(const Theme& theme) { return theme.small(); }
double heading_gap(const Theme& theme) { return theme.gap / 2; }

// Whether a gauge's name (left) and value (right) fit on one line. If not, each gets its own lines.
bool fits_on_one_line(const Article::Gauge& gauge, double width, const Theme& theme, const Canvas& canvas) {
  const double size = text_size(theme);
  return canvas.width_of(gauge.name, size) + canvas.width_of(gauge.value, size) + theme.gap <= width;
}

// The height of a name or a value that stands on its own lines.
double height_of_own_lines(const std::string& text, double width, const Theme& theme, const Canvas& canvas) {
  return height_of_paragraph(text, width, text_size(theme), canvas);
}

// Each column is as wide as its widest cell, the sorting sign included.
std::vector<double> widths_of_columns(const Article::Table& table, const Theme& theme, const Canvas& canvas) {
  const double size = text_size(theme);
  std::vector<double> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    double width = canvas.width_of(table.columns[c], size) + (c == table.sorted_by ? size : 0);
    for (const Article::Table::Row& row : table.rows)
      width = std::max(width, canvas.width_of(row.cells[c], size));
    widths.push_back(width);
  }
  return widths;
}

double row_height(const Theme& theme) { return std::floor(line_height(text_size(theme))); }

double height_of_item(const Article::Item& item, double width, const Theme& theme, const Canvas& canvas) {
  const double line = line_height(text_size(theme));
  return std::visit(
      Overloaded{[&](const Article::Heading& heading) {
                   return heading_gap(theme) +
                          height_of_paragraph(heading.text, width, heading_size(theme), canvas, true);
                 },
                 [&](const Article::Sentence& sentence) {
                   return height_of_paragraph(sentence.text, width, text_size(theme), canvas);
                 },
                 [&](const Article::Gauge& gauge) {
                   const double words = fits_on_one_line(gauge, width, theme, canvas)
                                            ? line
                                            : height_of_own_lines(gauge.name, width, theme, canvas) +
                                                  height_of_own_lines(gauge.value, width, theme, canvas);
                   return words + gauge_height * theme.line;
                 },
                 [&](const Article::Strip&) { return strip_height * theme.line; },
                 [&](const Article::Table& table) {
                   return row_height(theme) * static_cast<double>(1 + table.rows.size());
                 },
                 [&](const Article::Split& split) {
                   return split_height * theme.line + theme.gap / 2 +
                          line * static_cast<double>(
                                     std::ranges::count_if(split.pieces, &Article::Split::Piece::has_line));
                 }},
      item);
}

// `below`: the pointer's distance from the item's upper edge.
Selection leads_to(const Article::Item& item, double below, const Theme& theme) {
  if (const auto* table = std::get_if<Article::Table>(&item)) {
    const auto line = static_cast<std::size_t>(below / row_height(theme));
    return line >= 1 && line <= table->rows.size() ? table->rows[line - 1].about : Selection{};
  }
  if (const auto* sentence = std::get_if<Article::Sentence>(&item)) return sentence->about;
  if (const auto* gauge = std::get_if<Article::Gauge>(&item)) return gauge->about;
  return {};
}

struct ArticlePainter {
  Canvas& canvas;
  const Theme& theme;
  const Selection& hovered;
  Area area;     // of the item
  Area visible;  // of the article

  bool shows(double top, double bottom) const {
    return top >= visible.y - least_cut && bottom <= visible.bottom() + least_cut;
  }

  // Writes those lines of a paragraph that are visible as a whole.
  void write(double y, std::string_view text, const Words& words) const {
    const double room = words.bold ? area.width / bold_width : area.width;
    const double height = line_height(words.size);
    for (const std::string_view line : wrapped(text, room, words.size, canvas)) {
      if (shows(y, y + height)) canvas.text({area.x, y + height / 2}, line, words);
      y += height;
    }
  }

  Color color_of(const Selection& about, bool quiet) const {
    if (about.empty()) return quiet ? theme.quiet : theme.words;
    return about == hovered ? theme.words : theme.accent;
  }

  void operator()(const Article::Heading& heading) const {
    write(area.y + heading_gap(theme), heading.text,
          {.color = theme.words, .size = heading_size(theme), .bold = true});
  }

  void operator()(const Article::Sentence& sentence) const {
    write(area.y, sentence.text,
          {.color = color_of(sentence.about, sentence.quiet), .size = text_size(theme)});
  }

  void operator()(const Article::Gauge& gauge) const {
    if (!shows(area.y, area.bottom())) return;
    const double size = text_size(theme);
    const Words name{.color = color_of(gauge.about, false), .size = size};
    const Words value{.color = theme.words, .size = size, .anchor = Anchor::end};
    const double below = draw_paragraph(canvas, {area.x, area.y}, area.width, gauge.name, name);
    const double lines = fits_on_one_line(gauge, area.width, theme, canvas) ? 0 : below;
    draw_paragraph(canvas, {area.x, area.y + lines}, area.width, gauge.value, value);
    const double height = gauge_height * theme.line;
    const Area trough{area.x, area.bottom() - height, area.width, height};
    canvas.fill(trough, theme.raised);
    canvas.fill({trough.x, trough.y, trough.width * std::clamp(gauge.share, 0.0, 1.0), height}, theme.quiet);
  }

  void operator()(const Article::Strip& strip) const {
    if (!shows(area.y, area.bottom())) return;
    const auto ranks = static_cast<int>(strip.ranks.size());
    const int bits = std::min(ranks, static_cast<int>(area.width / least_bit));
    const double width = std::min(area.width / bits, area.height * 1.4);
    const double gap = width > 2 * least_bit ? 1 : 0;
    const Area all{area.x, area.y, width * bits, area.height};
    canvas.fill(all, theme.raised);
    for (int bit = 0; bit < bits; ++bit) {
      const auto first = strip.ranks.begin() + std::int64_t{bit} * ranks / bits;
      const auto last = strip.ranks.begin() + std::int64_t{bit + 1} * ranks / bits;
      const double share =
          static_cast<double>(std::count(first, last, true)) / static_cast<double>(last - first);
      if (share > 0)
        canvas.fill({all.x + bit * width, all.y, width - gap, all.height},
                    blend(theme.raised, theme.of_chunk(strip.hue), share));
    }
    canvas.frame(all, {.color = theme.edge, .width = theme.line});
  }

  // The bar shows the pieces in order; the list below it names each piece with its colour.
  void operator()(const Article::Split& split) const {
    const std::array colors = {theme.quiet, theme.accent, theme.good, theme.bad};
    const double line = line_height(text_size(theme)), height = split_height * theme.line;
    const bool shows_bar = shows(area.y, area.y + height);
    double x = area.x, y = area.y + height + theme.gap / 2;
    for (std::size_t i = 0; i < split.pieces.size(); ++i) {
      const Article::Split::Piece& piece = split.pieces[i];
      if (!piece.has_line()) continue;
      if (shows_bar) canvas.fill({x, area.y, area.width * piece.share, height}, colors[i]);
      if (shows(y, y + line)) list(y, piece, colors[i]);
      x += area.width * piece.share;
      y += line;
    }
    if (shows_bar)
      canvas.frame({area.x, area.y, area.width, height}, {.color = theme.edge, .width = theme.line});
  }

  void operator()(const Article::Table& table) const {
    const double size = text_size(theme), step = row_height(theme);
    const std::vector<double> widths = widths_of_columns(table, theme, canvas);
    std::size_t columns = 0;
    for (double needed = 0; columns < widths.size(); ++columns) {
      needed += widths[columns] + (columns > 0 ? theme.gap : 0);
      if (needed > area.width) break;
    }
    if (columns == 0) return;
    double spare = area.width;
    for (std::size_t c = 0; c < columns; ++c) spare -= widths[c];
    const double apart = columns > 1 ? std::min(spare / static_cast<double>(columns - 1), 3 * size) : 0;
    const auto line = [&](double y, const std::vector<std::string>& cells, const Words& words) {
      double right = area.x;
      for (std::size_t c = 0; c < columns; ++c) {
        right += widths[c] + (c > 0 ? apart : 0);
        canvas.text({right, y + step / 2}, cells[c], words);
        if (&cells == &table.columns && c == table.sorted_by)
          falling_order({right - canvas.width_of(cells[c], size) - 0.6 * size, y + step / 2}, size);
      }
    };
    Words words{.color = theme.quiet, .size = size, .anchor = Anchor::end};
    if (shows(area.y, area.y + step)) {
      line(area.y, table.columns, words);
      canvas.line({area.x, area.y + step - 1}, {area.right(), area.y + step - 1}, {theme.edge, theme.line});
    }
    double y = area.y + step;
    for (const Article::Table::Row& row : table.rows) {
      words.color = color_of(row.about, false);
      if (shows(y, y + step)) line(y, row.cells, words);
      y += step;
    }
  }

  void falling_order(PicturePoint p, double size) const {
    const double r = 0.3 * size;
    const std::array points = {PicturePoint{p.x - r, p.y - r / 2}, PicturePoint{p.x + r, p.y - r / 2},
                               PicturePoint{p.x, p.y + r}};
    canvas.polygon(points, theme.words);
  }

  void list(double y, const Article::Split::Piece& piece, Color color) const {
    const double size = text_size(theme), middle = y + line_height(size) / 2;
    canvas.fill({area.x, middle - size * 0.35, size * 0.7, size * 0.7}, color);
    const double left = area.x + size;
    const double value = canvas.width_of(piece.value, size);
    canvas.text({left, middle}, shortened(piece.name, area.right() - left - value - theme.gap, size, canvas),
                {.color = theme.words, .size = size});
    canvas.text({area.right(), middle}, piece.value,
                {.color = theme.words, .size = size, .anchor = Anchor::end});
  }
};

}  // namespace

std::vector<Area> places_of(const Article& article, double width, const Theme& theme, const Canvas& canvas) {
  std::vector<Area> places;
  double y = 0;
  for (const Article::Item& item : article.items) {
    const double height = height_of_item(item, width, theme, canvas);
    places.push_back({0, y, width, height});
    y += height + theme.gap / 2;
  }
  return places;
}

double height_of(const Article& article, double width, const Theme& theme, const Canvas& canvas) {
  const std::vector<Area> places = places_of(article, width, theme, canvas);
  return places.empty() ? 0 : places.back().bottom();
}

void draw_article(Canvas& canvas, const Area& area, const Article& article, const Theme& theme,
                  double scrolled, const Selection& hovered) {
  const std::vector<Area> places = places_of(article, area.width, theme, canvas);
  for (std::size_t i = 0; i < places.size(); ++i) {
    Area place = places[i];
    place.x += area.x;
    place.y += area.y - scrolled;
    if (!place.overlaps(area)) continue;
    std::visit(ArticlePainter{canvas, theme, hovered, place, area}, article.items[i]);
  }
}

Selection article_at(const Canvas& canvas, const Area& area, const Article& article, const Theme& theme,
                     double scrolled, PicturePoint at) {
  if (!area.has(at)) return {};
  const std::vector<Area> places = places_of(article, area.width, theme, canvas);
  for (std::size_t i = 0; i < places.size(); ++i)
    if (const PicturePoint p{at.x - area.x, at.y - area.y + scrolled}; places[i].has(p))
      return leads_to(article.items[i], p.y - places[i].y, theme);
  return {};
}

}  // namespace commlab
