#include "gui/picture/timeline_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "gui/picture/okabe_ito.h"
#include "gui/picture/svg.h"

namespace commlab {
namespace {

// The number in a bar tells chunks of one colour apart.
constexpr std::array<std::string_view, 8> chunk_colors = [] {
  std::array<std::string_view, 8> colors{};
  std::ranges::copy(okabe_ito::of_chunks, colors.begin());
  colors.back() = "#77777f";
  return colors;
}();
constexpr std::array<std::string_view, 8> on_chunk_colors = {"#ffffff", ink,       "#ffffff", ink,
                                                             ink,       "#ffffff", ink,       "#ffffff"};

constexpr int most_rows = 32;
constexpr std::size_t most_bars = 2'000;

// A transfer's place: its row, and its lane among those that the rank sends at the same time.
struct TimelineBar {
  const Transfer* transfer;
  int row;
  int lane;
};

// Where the ticks of a linear axis are: 1, 2 or 5 times a power of ten apart, about eight of them.
std::vector<Time> linear_ticks(Time finish) {
  const double rough = static_cast<double>(finish.ps) / 8;
  const double power = std::pow(10, std::floor(std::log10(std::max(rough, 1.0))));
  double apart = power;
  for (const double factor : {2.0, 5.0, 10.0})
    if (apart < rough) apart = factor * power;
  std::vector<Time> ticks;
  for (double at = 0; at <= static_cast<double>(finish.ps); at += apart)
    ticks.push_back(Time{static_cast<std::int64_t>(at)});
  return ticks;
}

class TimelinePicture {
 public:
  explicit TimelinePicture(const Trace& trace)
      : trace_(trace),
        first_(trace.recorded_ranks().first),
        rows_(std::min(most_rows, trace.recorded_ranks().ranks)),
        finish_(std::max(trace.finish, Time{1})),
        bottom_(top + rows_ * row_height),
        svg_(width, bottom_ + 54) {
    lay_out();
  }

  std::string draw() && {
    title();
    axis();
    rows();
    if (bars_.size() <= most_bars)
      for (const TimelineBar& each : bars_) bar(each);
    else
      stretches();
    return std::move(svg_).finish();
  }

 private:
  void lay_out() {
    std::vector<std::vector<Time>> busy_until(static_cast<std::size_t>(rows_));  // of each lane of each row
    for (const Transfer& transfer : trace_.transfers) {
      const int row = transfer.from - first_;
      if (row < 0 || row >= rows_) continue;
      std::vector<Time>& lanes = busy_until[static_cast<std::size_t>(row)];
      auto lane = std::ranges::find_if(lanes, [&](Time until) { return until <= transfer.start; });
      if (lane == lanes.end()) lane = lanes.insert(lanes.end(), Time{});
      *lane = transfer.end;
      bars_.push_back({&transfer, row, static_cast<int>(lane - lanes.begin())});
    }
    for (const std::vector<Time>& lanes : busy_until)
      lanes_of_row_.push_back(std::max(1, static_cast<int>(lanes.size())));
  }

  double x(Time t) const {
    return left + (right - left) * static_cast<double>(t.ps) / static_cast<double>(finish_.ps);
  }
  double y(int row) const { return top + row * row_height; }

  void title() {
    svg_.text({24, 32},
              fmt::format("{}, {}: {} on {} of {}", name_of(trace_.collective.kind), trace_.algorithm,
                          to_human(size_of(trace_.collective)), counted(trace_.collective.ranks, "rank"),
                          trace_.machine),
              {.size = 19, .bold = true});
    std::string about = fmt::format("{} in {}; each bar is a transfer, in the row of its sender",
                                    trace_.backend, to_human(trace_.finish));
    if (bars_.size() > most_bars)
      about = fmt::format("{} in {}; when each rank sends", trace_.backend, to_human(trace_.finish));
    if (rows_ < trace_.collective.ranks)
      about += fmt::format("; the first {} of {} ranks", rows_, with_commas(trace_.collective.ranks));
    svg_.text({24, 54}, about, {.size = 13, .color = grey});
  }

