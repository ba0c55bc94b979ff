#pragma once
// Where things are in the picture of a script's lanes: per rank a row of up to three lanes, over a true time
// axis; and right of it, where ranks never end, room for what waits for ever.
//
//              0      1 ms     2 ms   | for ever
//   rank 0 host  |##|.............. . . .  1
//          comp. |    ####            |    |
//          comm. |   ==>              |    v
//   rank 1 host  |###|............. . . .  2

#include <optional>
#include <vector>

#include "gui/window/draw/timeline_ruler.h"
#include "gui/window/run/script_shown.h"

namespace commlab {

// Waits that are drawn as arrows in one column of the room for ever: one of a circle; or all that wait for
// the same rank, and are of no circle.
struct WaitColumn {
  std::vector<std::int32_t> waits;  // indices into ScriptRun::waits
  std::optional<int> number{};      // of a circle's: from 1
  Rank on = 0;
  double x = 0;
};

// Spans of one lane that are under way at once, as the parts of a group are, stand one above the other.
struct LaneTrack {
  int track = 0;
  int tracks = 1;  // of the lane, there
};

struct LanesLayout {
  Area all;
  Area names;     // of ranks and lanes
  Area ruler;     // times
  Area rows;      // spans, up to the run's finish
  Area for_ever;  // empty where all ranks end, or the end of the axis is not shown
  TimeRuler scale;
  std::vector<ScriptLane> lanes;  // of each rank: all, or where there is little room those that are used
  double lane_height = 0;
  double rank_height = 0;
  double rank_names = 0;  // their width
  bool labelled = false;  // lanes are high enough for words
  double lane_names = 0;  // letters of their names, in pixels; 0: too small to be read
  std::vector<WaitColumn> columns;
  std::vector<LaneTrack> tracks;  // of each span

  Area row_of(Rank) const;  // of `rows`
  std::optional<Area> lane_of(Rank, ScriptLane) const;
  // The span's part of its lane, over all of the rows' width; none where the lane is not shown. REQUIRES: of
  // the run's spans.
  std::optional<Area> track_of(const ScriptRun&, const ScriptSpan&) const;
  // The rank's part that its waits begin and end at: the middle of its row.
  double middle_of(Rank) const;
};

LanesLayout lay_out_lanes(const Canvas&, const Area&, const ScriptShown&);

// The span under a point; null where there is none.
const ScriptSpan* lanes_at(const LanesLayout&, const ScriptRun&, PicturePoint);

}  // namespace commlab
