#pragma once
// The text of the inspector and of the statistics: headings, sentences, bars and strips, one below the other.
// An item about a rank, chunk, link or transfer is a link to it.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/run/view.h"

namespace commlab {

struct Article {
  struct Heading {
    std::string text;
  };
  struct Sentence {
    std::string text;
    bool quiet = false;
    Selection about{};
  };
  // A name, a value, and under them how much of the whole it is.
  struct Gauge {
    std::string name;
    std::string value;
    double share = 0;  // 0 to 1
    Selection about{};
  };
  // A row of small squares, one for each rank or, if there is no room, for several. `ranks`: true fills the
  // square.
  struct Strip {
    std::vector<bool> ranks;
    int hue = 0;  // number of a chunk's colour
  };
  // A whole, divided into pieces.
  struct Split {
    struct Piece {
      std::string name;
      std::string value;  // empty: the piece is zero, and has no line
      double share = 0;
      bool has_line() const { return !value.empty(); }
    };
    std::vector<Piece> pieces;  // four at most
  };
  // Columns of numbers. A triangle marks the column by which the rows are sorted. Columns on the right are
  // left out if there is no room.
  struct Table {
    struct Row {
      std::vector<std::string> cells;
      Selection about{};
    };
    std::vector<std::string> columns;
    std::size_t sorted_by = 0;
    std::vector<Row> rows;
  };
  using Item = std::variant<Heading, Sentence, Gauge, Strip, Split, Table>;
  std::vector<Item> items;

  void heading(std::string text) { items.emplace_back(Heading{std::move(text)}); }
  void say(std::string text, Selection about = {}) {
    items.emplace_back(Sentence{std::move(text), false, about});
  }
  void whisper(std::string text) { items.emplace_back(Sentence{std::move(text), true, {}}); }
};

// The area of each item; y is measured from the upper edge of the article.
std::vector<Area> places_of(const Article&, double width, const Theme&, const Canvas&);
double height_of(const Article&, double width, const Theme&, const Canvas&);

// Draws the items that are visible after scrolling by `scrolled` pixels; only whole lines and bars. Items
// that link to `hovered` light up.
void draw_article(Canvas&, const Area&, const Article&, const Theme&, double scrolled = 0,
                  const Selection& hovered = {});
// What the item under the point links to; empty if the item is no link.
Selection article_at(const Canvas&, const Area&, const Article&, const Theme&, double scrolled, PicturePoint);

}  // namespace commlab