  void axis() {
    for (const Time tick : linear_ticks(finish_)) {
      svg_.line({x(tick), top}, {x(tick), bottom_}, {.stroke = "#e4e4e4"});
      svg_.text({x(tick), bottom_ + 20}, tick.ps == 0 ? "0" : to_human(tick),
                {.size = 12, .anchor = "middle"});
    }
    svg_.line({left, bottom_}, {right, bottom_}, {.stroke = ink});
    svg_.text({(left + right) / 2, bottom_ + 42}, "time", {.size = 13, .anchor = "middle"});
  }

  void rows() {
    for (int row = 0; row < rows_; ++row)
      svg_.text({left - 10, y(row) + row_height / 2 + 4}, fmt::format("rank {}", first_ + row),
                {.size = 12, .anchor = "end"});
  }

  std::string words_of(const Transfer& t) const {
    return fmt::format("{}: block {}, step {}, {}, from {} to {}", trace_.ends_text(t), t.block, t.step,
                       to_human(Bytes{t.bytes}), to_human(t.start), to_human(t.end));
  }

  void bar(const TimelineBar& each) {
    const Transfer& t = *each.transfer;
    const double height = (row_height - gap_of_rows) / lanes_of_row_[static_cast<std::size_t>(each.row)];
    const PicturePoint corner{x(t.start), y(each.row) + gap_of_rows / 2 + each.lane * height};
    const double wide = std::max(x(t.end) - corner.x, 0.5);
    const std::size_t color = static_cast<std::size_t>(t.block) % chunk_colors.size();
    svg_.hint(words_of(t));
    svg_.rectangle(
        corner, wide, height,
        {.stroke = "#ffffff", .width = 0.5, .fill = chunk_colors[color], .opacity = t.reduces ? 1.0 : 0.6});
    const std::string number = std::to_string(t.block);
    if (height < 10 || wide < least_width_of_a_number * static_cast<double>(number.size())) return;
    svg_.text({corner.x + wide / 2, corner.y + height / 2 + 4}, number,
              {.size = 11, .anchor = "middle", .color = t.reduces ? on_chunk_colors[color] : ink});
  }

  // Too many bars: transfers of a rank that follow one another closely are one stretch.
  void stretches() {
    struct Stretch {
      double from = -1;
      double to = -1;
    };
    std::vector<Stretch> open(static_cast<std::size_t>(rows_));
    const auto close = [&](int row) {
      const Stretch& s = open[static_cast<std::size_t>(row)];
      if (s.from >= 0)
        svg_.rectangle({s.from, y(row) + gap_of_rows / 2}, std::max(s.to - s.from, 0.5),
                       row_height - gap_of_rows, {.fill = chunk_colors[0]});
    };
    for (const TimelineBar& each : bars_) {  // in order of start
      Stretch& s = open[static_cast<std::size_t>(each.row)];
      const double from = x(each.transfer->start), to = x(each.transfer->end);
      if (s.from >= 0 && from <= s.to + 0.5) {
        s.to = std::max(s.to, to);
        continue;
      }
      close(each.row);
      s = {from, to};
    }
    for (int row = 0; row < rows_; ++row) close(row);
  }

  static constexpr double width = 960, left = 84, right = width - 24, top = 84;
  static constexpr double row_height = 26, gap_of_rows = 4, least_width_of_a_number = 9;

  const Trace& trace_;
  const Rank first_;
  const int rows_;
  const Time finish_;
  const double bottom_;
  std::vector<TimelineBar> bars_;
  std::vector<int> lanes_of_row_;
  Svg svg_;
};

}  // namespace

std::string timeline_svg(const Trace& trace) { return TimelinePicture(trace).draw(); }

}  // namespace commlab
