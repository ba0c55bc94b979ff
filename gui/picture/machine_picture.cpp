#include "gui/picture/machine_picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/picture/arrangement.h"
#include "gui/picture/look.h"
#include "gui/picture/rate_table.h"
#include "gui/picture/svg.h"
#include "gui/picture/wire_path.h"
#include "gui/picture/wiring.h"

namespace commlab {
namespace {

constexpr double margin = 32;
constexpr double between_panels = 56;
constexpr int most_gpus_on_circle = 40;

constexpr std::string_view not_measured = "#b4b4b4";  // where other wires' colours tell what was measured

constexpr std::string_view pattern_of(Dash dash) {
  switch (dash) {
    case Dash::solid: return "";
    case Dash::dashed: return "7 4";
    case Dash::dotted: return "2 3";
  }
  return "";
}

// Links of GPUs to GPUs: what a circle is for.
bool is_direct(const Wiring& wiring, const Wire& wire) {
  return wiring.boxes[wire.a].type == NodeType::gpu && wiring.boxes[wire.b].type == NodeType::gpu;
}

class Painter {
 public:
  // What was measured between GPUs, where anything was, colours the wires that join them directly.
  Painter(const Wiring& wiring, const PairRates* measured, Svg& svg)
      : wiring_(wiring), measured_(measured), svg_(svg) {
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
        if (with_arcs) path(arc_between(*all.places[wire.a], *all.places[wire.b]), wire, at);
      } else {
        path(joint_of(wire, wiring_, all), wire, at);
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
    return {.stroke = measured_ != nullptr ? not_measured : color_of(kind.type),
            .width = std::max(1.2, 5 * share),
            .dash = pattern_of(dash_of(kind.type)),
            .opacity = faint ? 0.6 : 1};
  }

 private:
  static PicturePoint moved(PicturePoint p, PicturePoint by) { return {p.x + by.x, p.y + by.y}; }
  Stroke stroke(const Wire& wire) const {
    Stroke stroke = this->stroke(WireKind{wire.type, wire.bandwidth, wire.lanes});
    if (const auto difference = difference_of(wire)) stroke.stroke = nearness_of(*difference).color;
    return stroke;
  }
  std::string about(const Wire& wire) const {
    const auto difference = difference_of(wire);
    return fmt::format("{} - {}: {}x {}, {} GB/s{}", wiring_.boxes[wire.a].name, wiring_.boxes[wire.b].name,
                       wire.lanes, name_of(wire.type), rate_text(wire.bandwidth),
                       difference ? fmt::format("; measured {:+.0f} %", *difference) : "");
  }

  // Of the slower direction. GPUs are the first nodes, so the first boxes, in the same order.
  std::optional<double> difference_of(const Wire& wire) const {
    if (measured_ == nullptr || !is_direct(wiring_, wire)) return std::nullopt;
    const auto there = measured_->difference_percent(wire.a, wire.b, wire.bandwidth);
    const auto back = measured_->difference_percent(wire.b, wire.a, wire.bandwidth);
    if (!there || !back) return there ? there : back;
    return std::min(*there, *back);
  }

  void boxes(const Arrangement& all, PicturePoint at) {
    for (std::size_t box = 0; box < all.places.size(); ++box) {
      if (!all.places[box]) continue;
      const Arrangement::Place& place = *all.places[box];
      const BoxLook look = look_of(wiring_.boxes[box].type);
      svg_.rectangle(moved({place.left(), place.top()}, at), place.width, place.height,
                     {.stroke = look.edge, .width = 1.2, .fill = look.fill}, 5);
      svg_.text(moved({place.center.x, place.center.y + 4.5}, at), wiring_.boxes[box].name,
                {.size = 12.5, .anchor = "middle"});
    }
  }

  void path(std::vector<PicturePoint> points, const Wire& wire, PicturePoint at) {
    for (PicturePoint& point : points) point = moved(point, at);
    svg_.hint(about(wire));
    svg_.path(points, stroke(wire));
  }

