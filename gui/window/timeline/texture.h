#pragma once
// If there are too many bars for shapes, a texture is painted: bars in their colours if they can be told
// apart, otherwise how long each row was idle.

#include "gui/picture/canvas.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// One texel for each pixel of the rows. O(bars that are visible + texels).
void paint_bars(Raster&, const TimelineLayout&, const Theme&, const Selection&);
// Whether there are too many chunks for a colour each: then all adding bars have one grey and all copies
// another, and only the selected chunk has its colour.
bool told_by_kind(const Trace&);
Color adds_color(const Theme&);
Color copies_color(const Theme&);
bool is_light(const Theme&);  // the theme's panels are light
Color idle_color(const Theme&);
Color busy_color(const Theme&);

// One line of pixels for each row. If there are more rows than pixels, a line shows the row that differs most
// from the average. Lighter means longer idle. (The texture shows idleness because in a good run all rows are
// equally busy.)
void paint_idleness(Raster&, const TimelineLayout&, const TimelineIndex&, const Theme&);

// The scale is divided into `columns` equal pieces. Returns for each the share of time in which the row was
// busy.
std::vector<float> busy_shares(const TimelineRow&, const TimeRuler&, int columns);

// The share of rows that were busy, from the beginning to the end: the minimap's curve.
std::vector<float> utilisation(const TimelineIndex&, const TimeRuler& whole, int columns);

}  // namespace commlab
