#pragma once
// Where things are in the picture of a script's lanes: for each rank a row of up to three lanes, over a true
// time axis. If ranks never end, the area right of the axis shows what waits for ever.
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

// Waits that are drawn as arrows in one column of the area `for_ever`: one wait of a circle; or all waits for
// the same rank that belong to no circle.
struct WaitColumn {
  std::vector<std::int32_t> waits;  // indices into ScriptRun::waits
  std::optional<int> number{};      // the number of a circle's arrow, from 1
  Rank on = 0;
  double x = 0;
};

// Spans of one lane that are under way at once, such as the parts of a group, stand one above the other.
struct LaneTrack {
  int track = 0;
  int tracks = 1;  // how many the lane has at that time
};

struct LanesLayout {
  Area all;
  Area names;     // names of ranks and lanes
  Area ruler;     // times
  Area rows;      // spans, up to the run's finish
  Area for_ever;  // empty if all ranks end, or if the end of the axis is not shown
  TimeRuler scale;
  std::vector<ScriptLane> lanes;  // each rank's lanes: all; if there is little room, only the used ones
  double lane_height = 0;
  double rank_height = 0;
  double rank_names = 0;  // width of the ranks' names
  bool labelled = false;  // lanes are high enough for words
  double lane_names = 0;  // letters of the lanes' names, in pixels; 0: no room
  std::vector<WaitColumn> columns;
  std::vector<LaneTrack> tracks;  // by span
  std::vector<int> rows_of_ranks;  // the row of each rank; ranks that do the same share one

  Area row_of(Rank) const;  // a part of `rows`
  // Whether it is the first of the ranks that share its row, and so stands for them.
  bool stands_for_row(Rank) const;
  std::vector<Rank> ranks_beside(Rank) const;  // all that share its row
  bool shares_rows() const;                    // some ranks do
  std::optional<Area> lane_of(Rank, ScriptLane) const;
  // The strip of its lane in which the span lies, over the whole width of the rows; nothing: the lane is not
  // shown. REQUIRES: the span is one of the run's.
  std::optional<Area> track_of(const ScriptRun&, const ScriptSpan&) const;
  // The y at which the rank's waits begin and end: the middle of its row.
  double middle_of(Rank) const;
};

// The height of an area in which all lanes are as high as they ever are: a higher one stays empty below them.
double highest_lanes(const ScriptShown&);

LanesLayout lay_out_lanes(const Canvas&, const Area&, const ScriptShown&);

// The span under a point; null: there is none.
const ScriptSpan* lanes_at(const LanesLayout&, const ScriptRun&, PicturePoint);

}  // namespace commlab
