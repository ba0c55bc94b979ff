#pragma once
// The text of a script, with a mark at the line each rank is in, and at the culprit's.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"

namespace commlab {

struct ListingLayout {
  struct TextLine {
    int number = 0;         // line number in the text, from 1
    std::string_view text;  // the part of the line, without indentation
    double indent = 0;      // pixels
    bool begins = true;     // false: it continues the line above
    double y = 0;           // its upper edge, measured from the upper edge of the text
  };
  double letters = 0;  // size of the letters
  double marks = 0;    // the width of the column of marks
  double numbers = 0;  // the width of the column of line numbers
  double line = 0;     // the height of a line
  std::vector<TextLine> lines;
  double height() const { return line * static_cast<double>(lines.size()); }
};
ListingLayout lay_out_listing(const Canvas&, double width, const ScriptShown&, double letters);

// Letters as large as the whole text fits the area without a broken line; else the theme's small letters.
double letters_that_fit(const Canvas&, const Area&, const ScriptShown&);

// How far to scroll so that the first line that a rank is in is visible.
double scrolled_to_ranks(const ListingLayout&, const ScriptShown&, double room, double scrolled);

void draw_listing(Canvas&, const Area&, const ListingLayout&, const ScriptShown&, double scrolled = 0);

}  // namespace commlab
