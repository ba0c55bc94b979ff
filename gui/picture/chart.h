#pragma once
// A line chart on logarithmic axes: how something grows with size, several ways compared.
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
  double low = 0;      // its spread: a whisker from here
  double high = 0;     // to here; 0: none
};

struct ChartLine {
  std::string name;
  std::vector<ChartPoint> points;   // rising x; x and y > 0
  bool dashed = false;              // and black, without marks: a bound, an ideal
  bool scattered = false;           // marks only
  std::optional<std::size_t> as{};  // in the colour of this line, broken and without marks: its prediction
  bool dotted = false;              // with `as`, in dots: another prediction of it
};

// A stretch of the x axis that belongs to one line: tinted in its colour, named at the top.
struct ChartStretch {
  double from = 0;
  double to = 0;
  std::size_t line = 0;  // index into Chart::lines; not of a dashed one
};

struct ChartAxis {
  std::string title;
  std::string (*label)(double);  // of a tick
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

// The picture, as SVG. With no points, its axes say so.
std::string to_svg(const Chart&);

}  // namespace commlab
