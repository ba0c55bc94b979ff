#include "gui/picture/machine_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/topo_matrix.h"
#include "gui/picture/arrangement.h"
#include "gui/picture/svg.h"
#include "gui/picture/wiring.h"

namespace commlab {
namespace {

constexpr double margin = 32;
constexpr double between_panels = 56;
constexpr int most_gpus_in_matrix = 16;
constexpr int most_gpus_on_circle = 40;
constexpr double cell_width = 50, cell_height = 34;
constexpr std::string_view ink = "#222222";
constexpr std::string_view grey = "#666666";

// Okabe and Ito, Color Universal Design, 2008.
std::string_view color_of(LinkType type) {
  switch (type) {
    case LinkType::nvlink: return "#0072B2";
    case LinkType::pcie: return "#7a7a7a";
    case LinkType::socket: return "#D55E00";
    case LinkType::network: return "#CC79A7";
    case LinkType::memory: return "#009E73";
    case LinkType::other: return "#8A5A00";
  }
  return ink;
}

struct BoxLook {
  std::string_view fill;
  std::string_view edge;
};

BoxLook look_of(NodeType type) {
  switch (type) {
    case NodeType::gpu: return {"#e6f1f8", "#0072B2"};
    case NodeType::nvswitch: return {"#cfe4f2", "#0072B2"};
    case NodeType::pcie_switch: return {"#f0f0f0", "#7a7a7a"};
    case NodeType::cpu: return {"#fbeadf", "#D55E00"};
    case NodeType::memory: return {"#e0f3ed", "#009E73"};
    case NodeType::nic: return {"#f8eaf2", "#CC79A7"};
    case NodeType::network_switch: return {"#f3dbe8", "#CC79A7"};
  }
  return {"#ffffff", ink};
}

std::string rate_text(Bandwidth bandwidth) {
  const double GBps = static_cast<double>(bandwidth.bytes_per_second) / 1e9;
  return GBps >= 100  ? fmt::format("{:.0f}", GBps)
         : GBps >= 10 ? fmt::format("{:.1f}", GBps)
                      : fmt::format("{:.2f}", GBps);
}

// Links of GPUs to GPUs: what a circle is for.
bool is_direct(const Wiring& wiring, const Wire& wire) {
  return wiring.boxes[wire.a].type == NodeType::gpu && wiring.boxes[wire.b].type == NodeType::gpu;
}

class Painter {
 public:
  Painter(const Wiring& wiring, Svg& svg) : wiring_(wiring), svg_(svg) {
    for (const Wire& wire : wiring.wires) widest_ = std::max(widest_, wire.bandwidth);
  }

  // Wires first, so that boxes lie on them; the faint ones lowest.
  void circle(const Arrangement& all, PicturePoint at) {
    for (const bool strong : {false, true})
      for (const Wire& wire : wiring_.wires) {
        if (!is_direct(wiring_, wire) || (wire.type == LinkType::nvlink) != strong) continue;
        svg_.hint(about(wire));
        svg_.line(moved(all.places[wire.a]->center, at), moved(all.places[wire.b]->center, at), stroke(wire));
      }
    boxes(all, at);
  }

  void rows(const Arrangement& all, PicturePoint at, bool with_arcs) {
    for (const Arrangement::Tile& tile : all.tiles) {
      svg_.rectangle(moved(tile.corner, at), tile.width, tile.height,
                     {.stroke = "#d0d0d0", .width = 1, .fill = "#fcfcfc"}, 8);
      svg_.text(moved({tile.corner.x + 14, tile.corner.y + 20}, at), tile.title, {.size = 12, .color = grey});
    }
    for (const Wire& wire : wiring_.wires) {
      if (!all.places[wire.a] || !all.places[wire.b]) continue;
      if (is_direct(wiring_, wire)) {
        if (with_arcs) arc(*all.places[wire.a], *all.places[wire.b], wire, at);
      } else {
        joint(all, *all.places[wire.a], *all.places[wire.b], wire, at);
      }
    }
    boxes(all, at);
    for (const Arrangement::Note& note : all.notes)
      svg_.text(moved(note.at, at), note.words, {.size = 12, .anchor = "middle", .color = grey});
  }

  Stroke stroke(const WireKind& kind) const {
    const double share = std::sqrt(static_cast<double>(kind.bandwidth.bytes_per_second) /
                                   static_cast<double>(widest_.bytes_per_second));
    const bool faint = kind.type == LinkType::socket || kind.type == LinkType::other;
    return {.stroke = color_of(kind.type),
            .width = std::max(1.2, 5 * share),
            .dash = faint ? "5 4" : "",
            .opacity = faint ? 0.6 : 1};
  }

