#pragma once
// The layout of the timeline: computed here, drawn elsewhere.
//
//   ranks v | 0      1 ms     2 ms     3 ms        ruler
//           | reduce-scatter     | all-gather      phases
//           | --- --- ---                          the run before a change
//   rank 0  | [7   ][6   ][5   ]  [4   ]
//           |    ==   ==   ==   ==                 what arrives, if there is room
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

// A lane of bars of one trace, with its place.
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
  texels,  // bars painted into a texture, because there are too many for shapes
  idle,    // a texture that shows how long rows were idle
};

inline constexpr double least_number = 0.8;  // least height of a bar with a number, in units of small()

struct TimelineLayout {
  Area all;
  Area corner;  // above the names: says what the rows are
  Area names;   // names of the rows
  Area ruler;
  Area phases;  // empty if there are no phases
  Area rows;
  Area differences;  // right of the rows, if runs are compared; else empty
  Area minimap;      // empty if the rows need its height for the numbers on their bars
  Area note;         // empty if there is nothing to say
  double row_height = 0;
  bool compares = false;
  TimelineDetail detail = TimelineDetail::shapes;
  TimeRuler scale;
  std::vector<Track> tracks;  // used by `shapes` and `texels`
  bool striped = false;       // too many bars for hatching: copies have a stripe instead
  double arrivals = 0;        // the height of the thin lane of arrivals at each row's foot; 0: no room
  double ghost = 0;           // the same at its head, for the run before a change; 0: none, or no room
  std::string sentence;       // the note

  double row_top(int row) const { return rows.y + row * row_height; }
  int row_at(double y) const;  // -1: none
};

// The rows of the shown run, and of the runs that it is compared with.
struct TimelineRows {
  const TimelineIndex& scene;
  const TimelineIndex* ghost = nullptr;
  const TimelineIndex* measured = nullptr;
  std::span<const std::int32_t> counterparts{};  // by measured transfer: the predicted transfer, or -1
};

TimelineLayout lay_out_timeline(const Canvas&, const Area&, const Shown&, const TimelineRows&);

// The thing under a point.
struct TimelineHit {
  enum class Zone : std::uint8_t { none, corner, names, ruler, rows, minimap };
  Zone zone = Zone::none;
  Time time;  // set in the ruler, rows and minimap
  int row = -1;
  std::optional<std::int32_t> transfer{};  // index into the trace of shown.scene
};
TimelineHit timeline_at(const TimelineLayout&, const Shown&, PicturePoint);

}  // namespace commlab
