#include "gui/picture/channel_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "core/base/index.h"
#include "gui/picture/okabe_ito.h"
#include "gui/picture/svg.h"

namespace commlab {
namespace {

constexpr int most_ways = 16;  // of a graph; more would fill a picture with circles that look alike
constexpr int circles_in_a_row = 4;
constexpr double edge = 24, title_height = 34, gap = 18;
constexpr double circle_width = 236, circle_height = 276;
constexpr double radius = 72;         // of the circle of GPUs
constexpr double nic_distance = 106;  // from the middle
constexpr int most_numbered = 20;     // GPUs of a circle that have room for their numbers inside

int rows_of(std::size_t circles) {
  return static_cast<int>(circles + circles_in_a_row - 1) / circles_in_a_row;
}

// What one circle shows.
struct Circle {
  std::string name;
  std::vector<NcclChannel> channels;  // one; of NVLS, all
};

std::vector<Circle> circles_of(const DumpedGraph& graph) {
  if (graph.algorithm == NcclAlgorithm::nvls) return {{"heads of all channels", graph.channels}};
  std::vector<Circle> circles;
  for (const ChannelWay& way : ways_of(graph)) circles.push_back({way.name, {way.channel}});
  return circles;
}

class ChannelDrawing {
 public:
  explicit ChannelDrawing(std::span<const TitledGraph> graphs)
      : graphs_(graphs), svg_(2 * edge + circles_in_a_row * circle_width, height_of(graphs)) {
    for (const TitledGraph& titled : graphs)
      for (const NcclChannel& channel : titled.graph.channels)
        for (const int gpu : channel.gpus) gpus_ = std::max(gpus_, gpu + 1);
  }

  std::string finish() && {
    double y = edge;
    for (const TitledGraph& titled : graphs_) {
      svg_.text({edge, y + 14}, titled.title, {.size = 15, .bold = true});
      y = draw(titled.graph, y + title_height) + gap;
    }
    return std::move(svg_).finish();
  }

 private:
  static double height_of(std::span<const TitledGraph> graphs) {
    double height = 2 * edge - gap;
    for (const TitledGraph& titled : graphs)
      height += title_height + gap +
                circle_height * rows_of(std::min<std::size_t>(circles_of(titled.graph).size(), most_ways));
    return height;
  }

  // Returns where the graph ends.
  double draw(const DumpedGraph& graph, double top) {
    std::vector<Circle> circles = circles_of(graph);
    const std::size_t all = circles.size();
    if (all > most_ways) circles.resize(most_ways);
    for (std::size_t i = 0; i < circles.size(); ++i) {
      const PicturePoint middle{
          edge + (static_cast<double>(i % circles_in_a_row) + 0.5) * circle_width,
          top + static_cast<double>(i / circles_in_a_row) * circle_height + circle_height / 2};
      draw(graph, circles[i], middle, okabe_ito::of_lines[i % okabe_ito::of_lines.size()]);
    }
    const double bottom = top + circle_height * rows_of(circles.size());
    if (all > most_ways)
      svg_.text({edge, bottom}, fmt::format("and {} more ways", all - most_ways), {.color = grey});
    return bottom;
  }

  void draw(const DumpedGraph& graph, const Circle& circle, PicturePoint middle, std::string_view color) {
    svg_.text({middle.x, middle.y - circle_height / 2 + 12}, circle.name,
              {.anchor = "middle", .color = grey});
    std::vector<bool> visited(index(gpus_));
    for (const NcclChannel& channel : circle.channels) {
      for (const int gpu : channel.gpus) visited[index(gpu)] = true;
      draw_hops(graph, channel, middle, color);
      draw_nics(channel, middle);
    }
    for (int gpu = 0; gpu < gpus_; ++gpu) draw_gpu(gpu, middle, visited[index(gpu)] ? color : "#bbbbbb");
  }

  void draw_hops(const DumpedGraph& graph, const NcclChannel& channel, PicturePoint middle,
                 std::string_view color) {
    const std::size_t gpus = channel.gpus.size(), hops = is_closed(graph, channel) ? gpus : gpus - 1;
    for (std::size_t i = 0; i < hops; ++i) {
      const PicturePoint from = place(channel.gpus[i], middle);
      const PicturePoint to = place(channel.gpus[(i + 1) % gpus], middle);
      svg_.line(from, to, {.stroke = color, .width = 2});
      if (graph.algorithm == NcclAlgorithm::ring) draw_arrow(from, to, color);
    }
  }

  // The arrow ends before the circle of the GPU that it points at.
  void draw_arrow(PicturePoint from, PicturePoint to, std::string_view color) {
    constexpr double size = 8;
    const double length = std::max(1.0, std::hypot(to.x - from.x, to.y - from.y));
    const double x = (to.x - from.x) / length, y = (to.y - from.y) / length;
    const double tip = std::max(length / 2, length - gpu_radius() - 2);
    const PicturePoint head{from.x + x * tip, from.y + y * tip};
    const PicturePoint back{head.x - x * size, head.y - y * size};
    const std::array corners = {head, PicturePoint{back.x - y * size / 2, back.y + x * size / 2},
                                PicturePoint{back.x + y * size / 2, back.y - x * size / 2}};
    svg_.shape(corners, {.stroke = color, .fill = color});
  }

  void draw_nics(const NcclChannel& channel, PicturePoint middle) {
    const int first = channel.gpus.front(), last = channel.gpus.back();
    if (first == last && channel.nic_in == channel.nic_out) return draw_nic(channel.nic_in, first, 0, middle);
    const double apart = first == last ? 0.25 : 0;  // radians, so that two NICs at one GPU do not overlap
    draw_nic(channel.nic_in, first, -apart, middle);
    draw_nic(channel.nic_out, last, apart, middle);
  }

  void draw_nic(int nic, int gpu, double turn, PicturePoint middle) {
    if (nic < 0) return;  // there is none
    constexpr double width = 36, height = 18;
    const PicturePoint at = on_circle(middle, nic_distance, angle(gpu) + turn);
    svg_.line(place(gpu, middle), at, {.stroke = grey, .dash = "3 3"});
    svg_.rectangle({at.x - width / 2, at.y - height / 2}, width, height, {.stroke = grey, .fill = "#ffffff"},
                   3);
    svg_.text({at.x, at.y + 4}, fmt::format("nic{}", nic), {.size = 11, .anchor = "middle"});
  }

  void draw_gpu(int gpu, PicturePoint middle, std::string_view color) {
    const PicturePoint at = place(gpu, middle);
    svg_.hint(fmt::format("gpu{}", gpu));
    svg_.circle(at, gpu_radius(), {.stroke = color, .width = 2, .fill = "#ffffff"});
    if (gpus_ <= most_numbered)
      svg_.text({at.x, at.y + 4}, fmt::format("{}", gpu), {.size = 12, .anchor = "middle"});
  }

  double gpu_radius() const { return gpus_ <= most_numbered ? 11 : 3; }
  double angle(int gpu) const { return 2 * std::numbers::pi * gpu / gpus_; }
  PicturePoint place(int gpu, PicturePoint middle) const { return on_circle(middle, radius, angle(gpu)); }
  // The angle runs clockwise from the top.
  static PicturePoint on_circle(PicturePoint middle, double distance, double angle) {
    return {middle.x + distance * std::sin(angle), middle.y - distance * std::cos(angle)};
  }

  std::span<const TitledGraph> graphs_;
  int gpus_ = 1;
  Svg svg_;
};

}  // namespace

std::string to_svg(std::span<const TitledGraph> graphs) { return ChannelDrawing(graphs).finish(); }

}  // namespace commlab