 private:
  using Place = Arrangement::Place;

  static PicturePoint moved(PicturePoint p, PicturePoint by) { return {p.x + by.x, p.y + by.y}; }
  Stroke stroke(const Wire& wire) const { return stroke(WireKind{wire.type, wire.bandwidth, wire.lanes}); }
  std::string about(const Wire& wire) const {
    return fmt::format("{} - {}: {}x {}, {} GB/s", wiring_.boxes[wire.a].name, wiring_.boxes[wire.b].name,
                       wire.lanes, name_of(wire.type), rate_text(wire.bandwidth));
  }

  void boxes(const Arrangement& all, PicturePoint at) {
    for (std::size_t box = 0; box < all.places.size(); ++box) {
      if (!all.places[box]) continue;
      const Place& place = *all.places[box];
      const BoxLook look = look_of(wiring_.boxes[box].type);
      svg_.rectangle(moved({place.left(), place.top()}, at), place.width, place.height,
                     {.stroke = look.edge, .width = 1.2, .fill = look.fill}, 5);
      svg_.text(moved({place.center.x, place.center.y + 4.5}, at), wiring_.boxes[box].name,
                {.size = 12.5, .anchor = "middle"});
    }
  }

  // Above the row of GPUs, the higher the farther.
  void arc(const Place& a, const Place& b, const Wire& wire, PicturePoint at) {
    const double height = std::min(80.0, 14 + 10 * std::abs(b.center.x - a.center.x) / 74);
    std::vector<PicturePoint> points;
    for (int i = 0; i <= 24; ++i) {
      const double t = static_cast<double>(i) / 24;
      points.push_back(
          moved({a.center.x + (b.center.x - a.center.x) * t, a.top() - height * 4 * t * (1 - t)}, at));
    }
    svg_.hint(about(wire));
    svg_.path(points, stroke(wire));
  }

  // Straight down where one stands above the other, else down, across and down; between sockets, across.
  void joint(const Arrangement& all, const Place& a, const Place& b, const Wire& wire, PicturePoint at) {
    const bool same_row = std::abs(a.center.y - b.center.y) < 1;
    std::vector<PicturePoint> points;
    if (same_row) {
      const Place& left = a.center.x < b.center.x ? a : b;
      const Place& right = a.center.x < b.center.x ? b : a;
      const bool neighbours = right.left() - left.right() < 320;
      if (neighbours) {
        points = {{left.right(), a.center.y}, {right.left(), a.center.y}};
      } else {
        const double y = a.bottom() + 12;
        points = {{left.center.x, a.bottom()},
                  {left.center.x, y},
                  {right.center.x, y},
                  {right.center.x, a.bottom()}};
      }
    } else {
      const Place& high = a.center.y < b.center.y ? a : b;
      const Place& low = a.center.y < b.center.y ? b : a;
      const double x = std::clamp(high.center.x, low.left() + 6, low.right() - 6);
      const bool under = std::abs(x - high.center.x) < 1 && low.width > high.width * 1.2;
      const double up_x = std::clamp(low.center.x, high.left() + 6, high.right() - 6);
      const bool of_network = wiring_.boxes[wire.a].type == NodeType::network_switch &&
                              wiring_.boxes[wire.b].type == NodeType::network_switch;
      if (of_network) {
        const double free_x = crosses_a_bar(all, high, low) ? high.left() + 8 : high.center.x;
        points = {{free_x, high.bottom()}, {free_x, low.top()}};
      } else if (under) {
        points = {{x, high.bottom()}, {x, low.top()}};
      } else if (high.width > low.width * 1.2) {
        points = {{up_x, high.bottom()}, {up_x, low.top()}};
      } else {
        const double y = low.top() - 12 - 6 * place_in_row(all, low);
        points = {
            {high.center.x, high.bottom()}, {high.center.x, y}, {low.center.x, y}, {low.center.x, low.top()}};
      }
    }
    for (PicturePoint& point : points) point = moved(point, at);
    svg_.hint(about(wire));
    svg_.path(points, stroke(wire));
  }

