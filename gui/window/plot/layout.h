#pragma once
// The layout of the plot: arithmetic without drawing.
//
//   [time] [bus bandwidth] [ratio]  of one call     tabs and title
//   10 ms |               64 MiB
//         |                 |    /
//    1 ms |             ____|__/                     plot; the cursor is the scene's size
//         +-----------------------
//          1 KiB   32 KiB   1 MiB                    sizes
//   : recorded elsewhere: 8 x H100, ... :            badge
//   within 10 % from 64 KiB; below, ...              words
//
// Where nothing was predicted, a sentence and two buttons stand in the plot's place.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"
#include "gui/picture/canvas.h"
#include "gui/picture/log_axis.h"
#include "gui/window/draw/theme.h"
#include "gui/window/plot/marks.h"
#include "gui/window/run/sweep.h"

namespace commlab {

// What a line or a mark means; `area` is where that stands, its sign first.
struct LegendEntry {
  enum class Sign : std::uint8_t { predicted, former, bound, measured, published, published_setup };
  Sign sign;
  std::string words;
  Area area{};
};

struct PlotShown {
  const SweepState& sweep;
  CollectiveKind kind = CollectiveKind::all_reduce;  // of the scene, whose sweep it is
  int ranks = 1;
  Bytes size;  // of the scene: the cursor
  std::string_view algorithm{};
  bool predicting = false;  // all sizes, at the moment
  const Theme& theme;
  std::optional<PicturePoint> pointer{};
};

struct PlotLayout {
  Area all;
  std::vector<Area> tabs;  // time, bus bandwidth, ratio
  Area title;              // what the y axis shows; empty where the plot needs its room
  Area plot;
  Area sizes;            // the labels of the x axis
  Area words;            // the sentence at the foot, in so many lines; empty where there is no room
  Area badge;            // of the overlay, one line; empty where there is none
  Area warning;          // above it, where the table is of another collective; else empty
  std::string sentence;  // the whole of it, and what there is room for
  std::string sentence_shown;
  std::string badge_text;  // likewise
  std::string badge_shown;
  std::string warning_text;  // likewise
  std::string warning_shown;
  LogRange x;  // bytes
  LogRange y;  // microseconds, GB/s or a ratio
  bool empty = false;
  std::string nothing;              // where it is empty, why
  Area nothing_place;               // of these words
  std::vector<Area> buttons;        // likewise, what to do about it
  std::vector<LegendEntry> legend;  // with their places; none where there is no room
  Area legend_box;                  // behind them
  PlotMarks marks;

  double x_of(double bytes) const { return plot.x + x.share(bytes) * plot.width; }
  double y_of(double value) const { return plot.bottom() - y.share(value) * plot.height; }
};

// The power of two next to a place on the x axis, within it.
Bytes size_at(const PlotLayout&, double x);

// Each with its curves, in the order of PlotKind.
struct PlotTab {
  std::string_view id;
  std::string_view word;
  std::string_view title;
  std::string_view remark{};  // follows the title where there is room
};
inline constexpr std::array<PlotTab, 3> plot_tabs = {
    {{"plot.tab.time", "time", "of one call"},
     {"plot.tab.busbw", "bus bandwidth", "per direction"},
     {"plot.tab.ratio", "ratio", "measured / predicted", "; shaded: ±10 % and ±25 %"}}};

// What to do where nothing was predicted yet.
struct PlotButton {
  std::string_view id;
  std::string_view words;
  bool measures;
};
inline constexpr std::array<PlotButton, 2> plot_buttons = {
    {{"plot.predict", "Predict all sizes (P)", false},
     {"plot.measure", "Measure on this computer (Ctrl+P)", true}}};

// What a point shows: microseconds, GB/s, or how many times the prediction.
struct PlotValues {
  PlotKind plot;
  CollectiveKind kind;
  int ranks;
  double of(Bytes, Time took, Time predicted) const;
  std::string label(double value) const;  // "1 ms", "100 GB/s", "1.1x"
};

// Of an axis that has no place for 0.
double bytes_on_axis(Bytes);

}  // namespace commlab
