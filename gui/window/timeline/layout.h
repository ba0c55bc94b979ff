#pragma once
// The layout of the timeline: arithmetic without drawing.
//
//   ranks v | 0      1 ms     2 ms     3 ms        ruler
//           | reduce-scatter     | all-gather      phases
//           | --- --- ---                          the run before a change
//   rank 0  | [7   ][6   ][5   ]  [4   ]
//           |    ==   ==   ==   ==                 what arrives, where there is room
//   rank 1  | [0 ]    [7 ]  ...                    rows
//           | _.-''--._.-                          minimap: how much of the machine is in use
//   showing 1,024 ranks; busy longest: rank 12         note

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/timeline_ruler.h"
#include "gui/window/run/shown.h"
#include "gui/window/run/timeline_index.h"

namespace commlab {

// A lane of bars of one trace, at its place.
struct Track {
  enum class Look : std::uint8_t { filled, outlined, faint };
  const Trace* trace;
  std::span<const std::int32_t> transfers;
  int row;
  double y;
  double height;
  Look look = Look::filled;
};

enum class TimelineDetail : std::uint8_t {
  shapes,  // a bar for each transfer
  texels,  // the same, painted into a texture: too many for shapes
  idle,    // a texture of how long rows were idle
};

inline constexpr double least_number = 0.8;  // of the smallest text's size: a bar's height for its number

struct TimelineLayout {
  Area all;
  Area corner;  // says what rows are, above their names
  Area names;   // of rows
  Area ruler;
  Area phases;  // empty where there are none
  Area rows;
  Area differences;  // right of rows, where runs are compared; else empty
  Area minimap;      // empty where rows need its height for the numbers on their bars
  Area note;         // empty where there is nothing to say
  double row_height = 0;
  bool compares = false;
  TimelineDetail detail = TimelineDetail::shapes;
  TimeRuler scale;
  std::vector<Track> tracks;  // of shapes and texels
  bool striped = false;       // so many bars that a stripe along copies takes the place of their hatch
  double arrivals = 0;        // the height of the thin lane at the foot of each row; 0: no room
  double ghost = 0;           // of the one at its head, with the run before the change; 0: none, or no room
  std::string sentence;       // the note

  double row_top(int row) const { return rows.y + row * row_height; }
  int row_at(double y) const;  // -1: none
};

// The rows of what is shown, and of what it is compared with.
struct TimelineRows {
  const TimelineIndex& scene;
  const TimelineIndex* ghost = nullptr;
  const TimelineIndex* measured = nullptr;
  std::span<const std::int32_t> counterparts{};  // by measured transfer: the predicted one, or -1
};

TimelineLayout lay_out_timeline(const Canvas&, const Area&, const Shown&, const TimelineRows&);

// What is under a point.
struct TimelineHit {
  enum class Zone : std::uint8_t { none, corner, names, ruler, rows, minimap };
  Zone zone = Zone::none;
  Time time;  // of ruler, rows and minimap
  int row = -1;
  std::optional<std::int32_t> transfer{};  // of shown.scene's trace
};
TimelineHit timeline_at(const TimelineLayout&, const Shown&, PicturePoint);

}  // namespace commlab