  // How many of its kind stand to the left of a socket: their wires run at heights of their own.
  int place_in_row(const Arrangement& all, const Place& low) const {
    int left = 0;
    for (std::size_t box = 0; box < all.places.size(); ++box) {
      const NodeType type = wiring_.boxes[box].type;
      if (!all.places[box] || (type != NodeType::cpu && type != NodeType::memory)) continue;
      const Place& other = *all.places[box];
      left += std::abs(other.center.y - low.center.y) < 1 && other.center.x < low.center.x ? 1 : 0;
    }
    return left % 4;
  }

  // Rails lie below each other, each a little further to the right.
  bool crosses_a_bar(const Arrangement& all, const Place& high, const Place& low) const {
    for (std::size_t box = 0; box < all.places.size(); ++box) {
      if (!all.places[box] || wiring_.boxes[box].type != NodeType::network_switch) continue;
      const Place& bar = *all.places[box];
      const bool between = bar.center.y > high.center.y + 1 && bar.center.y < low.center.y - 1;
      if (between && bar.left() < high.center.x && high.center.x < bar.right()) return true;
    }
    return false;
  }

  const Wiring& wiring_;
  Svg& svg_;
  Bandwidth widest_{1};
};

// "370.8 GB/s  18 x nvlink", each with a sample of its line.
class Legend {
 public:
  explicit Legend(const Wiring& wiring) : wiring_(wiring) {}

  double height() const {
    return static_cast<double>(wiring_.kinds.size() + wiring_.buses.size()) * line_height;
  }
  static constexpr double width = 330;

  void draw(const Painter& painter, Svg& svg, PicturePoint at) const {
    for (const WireKind& kind : wiring_.kinds) {
      svg.line({at.x, at.y}, {at.x + 44, at.y}, painter.stroke(kind));
      const std::string_view type = name_of(kind.type);
      describe(svg, at, kind.bandwidth,
               kind.lanes > 1 ? fmt::format("{} x {}", kind.lanes, type) : std::string(type));
      at.y += line_height;
    }
    for (const Bandwidth bus : wiring_.buses) {
      const BoxLook look = look_of(NodeType::pcie_switch);
      svg.rectangle({at.x + 8, at.y - 8}, 28, 16, {.stroke = look.edge, .width = 1.2, .fill = look.fill}, 4);
      describe(svg, at, bus, "a bus, both directions together");
      at.y += line_height;
    }
  }

 private:
  static constexpr double line_height = 24;

  static void describe(Svg& svg, PicturePoint at, Bandwidth bandwidth, std::string_view what) {
    svg.text({at.x + 56, at.y + 4.5}, fmt::format("{} GB/s", rate_text(bandwidth)),
             {.size = 12.5, .bold = true});
    svg.text({at.x + 142, at.y + 4.5}, what, {.size = 12.5, .color = grey});
  }

  const Wiring& wiring_;
};

// How fast every GPU reaches every other, and how, in the words of nvidia-smi topo -m.
class RateTable {
 public:
  explicit RateTable(const Topology& topology)
      : topology_(topology), gpus_(std::min(topology.gpus, most_gpus_in_matrix)) {
    const Router router(topology);
    for (NodeId from = 0; from < gpus_; ++from)
      for (NodeId to = 0; to < gpus_; ++to) {
        const Result<std::vector<LinkId>> route = router.route(from, to);
        Cell cell;
        if (route && !route->empty()) {
          cell.rate = {INT64_MAX};
          for (const LinkId id : *route) cell.rate = std::min(cell.rate, topology.links[id].bandwidth);
          cell.reach = reach_text(topology, *route);
          least_ = std::min(least_, cell.rate);
          most_ = std::max(most_, cell.rate);
        }
        cells_.push_back(cell);
      }
  }

  double width() const { return 52 + gpus_ * cell_width; }
  double height() const { return 52 + gpus_ * cell_height; }

  void draw(Svg& svg, PicturePoint at) const {
    const std::string_view some = gpus_ < topology_.gpus ? ", the first 16" : "";
    svg.text(at, fmt::format("GB/s from each GPU to each other, and the way{}", some),
             {.size = 13, .bold = true});
    const PicturePoint corner = {at.x + 52, at.y + 42};
    for (NodeId gpu = 0; gpu < gpus_; ++gpu) {
      svg.text({corner.x + (gpu + 0.5) * cell_width, corner.y - 8}, topology_.nodes[gpu].name,
               {.size = 11, .anchor = "middle", .color = grey});
      svg.text({corner.x - 8, corner.y + (gpu + 0.5) * cell_height + 4}, topology_.nodes[gpu].name,
               {.size = 11, .anchor = "end", .color = grey});
    }
    for (NodeId from = 0; from < gpus_; ++from)
      for (NodeId to = 0; to < gpus_; ++to)
        draw_cell(svg, cells_[from * gpus_ + to],
                  {corner.x + to * cell_width, corner.y + from * cell_height});
  }