  const Wiring& wiring_;
  const PairRates* measured_;
  Svg& svg_;
  Bandwidth widest_{1};
};

// "370.8 GB/s  18 x nvlink", each with a sample of its line.
class Legend {
 public:
  Legend(const Wiring& wiring, bool compared) : wiring_(wiring), compared_(compared) {}

  double height() const {
    const std::size_t colors = compared_ ? std::size(nearness) : 0;
    return static_cast<double>(wiring_.kinds.size() + wiring_.buses.size() + colors) * line_height;
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
    if (!compared_) return;
    for (const Nearness& each : nearness) {
      svg.rectangle({at.x + 8, at.y - 8}, 28, 16, {.stroke = each.color, .width = 2, .fill = each.light}, 4);
      svg.text({at.x + 56, at.y + 4.5}, each.meaning, {.size = 12.5, .color = grey});
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
  bool compared_;
};

enum class Rates : std::uint8_t { beside_the_wiring, none };

std::string draw(const Machine& machine, const PairRates* measured, Rates with = Rates::beside_the_wiring) {
  const Wiring wiring = wiring_of(machine.topology);
  const auto direct = [&](const Wire& wire) { return is_direct(wiring, wire); };
  const bool has_direct = std::ranges::any_of(wiring.wires, direct);
  const bool has_others = !std::ranges::all_of(wiring.wires, direct);
  const bool on_circle = has_direct && wiring.nodes == 1 && machine.topology.gpus <= most_gpus_on_circle;
  const bool in_rows = !on_circle || has_others;

  const Arrangement circle = on_circle ? circle_of(wiring) : Arrangement{};
  const Arrangement rows = in_rows ? rows_of(wiring, has_direct && !on_circle) : Arrangement{};
  const RateTable table(machine.topology, measured);
  const RateTable* const rates = with == Rates::none ? nullptr : &table;

  const Legend legend(wiring, measured != nullptr);
  const double drawing_width = circle.width + rows.width + (on_circle && in_rows ? between_panels : 0);
  const double drawing_height = std::max(circle.height, rows.height);
  const double title_width =
      7.2 * static_cast<double>(std::max(machine.title.size(), machine.name.size() * 3 / 2));
  const double inner = std::max({drawing_width, rates ? rates->width() : 0, title_width, 420.0});
  // The legend stands beside the table where there is room, else above it.
  const double rates_width = rates ? rates->width() + 48 : 0, rates_height = rates ? rates->height() : 0;
  const bool beside = rates && rates_width + Legend::width <= inner;
  const double top = 96;
  const double below = top + drawing_height + 48;
  const PicturePoint legend_at =
      beside ? PicturePoint{margin + rates_width, below + 42} : PicturePoint{margin, below};
  const double table_top = beside ? below : below + legend.height() + 34;
  const double bottom = std::max(rates ? table_top + rates_height : 0, legend_at.y + legend.height());
  const double width = 2 * margin + inner;
  Svg svg(width, bottom + margin);

  svg.text({margin, 44}, machine.name, {.size = 21, .bold = true});
  svg.text({margin, 68}, machine.title, {.size = 14, .color = grey});
  Painter painter(wiring, measured, svg);
  const double left = (width - drawing_width) / 2;
  if (on_circle) painter.circle(circle, {left, top + (drawing_height - circle.height) / 2});
  if (in_rows)
    painter.rows(
        rows,
        {left + (on_circle ? circle.width + between_panels : 0), top + (drawing_height - rows.height) / 2},
        has_direct && !on_circle);
  legend.draw(painter, svg, legend_at);
  if (rates) rates->draw(svg, {margin, table_top});
  return std::move(svg).finish();
}

}  // namespace

std::string to_svg(const Machine& machine) { return draw(machine, nullptr); }

std::string wiring_svg(const Machine& machine) { return draw(machine, nullptr, Rates::none); }

std::string to_svg(const Machine& machine, const PairRates& measured) { return draw(machine, &measured); }

}  // namespace commlab
