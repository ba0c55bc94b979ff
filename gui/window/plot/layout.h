#pragma once
// The layout of the plot: computed here, drawn elsewhere.
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
// If nothing was predicted yet, a sentence and two buttons stand in the plot's place.

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

// An entry of the legend: the meaning of a line or a mark. `area` holds the sign, then the words.
struct LegendEntry {
  enum class Sign : std::uint8_t { predicted, former, bound, measured, published, published_setup };
  Sign sign;
  std::string words;
  Area area{};
};

struct PlotShown {
  const SweepState& sweep;
  CollectiveKind kind = CollectiveKind::all_reduce;  // the scene's
  int ranks = 1;
  Bytes size;  // the scene's size, where the cursor stands
  std::string_view algorithm{};
  bool predicting = false;  // the prediction of all sizes is running
  const Theme& theme;
  std::optional<PicturePoint> pointer{};
};

struct PlotLayout {
  Area all;
  std::vector<Area> tabs;  // time, bus bandwidth, ratio
  Area title;              // what the y axis shows; empty if the plot needs the room
  Area plot;
  double above = 0;  // the room above the plot: for the cursor's label, or less than a line, and it has none
  Area sizes;        // labels of the x axis; empty if the plot needs the room
  Area words;            // the sentence at the foot; empty if there is no room
  Area badge;            // one line about the overlay; empty if there is no overlay
  Area warning;          // above the badge, if the table is of another collective; else empty
  std::string sentence;  // the full sentence at the foot; below: as much as fits
  std::string sentence_shown;
  std::string badge_text;  // full, and as much as fits
  std::string badge_shown;
  std::string warning_text;  // full, and as much as fits
  std::string warning_shown;
  LogRange x;  // bytes
  LogRange y;  // microseconds, GB/s or a ratio
  bool empty = false;
  std::string nothing;              // why the plot is empty
  Area nothing_place;               // the place of these words
  std::vector<Area> buttons;        // if the plot is empty: plot_buttons
  std::vector<LegendEntry> legend;  // with their places; empty if there is no room
  Area legend_box;                  // the background of the legend
  PlotMarks marks;

  double x_of(double bytes) const { return plot.x + x.share(bytes) * plot.width; }
  double y_of(double value) const { return plot.bottom() - y.share(value) * plot.height; }
};

// The power of two nearest to this x, within the axis's range.
Bytes size_at(const PlotLayout&, double x);

// The tabs, in the order of PlotKind.
struct PlotTab {
  std::string_view id;
  std::string_view word;
  std::string_view title;
  std::string_view remark{};  // follows the title if there is room
};
inline constexpr std::array<PlotTab, 3> plot_tabs = {
    {{"plot.tab.time", "time", "of one call"},
     {"plot.tab.busbw", "bus bandwidth", "per direction"},
     {"plot.tab.ratio", "ratio", "measured / predicted", "; shaded: ±10 % and ±25 %"}}};

// A button that is shown while nothing was predicted yet.
struct PlotButton {
  std::string_view id;
  std::string_view words;
  bool measures;
};
inline constexpr std::array<PlotButton, 2> plot_buttons = {
    {{"plot.predict", "Predict all sizes (P)", false},
     {"plot.measure", "Measure on this computer (Ctrl+P)", true}}};

// The value of a point: microseconds, GB/s, or measured / predicted.
struct PlotValues {
  PlotKind plot;
  CollectiveKind kind;
  int ranks;
  double of(Bytes, Time took, Time predicted) const;
  std::string label(double value) const;  // "1 ms", "100 GB/s", "1.1x"
};

// The bytes as a value on a logarithmic axis: at least 1, because the axis has no place for 0.
double bytes_on_axis(Bytes);

}  // namespace commlab