 private:
  struct Cell {
    Bandwidth rate{};
    std::string reach;
  };

  // The faster the darker, in logarithms.
  double shade(Bandwidth rate) const {
    if (most_ == least_) return 0.35;
    const auto log_of = [](Bandwidth b) { return std::log(static_cast<double>(b.bytes_per_second)); };
    return (log_of(rate) - log_of(least_)) / (log_of(most_) - log_of(least_));
  }

  void draw_cell(Svg& svg, const Cell& cell, PicturePoint corner) const {
    if (cell.rate == Bandwidth{}) {
      svg.rectangle(corner, cell_width, cell_height, {.stroke = "#ffffff", .width = 1.5, .fill = "#f4f4f4"});
      return;
    }
    const double s = shade(cell.rate);
    const auto mix = [&](int light, int dark) { return static_cast<int>(light + (dark - light) * s); };
    const std::string fill =
        fmt::format("#{:02x}{:02x}{:02x}", mix(0xe8, 0x1d), mix(0xf1, 0x6f), mix(0xf8, 0xa8));
    const std::string_view words = s > 0.6 ? "#ffffff" : ink;
    svg.rectangle(corner, cell_width, cell_height, {.stroke = "#ffffff", .width = 1.5, .fill = fill});
    svg.text({corner.x + cell_width / 2, corner.y + 15}, rate_text(cell.rate),
             {.size = 12, .anchor = "middle", .color = words});
    svg.text({corner.x + cell_width / 2, corner.y + 28}, cell.reach,
             {.size = 9.5, .anchor = "middle", .color = s > 0.6 ? "#dcebf5" : grey});
  }

  const Topology& topology_;
  int gpus_;
  std::vector<Cell> cells_;
  Bandwidth least_ = {INT64_MAX};
  Bandwidth most_ = {0};
};

}  // namespace

std::string to_svg(const Machine& machine) {
  const Wiring wiring = wiring_of(machine.topology);
  const auto direct = [&](const Wire& wire) { return is_direct(wiring, wire); };
  const bool has_direct = std::ranges::any_of(wiring.wires, direct);
  const bool has_others = !std::ranges::all_of(wiring.wires, direct);
  const bool on_circle = has_direct && wiring.nodes == 1 && machine.topology.gpus <= most_gpus_on_circle;
  const bool in_rows = !on_circle || has_others;

  const Arrangement circle = on_circle ? circle_of(wiring) : Arrangement{};
  const Arrangement rows = in_rows ? rows_of(wiring, has_direct && !on_circle) : Arrangement{};
  const RateTable rates(machine.topology);

  const Legend legend(wiring);
  const double drawing_width = circle.width + rows.width + (on_circle && in_rows ? between_panels : 0);
  const double drawing_height = std::max(circle.height, rows.height);
  const double title_width =
      7.2 * static_cast<double>(std::max(machine.title.size(), machine.name.size() * 3 / 2));
  const double inner = std::max({drawing_width, rates.width(), title_width, 420.0});
  // The legend stands beside the table where there is room, else above it.
  const bool beside = rates.width() + 48 + Legend::width <= inner;
  const double top = 96;
  const double below = top + drawing_height + 48;
  const PicturePoint legend_at =
      beside ? PicturePoint{margin + rates.width() + 48, below + 42} : PicturePoint{margin, below};
  const double table_top = beside ? below : below + legend.height() + 34;
  const double bottom = std::max(table_top + rates.height(), legend_at.y + legend.height());
  const double width = 2 * margin + inner;
  Svg svg(width, bottom + margin);

  svg.text({margin, 44}, machine.name, {.size = 21, .bold = true});
  svg.text({margin, 68}, machine.title, {.size = 14, .color = grey});
  Painter painter(wiring, svg);
  const double left = (width - drawing_width) / 2;
  if (on_circle) painter.circle(circle, {left, top + (drawing_height - circle.height) / 2});
  if (in_rows)
    painter.rows(
        rows,
        {left + (on_circle ? circle.width + between_panels : 0), top + (drawing_height - rows.height) / 2},
        has_direct && !on_circle);
  legend.draw(painter, svg, legend_at);
  rates.draw(svg, {margin, table_top});
  return std::move(svg).finish();
}

}  // namespace commlab
