#pragma once
// The log: one sentence for every moment of the run, and all sentences for the present moment. There may be
// millions of moments, so only the visible ones are written.

#include <optional>
#include <string>

#include "gui/window/run/shown.h"

namespace commlab {

// Which part of the log the reader sees.
struct LogState {
  double top = 0;  // number of the first visible entry; the fraction of it above the area
  std::optional<Time>
      now{};  // the time in the last frame; after a change, the present entry is scrolled into view
};

// Entries below each other, all of one height; the present one is higher, because it lists all sentences.
//
//   84.4 us   rank 0 -> rank 1: chunk 0 arrives ... (and 15 more)
//   | 169 us  rank 1 -> rank 2: chunk 0 arrives ...
//   |         rank 2 -> rank 3: chunk 1 arrives ...
//   253 us    ...
struct LogLayout {
  Area area;
  int lines = 1;     // lines of text in an entry
  double entry = 1;  // height
  double more = 0;   // additional height of the present entry
  std::int64_t present = 0;
  std::int64_t entries = 0;

  double last_top() const;
  Area place(double top, std::int64_t entry_number) const;
  std::optional<std::int64_t> at(double top, PicturePoint) const;  // the entry under the point
};
LogLayout log_layout(const Area&, const Shown&);

// Scrolls by the wheel (notches, away from the user > 0), and follows the time.
void scroll_log(LogState&, const LogLayout&, Time now, double wheel);

// "84.4 us  rank 0 -> rank 1: chunk 0 arrives; rank 1 adds it: 2 of 8 contributions (and 15 more)".
std::string log_sentence(const Scene&, std::int64_t entry);
void draw_log(Canvas&, const LogLayout&, const Shown&, double top);

}  // namespace commlab
