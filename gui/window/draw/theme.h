#pragma once
// All colours and sizes of the window. Four themes: dark, light, projector (white, text of at least 24
// pixels, lines twice as wide) and contrast (high contrast, on black).
//
// Chunks have seven hues by Okabe and Ito (2008), which colour-blind people can tell apart, and a neutral
// one. Colour is never the only mark: each chunk shows its number.

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "gui/picture/canvas.h"

namespace commlab {

inline constexpr int chunk_hues = 8;
inline constexpr double large_words = 1.5;  // times the normal size

struct Theme {
  std::string_view name;
  Color ground;     // behind everything
  Color panel;      // behind a view
  Color raised;     // buttons, fields, bars' troughs
  Color edge;       // borders of panels and fields; 3:1 against panel
  Color words;      // 4.5:1 against ground, panel and raised
  Color quiet;      // less important words; 4.5:1 against panel
  Color accent;     // chosen things, the playhead, the primary button
  Color on_accent;  // words on the accent
  Color good;       // done, verified
  Color bad;        // wrong, cut
  Color idle_link;  // a link with nothing on it
  Color busy_link;  // a link that is full
  Color outline;    // around each mark whose colour is close to the ground's
  std::array<Color, chunk_hues> chunk;
  double font = 16;    // pixels
  double line = 1;     // factor on all line widths
  double button = 32;  // least height
  double gap = 8;      // between things

  double small() const;                    // the smallest text: 13 px, or 24 in projector
  Color of_chunk(int chunk_number) const;  // from the ninth on, the hues repeat
  Color on_chunk(int chunk_number) const;  // words on that hue: black or white, whichever is easier to read
};

std::vector<std::string_view> theme_names();
constexpr double least_scale = 0.75, most_scale = 2.5;
// `scale` multiplies the font and all sizes that depend on it. An error lists the themes' names.
Result<Theme> theme_named(std::string_view name, double scale = 1);

// (L1 + 0.05) / (L2 + 0.05) of relative luminances: WCAG 2.1, success criterion 1.4.3.
double contrast(Color, Color);

}  // namespace commlab
