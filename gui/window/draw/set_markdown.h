#pragma once
// Markdown in lines that fit a width: paragraphs, headings, lists, quotes, code, tables.

#include <string_view>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "lessons/text/markdown.h"

namespace commlab {

// Markdown with a place for each word, relative to the upper left corner.
struct SetText {
  struct Piece {
    MarkdownRun run;
    Area area;  // as high as its line
    double size = 0;
    bool bold = false;
  };
  std::vector<Piece> pieces;
  double height = 0;
  bool breaks_words = false;  // a word, or a number with its unit in a table, is longer than its line
};
SetText set_markdown(std::string_view, double width, double size, const Canvas&);

// Only whole lines that are inside `visible` are drawn.
void draw_set_text(Canvas&, PicturePoint corner, const SetText&, const Theme&, Color ink,
                   const Area& visible);

}  // namespace commlab
