#pragma once
// A line chart on logarithmic axes: how something grows with size, one line for each way to do it.
// Lines differ in colour and in mark (never in colour alone; colours by Okabe and Ito,
// told apart by colour-blind eyes), and carry their names at their right ends.

#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"

namespace commlab {

struct ChartPoint {
  double x = 0;
  double y = 0;
  std::string hint{};  // shown when the pointer rests on it
  double low = 0;      // the spread begins here
  double high = 0;     // and ends here; 0: no spread
  bool hands_over = false;  // the line ends here, at the mark of the line that goes on; it may begin again
};

struct ChartLine {
  std::string name;
  std::vector<ChartPoint> points;   // rising x; x and y > 0
  bool dashed = false;              // dashed, black, without marks: a bound, an ideal
  bool scattered = false;           // marks only
  std::optional<std::size_t> as{};  // a prediction of that line: broken, in its colour, without marks
  bool dotted = false;              // with `as`: dotted, another prediction of that line
  bool shaded = false;              // the spread of its points is shaded; else they have whiskers
};

// A stretch of the x axis that belongs to one line: tinted in its colour, named at the top.
struct ChartStretch {
  double from = 0;
  double to = 0;
  std::size_t line = 0;  // index into Chart::lines; never a dashed line
};

struct ChartAxis {
  std::string title;
  std::string (*label)(double);  // writes a tick's label
  bool binary = false;           // ticks at powers of two; else at 1, 2, 5, 10, ...
};

struct Chart {
  std::string title;
  std::string subtitle;
  ChartAxis x;
  ChartAxis y;
  std::vector<ChartLine> lines;
  std::optional<double> level{};  // a horizontal line at this y: "equal"
  std::vector<ChartStretch> stretches{};
};

// Labels for axes: 65536 -> "64 KiB"; 12.5 (in microseconds) -> "12.5 us"; 1.25 -> "1.25x".
std::string size_label(double bytes);
std::string microseconds_label(double us);
std::string ratio_label(double ratio);

// The picture as SVG. A chart without points shows only its axes.
std::string to_svg(const Chart&);

}  // namespace commlab
