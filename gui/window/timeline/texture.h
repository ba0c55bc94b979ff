#pragma once
// Where there are too many bars for shapes, they are painted into a texture: bars in their colours while they
// can be told apart, otherwise how long each row was idle.

#include "gui/picture/canvas.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// One texel for each pixel of the rows. O(bars that are visible + texels).
void paint_bars(Raster&, const TimelineLayout&, const Theme&, const Selection&);
// Whether there are too many chunks for a colour each: then adds are one grey and copies another, and only
// the selected chunk has its colour.
bool told_by_kind(const Trace&);
Color adds_color(const Theme&);
Color copies_color(const Theme&);
bool is_light(const Theme&);  // its ground is light
Color idle_color(const Theme&);
Color busy_color(const Theme&);

// A line for each row. Where there are more rows than pixels, a line shows the row that differs most from the
// average. Lighter means longer idle, because in a good run "busy" would be one flat colour.
void paint_idleness(Raster&, const TimelineLayout&, const TimelineIndex&, const Theme&);

// The share of each of `columns` equal pieces of the scale in which something was under way in the row.
std::vector<float> busy_shares(const TimelineRow&, const TimeRuler&, int columns);

// The share of rows that were busy, from the beginning to the end: the minimap's curve.
std::vector<float> utilisation(const TimelineIndex&, const TimeRuler& whole, int columns);

}  // namespace commlab
