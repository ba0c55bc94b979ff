#include "gui/window/topology_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "gui/picture/arrangement.h"

namespace commlab {
namespace {

constexpr int most_labelled = 16, most_plain = 64, most_coarse = 256;
constexpr int most_on_circle = 128;
constexpr int most_in_row = 8;        // under one NVSwitch
constexpr int most_in_two_rows = 16;  // around one
// Of a message's way, what lies along a bar counts so much of its length: a switch takes no time to speak of.
constexpr double pace_on_bars = 0.25;

TopologyDetail detail_for(int gpus) {
  if (gpus <= most_labelled) return TopologyDetail::labelled;
  if (gpus <= most_plain) return TopologyDetail::plain;
  return gpus <= most_coarse ? TopologyDetail::coarse : TopologyDetail::crowd;
}

// ---- What is drawn ----

// The topology of a trace; of ranks that are wired to nothing we know of, the ranks alone.
Topology topology_of(const Trace& trace) {
  if (trace.topology.gpus >= trace.collective.ranks) return trace.topology;
  Topology ranks;
  for (Rank rank = 0; rank < trace.collective.ranks; ++rank)
    ranks.add(fmt::format("gpu{}", rank), NodeType::gpu);
  return ranks;
}

using WireClass = std::tuple<LinkType, NodeType, NodeType>;

// Wires of equal kind are shown or left out together, so that the picture stays a machine.
Wiring shown_part(const Trace& trace, const Topology& topology) {
  const Wiring whole = wiring_of(topology);
  const auto class_of = [&](const Wire& wire) {
    const auto [a, b] = std::minmax(whole.boxes[wire.a].type, whole.boxes[wire.b].type);
    return WireClass(wire.type, a, b);
  };
  std::set<WireClass> used;
  for (const std::vector<LinkId>& route : trace.routes)
    for (const LinkId link : route)
      if (whole.wire_of[link] >= 0) used.insert(class_of(whole.wires[whole.wire_of[link]]));
  const bool has_nvlink =
      std::ranges::any_of(whole.wires, [](const Wire& wire) { return wire.type == LinkType::nvlink; });

  std::vector<bool> kept_wires, kept_boxes(whole.boxes.size(), false);
  for (const Wire& wire : whole.wires) {
    const bool to_nic =
        whole.boxes[wire.a].type == NodeType::nic || whole.boxes[wire.b].type == NodeType::nic;
    const bool kept = wire.type == LinkType::nvlink || wire.type == LinkType::network ||
                      used.contains(class_of(wire)) || (!has_nvlink && !to_nic);
    kept_wires.push_back(kept);
    if (kept) kept_boxes[wire.a] = kept_boxes[wire.b] = true;
  }
  for (NodeId gpu = 0; gpu < topology.gpus; ++gpu) kept_boxes[whole.box_of[gpu]] = true;
  return part_of_wiring(whole, kept_boxes, kept_wires);
}

std::vector<bool> two_way_wires(const Trace& trace, const Wiring& wiring) {
  std::vector<int> directions(wiring.wires.size(), 0);
  for (const std::vector<LinkId>& route : trace.routes)
    for (const LinkId link : route) {
      const int wire = wiring.wire_of[link];
      if (wire < 0) continue;
      directions[wire] |= wiring.box_of[trace.topology.links[link].from] == wiring.wires[wire].a ? 1 : 2;
    }
  std::vector<bool> both;
  for (const int seen : directions) both.push_back(seen == 3);
  return both;
}

// ---- Lattices ----

// The sides of a mesh or torus, the fastest last; empty where GPUs are joined otherwise. A ring is none.
std::vector<int> lattice_sides(const Wiring& wiring) {
  const int n = static_cast<int>(wiring.boxes.size());
  std::set<std::pair<int, int>> joined;
  for (const Wire& wire : wiring.wires) joined.emplace(wire.a, wire.b);
  std::vector<int> sides;
  for (int stride = 1; stride < n;) {
    int side = 1;
    while (side * stride < n && joined.contains({(side - 1) * stride, side * stride})) ++side;
    if (side == 1 || n % (side * stride) != 0) return {};
    sides.insert(sides.begin(), side);
    stride *= side;
  }
  if (sides.size() < 2) return {};
  // Each wire leads one step along one side, or round it.
  for (const auto& [a, b] : joined) {
    int stride = n;
    bool fits = false;
    for (const int side : sides) {
      stride /= side;
      const int from = a / stride % side, to = b / stride % side;
      fits = fits || (b - a == (to - from) * stride && (to - from == 1 || (from == 0 && to == side - 1)));
    }
    if (!fits) return {};
  }
  return sides;
}

// What boxes of a row are called together, the longer name first.
std::vector<const char*> plural_of(NodeType type) {
  switch (type) {
    case NodeType::nic: return {"NICs"};
    case NodeType::pcie_switch: return {"PCIe switches", "PCIe"};
    case NodeType::cpu: return {"CPUs"};
    default: return {};
  }
}

// ---- Placing ----

class Placer {
 public:
  Placer(const Trace& trace, const Area& area, double letters, double line)
      : trace_(trace), topology_(topology_of(trace)) {
    layout_.line = line;
    layout_.area = area;
    layout_.letters = letters;
    layout_.wiring = shown_part(trace, topology_);
    layout_.detail = detail_for(topology_.gpus);
    layout_.two_way = two_way_wires(trace, layout_.wiring);
    layout_.stands.resize(layout_.wiring.boxes.size());
    layout_.wires.resize(layout_.wiring.wires.size());
    labelled_ = layout_.detail == TopologyDetail::labelled;
    layout_.round = layout_.detail <= TopologyDetail::plain;
    layout_.token = labelled_ ? letters * 1.55 : 9 * line;
    area_ = area.inset(8);
    area_.height -= letters * 1.6;  // the legend
  }

  TopologyLayout placed() && {
    if (area_.width < 40 || area_.height < 40) return std::move(layout_);
    place();
    if (layout_.with_links()) draw_wires();
    fit_token();
    name_gpus();
    return std::move(layout_);
  }

 private:
  using Stand = TopologyLayout::Stand;

  int gpus() const { return topology_.gpus; }
  const Box& box(int id) const { return layout_.wiring.boxes[id]; }
  double wanted_radius() const { return 2.6 * layout_.letters; }
  double text_width(std::string_view words) const {
    return 0.62 * layout_.letters * static_cast<double>(words.size());
  }

  void place() {
    find_groups();
    const std::vector<int> switches = layout_.wiring.boxes_of(0, NodeType::nvswitch);
    const bool gpus_alone = static_cast<int>(layout_.wiring.boxes.size()) == gpus();
    const bool one_switch = groups_.empty() && switches.size() == 1 &&
                            static_cast<int>(layout_.wiring.boxes.size()) == gpus() + 1;
    if (!groups_.empty())
      layout_.detail <= TopologyDetail::plain ? place_cluster() : place_tiles();
    else if (gpus_alone && gpus() > 1)
      place_alone();
    else if (one_switch && gpus() <= most_in_two_rows)
      place_bar(switches[0]);
    else if (one_switch)
      place_around(switches[0]);
    else
      place_tree();
  }

  // Nodes of a cluster; or of a fat tree, the GPUs under each leaf switch.
  void find_groups() {
    if (topology_.per_node > 0 && topology_.gpus > topology_.per_node) {
      groups_.resize(static_cast<std::size_t>(topology_.gpus / topology_.per_node));
      for (int id = 0; id < static_cast<int>(layout_.wiring.boxes.size()); ++id)
        if (box(id).node >= 0) groups_[box(id).node].push_back(id);
      return;
    }
    std::map<int, std::vector<int>> under;  // leaf -> GPUs
    for (const Wire& wire : layout_.wiring.wires)
      if (box(wire.a).type == NodeType::gpu && box(wire.b).type == NodeType::network_switch)
        under[wire.b].push_back(wire.a);
    for (auto& [leaf, below] : under) groups_.push_back(std::move(below));
    leaves_group_ = !groups_.empty();
  }

  void put(int id, PicturePoint center, double width, double height) {
    layout_.stands[id].area = {center.x - width / 2, center.y - height / 2, width, height};
  }
  void put_gpu(int id, PicturePoint center) { put(id, center, 2 * layout_.radius, 2 * layout_.radius); }

  // Room for a GPU whose neighbour's middle is so far away, and for a token between them.
  double radius_for(double spacing) const {
    const double beside_token = (spacing - 1.5 * layout_.token) / 2;
    return std::max(1.0, std::min({wanted_radius(), 0.38 * spacing, std::max(beside_token, 0.27 * spacing)}));
  }

  // -- GPUs alone

  void place_alone() {
    const std::vector<int> sides = lattice_sides(layout_.wiring);
    if (!sides.empty())
      place_lattice(sides);
    else if (gpus() <= most_on_circle)
      place_circle(area_.center(), nullptr);
    else
      place_snake(area_);
  }

  void place_circle(PicturePoint center, const int* hub) {
    const double half = std::min(area_.width, area_.height) / 2;
    const double n = gpus();
    double circle = half;
    for (int i = 0; i < 8; ++i) {
      const double spacing = 2 * circle * std::sin(std::numbers::pi / std::max(n, 2.0));
      layout_.radius = std::min(radius_for(spacing), hub != nullptr || n < 4 ? 0.3 * half : 0.4 * half);
      circle = half - layout_.radius - 2;
    }
    for (int gpu = 0; gpu < gpus(); ++gpu) {
      const double angle = 2 * std::numbers::pi * gpu / n;
      put_gpu(gpu, {center.x + circle * std::sin(angle), center.y - circle * std::cos(angle)});
    }
    if (hub == nullptr) return;
    const double width = text_width(box(*hub).name);
    const double side = std::min(0.9 * circle, width + 20);
    put(*hub, center, side, layout_.letters + 16);
    if (width > side) return;
    layout_.stands[*hub].name = box(*hub).name;
    layout_.stands[*hub].label = center;
    layout_.stands[*hub].label_width = width;
  }

  // Planes side by side where there are more than two sides.
  void place_lattice(const std::vector<int>& sides) {
    const int columns = sides[sides.size() - 1], rows = sides[sides.size() - 2];
    const int plane = rows * columns, planes = gpus() / plane;
    int across = 1;
    double cell = 0;
    for (int tried = 1; tried <= planes; ++tried) {
      const int down = (planes + tried - 1) / tried;
      const double wide = tried * (columns + 0.6) - 0.6, high = down * (rows + 0.6) - 0.6;
      const double fits = std::min(area_.width / wide, area_.height / high);
      if (fits > cell) std::tie(cell, across) = std::tuple(fits, tried);
    }
    const int down = (planes + across - 1) / across;
    const double wide = across * (columns + 0.6) - 0.6, high = down * (rows + 0.6) - 0.6;
    layout_.radius =
        layout_.detail == TopologyDetail::crowd ? 0.42 * cell : std::min(radius_for(cell), 0.3 * cell);
    const PicturePoint corner = {area_.center().x - cell * wide / 2, area_.center().y - cell * high / 2};
    for (int gpu = 0; gpu < gpus(); ++gpu) {
      const int p = gpu / plane, row = gpu % plane / columns, column = gpu % columns;
      put_gpu(gpu, {corner.x + cell * (p % across * (columns + 0.6) + column + 0.5),
                    corner.y + cell * (p / across * (rows + 0.6) + row + 0.5)});
    }
  }

  // Row by row, to and fro, so that neighbours in a ring stay neighbours.
  void place_snake(const Area& area) {
    const int columns =
        std::max(1, static_cast<int>(std::ceil(std::sqrt(gpus() * area.width / area.height))));
    const int rows = (gpus() + columns - 1) / columns;
    const double cell = std::min(area.width / columns, area.height / rows);
    layout_.radius = layout_.detail == TopologyDetail::crowd ? 0.42 * cell : 0.3 * cell;
    const PicturePoint corner = {area.center().x - cell * columns / 2, area.center().y - cell * rows / 2};
    for (int gpu = 0; gpu < gpus(); ++gpu) {
      const int row = gpu / columns;
      const int column = row % 2 == 0 ? gpu % columns : columns - 1 - gpu % columns;
      put_gpu(gpu, {corner.x + cell * (column + 0.5), corner.y + cell * (row + 0.5)});
    }
  }

  // -- One NVSwitch

  void place_bar(int nvswitch) {
    const bool two_rows = gpus() > most_in_row;
    const int columns = two_rows ? (gpus() + 1) / 2 : gpus();
    const double thick = layout_.letters + 12;
    const double strip = two_rows ? text_width(box(nvswitch).name) + 16 : 0;  // for the bar's name
    const double slot = std::min((area_.width - strip) / columns, 7.5 * layout_.letters);
    const double high = std::min(area_.height, (two_rows ? 34 : 20) * layout_.letters);
    layout_.radius = std::min({wanted_radius(), 0.42 * slot, 0.2 * high / (two_rows ? 2 : 1)});
    const double left = area_.center().x - (slot * columns + strip) / 2 + strip;
    const double top = area_.center().y - high / 2;
    const double bar = two_rows ? area_.center().y : top + layout_.letters * 1.6 + thick / 2;
    for (int gpu = 0; gpu < gpus(); ++gpu) {
      const bool above = two_rows && gpu < columns;
      put_gpu(gpu, {left + slot * (gpu % columns + 0.5),
                    above ? top + layout_.radius : top + high - layout_.radius});
    }
    put_bar(nvswitch, left - strip + 4, left + slot * columns - 4, bar, thick);
    Stand& stand = layout_.stands[nvswitch];
    stand.name = box(nvswitch).name;
    stand.label_width = text_width(stand.name);
    stand.label = two_rows ? PicturePoint{stand.area.x + strip / 2, bar}
                           : PicturePoint{area_.center().x, stand.area.y - layout_.letters * 0.8};
  }

  void put_bar(int id, double left, double right, double y, double thick) {
    put(id, {(left + right) / 2, y}, right - left, thick);
    layout_.stands[id].bar = true;
  }

  void place_around(int nvswitch) {
    if (gpus() <= most_on_circle) {
      place_circle(area_.center(), &nvswitch);
      return;
    }
    const double thick = layout_.letters + 10;
    Area below = area_;
    below.y += thick + 12;
    below.height -= thick + 12;
    place_snake(below);
    put_bar(nvswitch, area_.x, area_.right(), area_.y + thick / 2, thick);
    Stand& stand = layout_.stands[nvswitch];
    stand.name = box(nvswitch).name;
    stand.label_width = text_width(stand.name);
    stand.label = stand.area.center();
  }

  // -- Trees and clusters

  void place_tree() {
    std::vector<int> all(layout_.wiring.boxes.size());
    std::iota(all.begin(), all.end(), 0);
    const bool has_switch = !layout_.wiring.boxes_of(0, NodeType::nvswitch).empty();
    place_rows(all, area_.inset(4), !has_switch);
  }

  Wiring wiring_within(const std::vector<int>& boxes) const {
    std::vector<bool> kept_boxes(layout_.wiring.boxes.size(), false), kept_wires;
    for (const int id : boxes) kept_boxes[id] = true;
    for (const Wire& wire : layout_.wiring.wires)
      kept_wires.push_back(kept_boxes[wire.a] && kept_boxes[wire.b]);
    Wiring within = part_of_wiring(layout_.wiring, kept_boxes, kept_wires);
    for (Box& box : within.boxes) box.node = 0;
    within.nodes = 1;
    return within;
  }

  struct RowPlan {
    std::vector<std::vector<int>> rows;  // boxes, from the top
    std::map<int, double> x;             // of each, in [0, 1]
    bool arcs = false;                   // GPUs of one row are joined directly
    double most = 1;                     // boxes of the longest row
  };

  RowPlan plan_rows(const std::vector<int>& boxes) const {
    const Wiring within = wiring_within(boxes);
    RowPlan plan;
    plan.arcs = std::ranges::any_of(within.wires, [&](const Wire& wire) {
      return within.boxes[wire.a].type == NodeType::gpu && within.boxes[wire.b].type == NodeType::gpu;
    });
    const Arrangement all = rows_of(within, plan.arcs, INT_MAX);
    std::map<double, std::vector<int>> by_height;
    double left = INFINITY, right = -INFINITY;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      by_height[all.places[i]->center.y].push_back(boxes[i]);
      left = std::min(left, all.places[i]->left());
      right = std::max(right, all.places[i]->right());
    }
    for (std::size_t i = 0; i < boxes.size(); ++i)
      plan.x[boxes[i]] = (all.places[i]->center.x - left) / (right - left);
    for (auto& [y, row] : by_height) {
      plan.most = std::max(plan.most, static_cast<double>(row.size()));
      plan.rows.push_back(std::move(row));
    }
    return plan;
  }

  // What a row wants of the height.
  double weight_of(const std::vector<int>& row, bool arcs) const {
    const NodeType type = box(row[0]).type;
    if (type == NodeType::gpu) return arcs ? 3.2 : 1.7;
    return 1;
  }

  // Row by row within the area; `upside_down`: what hangs below the GPUs stands above them.
  void place_rows(const std::vector<int>& boxes, const Area& area, bool upside_down) {
    RowPlan plan = plan_rows(boxes);
    if (upside_down) std::ranges::reverse(plan.rows);
    double weights = 0;
    for (const std::vector<int>& row : plan.rows) weights += weight_of(row, plan.arcs);
    const double unit = std::min(area.height / weights, 9 * layout_.letters);
    double y = area.center().y - unit * weights / 2;
    for (const std::vector<int>& row : plan.rows) {
      const double high = unit * weight_of(row, plan.arcs);
      const bool gpus = box(row[0]).type == NodeType::gpu;
      // Arcs are drawn on the other side of the GPUs than what they hang on.
      const double share = gpus && plan.arcs ? (upside_down ? 0.25 : 0.75) : 0.5;
      place_row(row, plan, area, y + high * share, gpus && plan.arcs ? high / 2 : high);
      y += high;
    }
    arcs_up_ = !upside_down;
  }

  void place_row(const std::vector<int>& row, const RowPlan& plan, const Area& area, double y, double high) {
    std::vector<double> xs;
    for (const int id : row) xs.push_back(area.x + plan.x.at(id) * area.width);
    double slot = area.width;
    std::vector<double> sorted = xs;
    std::ranges::sort(sorted);
    for (std::size_t i = 1; i < sorted.size(); ++i) slot = std::min(slot, sorted[i] - sorted[i - 1]);
    if (box(row[0]).type == NodeType::gpu) {
      const double radius = std::max(1.0, std::min({wanted_radius(), 0.42 * slot, 0.3 * high}));
      layout_.radius = layout_.radius > 0 ? std::min(layout_.radius, radius) : radius;
      for (std::size_t i = 0; i < row.size(); ++i) put_gpu(row[i], {xs[i], y});
      return;
    }
    const double thick =
        labelled_ ? std::min(layout_.letters + 5, 0.5 * high) : std::clamp(0.4 * high, 5.0, 16.0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (box(row[i]).type == NodeType::nvswitch) {
        put_bar(row[i], area.x + 2, area.right() - 2, y, thick);
        continue;
      }
      const double wanted = labelled_ ? text_width(box(row[i]).name) + 10 : 14;
      put(row[i], {xs[i], y}, std::min(wanted, 0.86 * slot), thick);
      name_box(row[i]);
    }
    name_row(row);
  }

  // Boxes without names have one for all of them, in the strip left of the first node.
  void name_row(const std::vector<int>& row) {
    const auto leftmost =
        std::ranges::min_element(row, {}, [&](int id) { return layout_.stands[id].area.x; });
    Stand& stand = layout_.stands[*leftmost];
    if (!labelled_ || std::ranges::any_of(row, [&](int id) { return !layout_.stands[id].name.empty(); }))
      return;
    const double room = stand.area.x - area_.x - 12;
    for (const char* name : plural_of(box(row[0]).type)) {
      const double width = text_width(name);
      if (width > room || stand.area.x - 12 - area_.x > network_strip() + 12) continue;
      stand.name = name;
      stand.label = {stand.area.x - 10 - width / 2, stand.area.center().y};
      stand.label_width = width;
      return;
    }
  }

  // In the middle of its box, where there is room.
  void name_box(int id) {
    Stand& stand = layout_.stands[id];
    const double width = text_width(box(id).name);
    if (!labelled_ || width + 4 > stand.area.width || stand.area.height < layout_.letters + 1) return;
    stand.name = box(id).name;
    stand.label = stand.area.center();
    stand.label_width = width;
  }

  // Nodes in one row below the network, or in two around it: whichever leaves more room for each box.
  void place_cluster() {
    const RowPlan plan = plan_rows(groups_[0]);
    double weights = 0;
    for (const std::vector<int>& row : plan.rows) weights += weight_of(row, plan.arcs);
    const int nodes = static_cast<int>(groups_.size());
    const double strip = network_strip();  // left of what a bar joins, for its name
    const double gap = leaves_group_ ? strip + 16 : 10 + layout_.letters * 0.3;
    Area area = area_;
    area.x += strip;
    area.width -= strip;
    const auto unit = [&](int rows) {
      const int columns = (nodes + rows - 1) / rows;
      return std::min(((area.width - gap * (columns - 1)) / columns - 16) / plan.most,
                      (area.height - band_height(rows)) / rows / weights);
    };
    const int rows = unit(2) > unit(1) ? 2 : 1;
    two_sided_ = rows == 2;
    const int columns = (nodes + rows - 1) / rows;
    const double band = band_height(rows);
    const double width = (area.width - gap * (columns - 1)) / columns;
    const double height = (area.height - band) / rows;
    for (int node = 0; node < nodes; ++node) {
      const bool above = rows == 2 && node < columns;
      const Area tile = {area.x + (width + gap) * (node % columns), above ? area.y : area.bottom() - height,
                         width, height};
      place_node(node, tile, above);
    }
    for (const auto& group : groups_)  // all of one size, the smallest
      for (const int id : group)
        if (box(id).type == NodeType::gpu) put_gpu(id, layout_.stands[id].area.center());
    place_network({area_.x, rows == 2 ? area_.y + height : area_.y, area_.width, band});
  }

  // Its name, and that of its NVSwitch, are written on the far side from the network.
  void place_node(int node, const Area& tile, bool above) {
    if (leaves_group_) {
      place_rows(groups_[node], tile, !above);
      return;
    }
    Area inside = tile.inset(4);
    const double title = labelled_ ? layout_.letters * 1.4 : 0;
    inside.height -= title;
    if (above) inside.y += title;
    place_rows(groups_[node], inside, !above);
    const std::string name = fmt::format("node {}", node);
    const double y = above ? tile.y + layout_.letters * 0.9 : tile.bottom() - layout_.letters * 0.9;
    const double used = text_width(name) + 16;
    layout_.tiles.push_back(
        {labelled_ && used < tile.width ? name : "", tile, {tile.x + 8 + text_width(name) / 2, y}});
    const std::vector<int> switches = layout_.wiring.boxes_of(node, NodeType::nvswitch);
    if (!labelled_ || switches.size() != 1) return;
    Stand& stand = layout_.stands[switches[0]];
    const double width = text_width(box(switches[0]).name);
    if (used + width + 16 > tile.width) return;
    stand.name = box(switches[0]).name;
    stand.label = {tile.right() - 8 - width / 2, y};
    stand.label_width = width;
  }

  double network_strip() const {
    double widest = 0;
    for (const Box& box : layout_.wiring.boxes)
      if (labelled_ && box.type == NodeType::network_switch)
        widest = std::max(widest, text_width(box.name) + 14);
    return widest;
  }

  double bar_thickness() const { return labelled_ ? layout_.letters + 6 : 8; }
  double lane_height() const { return bar_thickness() + layout_.token + 6; }

  bool is_leaf(int id) const {
    return !layout_.wiring.neighbours(id, NodeType::nic).empty() ||
           !layout_.wiring.neighbours(id, NodeType::gpu).empty();
  }

  // With as many lanes as place_network() takes, about, and room for tokens on both sides.
  double band_height(int rows) const {
    int leaves = 0, spines = 0;
    for (int id = 0; id < static_cast<int>(layout_.wiring.boxes.size()); ++id)
      if (box(id).type == NodeType::network_switch) ++(is_leaf(id) ? leaves : spines);
    const int lanes = spines + (leaves_group_ ? std::min(rows, leaves) : std::min(leaves, 8));
    return std::min(0.45 * area_.height, lanes * lane_height() + layout_.token);
  }

  // Leaf switches in lanes of their own where they overlap; the spine in the middle, or on top.
  void place_network(const Area& band) {
    std::vector<int> leaves, spines;
    for (int id = 0; id < static_cast<int>(layout_.wiring.boxes.size()); ++id)
      if (box(id).type == NodeType::network_switch) (is_leaf(id) ? leaves : spines).push_back(id);
    struct Lane {
      double right = -INFINITY;
      int side = 0;  // -1: joined to nodes above only, 1: below only
      std::vector<int> bars;
    };
    std::vector<Lane> lanes;
    std::map<int, std::pair<double, double>> ends;
    for (const int leaf : leaves) {
      double left = INFINITY, right = -INFINITY;
      bool above = false, below = false;
      for (const NodeType type : {NodeType::nic, NodeType::gpu})
        for (const int end : layout_.wiring.neighbours(leaf, type)) {
          const Area& area = layout_.stands[end].area;
          left = std::min(left, area.x);
          right = std::max(right, area.right());
          (area.y < band.y ? above : below) = true;
        }
      left = std::max(area_.x, left - network_strip());
      ends[leaf] = {left, right};
      const int side = above && below ? 0 : above ? -1 : 1;
      auto lane = std::ranges::find_if(
          lanes, [&](const Lane& lane) { return lane.side == side && lane.right + 6 < left; });
      if (lane == lanes.end()) lane = lanes.insert(lanes.end(), Lane{.side = side});
      lane->right = ends[leaf].second;
      lane->bars.push_back(leaf);
    }
    for (const int spine : spines) {
      ends[spine] = {area_.x, area_.right()};
      lanes.push_back({.right = area_.right(), .side = 0, .bars = {spine}});
    }
    // From the top: what is joined above, the spine, what is joined to both, what is joined below.
    const auto order = [&](const Lane& lane) {
      const bool spine = !is_leaf(lane.bars[0]);
      return lane.side < 0 ? 0 : spine ? 1 : lane.side == 0 ? 2 : 3;
    };
    std::ranges::stable_sort(lanes, {}, order);
    const double margin = 0.5 * layout_.token;
    const double step =
        (band.height - 2 * margin) / static_cast<double>(std::max<std::size_t>(lanes.size(), 1));
    const double thick = std::min(bar_thickness(), 0.8 * step);
    for (std::size_t i = 0; i < lanes.size(); ++i)
      for (const int id : lanes[i].bars) {
        const auto [left, right] = ends[id];
        put_bar(id, left, right, band.y + margin + step * (static_cast<double>(i) + 0.5), thick);
        Stand& stand = layout_.stands[id];
        const double width = text_width(box(id).name);
        if (!labelled_ || thick < layout_.letters + 2) continue;
        stand.name = box(id).name;
        stand.label = {left + 6 + width / 2, stand.area.center().y};
        stand.label_width = width;
      }
  }

  void place_tiles() {
    const int nodes = static_cast<int>(groups_.size());
    const auto shape = [&](int columns) {
      const int rows = (nodes + columns - 1) / columns;
      return std::pair(area_.width / columns, area_.height / rows);
    };
    int columns = 1;
    for (int tried = 1; tried <= nodes; ++tried) {
      const auto [w, h] = shape(tried);
      const auto [best_w, best_h] = shape(columns);
      if (std::min(w, h * 1.3) > std::min(best_w, best_h * 1.3)) columns = tried;
    }
    const auto [wide, high] = shape(columns);
    const double gap = std::min(10.0, 0.14 * std::min(wide, high));
    layout_.tile_of.assign(static_cast<std::size_t>(gpus()), 0);
    double least = INFINITY;
    for (int node = 0; node < nodes; ++node) {
      // Every other row from right to left: what goes from node to node has a short way.
      const int row = node / columns, along = node % columns;
      const Area tile = {area_.x + wide * (row % 2 == 0 ? along : columns - 1 - along) + gap / 2,
                         area_.y + high * row + gap / 2, wide - gap, high - gap};
      const std::string name = leaves_group_                ? fmt::format("leaf {}", node)
                               : wide > 7 * layout_.letters ? fmt::format("node {}", node)
                                                            : fmt::format("{}", node);
      const bool fits = text_width(name) + 6 < tile.width && tile.height > 3 * layout_.letters;
      Area inside = tile.inset(std::min(5.0, 0.1 * tile.width));
      if (fits) {
        inside.y += layout_.letters * 1.1;
        inside.height -= layout_.letters * 1.1;
      }
      layout_.tiles.push_back({fits ? name : "", tile, {tile.center().x, tile.y + layout_.letters * 0.75}});
      std::vector<int> mine;
      for (const int id : groups_[node])
        if (box(id).type == NodeType::gpu) mine.push_back(id);
      const int across = std::max(1, static_cast<int>(std::round(std::sqrt(static_cast<double>(mine.size()) *
                                                                           inside.width / inside.height))));
      const int down = (static_cast<int>(mine.size()) + across - 1) / across;
      const double cell = std::min(inside.width / across, inside.height / down);
      least = std::min(least, cell);
      const PicturePoint corner = {inside.center().x - cell * across / 2,
                                   inside.center().y - cell * down / 2};
      for (int i = 0; i < static_cast<int>(mine.size()); ++i) {
        layout_.tile_of[mine[i]] = node;
        put(mine[i], {corner.x + cell * (i % across + 0.5), corner.y + cell * (i / across + 0.5)},
            0.86 * cell, 0.86 * cell);
      }
    }
    layout_.radius = 0.43 * least;
  }

  // -- Wires

  // Where a wire to a box is heading for: its middle, or straight to a bar.
  PicturePoint target(int id, PicturePoint from) const {
    const Area& area = layout_.stands[id].area;
    if (!layout_.stands[id].bar) return area.center();
    const double least = std::min(area.x + 6 + strip_of(id), area.right() - 6);
    return {std::clamp(from.x, least, area.right() - 6), area.center().y};
  }
  double strip_of(int id) const {
    const Stand& stand = layout_.stands[id];
    return !stand.name.empty() && stand.area.has(stand.label) ? stand.label_width + 8 : 0;
  }

  bool is_in(int id, PicturePoint p) const {
    const Stand& stand = layout_.stands[id];
    if (layout_.round && box(id).type == NodeType::gpu)
      return distance(stand.area.center(), p) < layout_.radius;
    return stand.area.has(p);
  }

  // From edge to edge: without what lies over the two boxes it joins.
  Polyline trimmed(const Polyline& whole, int a, int b) const {
    const double length = length_of(whole);
    double from = 0, to = length;
    while (from < length && is_in(a, point_at(whole, from).at)) from += 0.5;
    while (to > from && is_in(b, point_at(whole, to).at)) to -= 0.5;
    if (to - from < 1) return {};
    return part_of(whole, from, to);
  }

  int hits(const Polyline& line, int a, int b) const {
    int hits = static_cast<int>(
        std::ranges::count_if(line, [&](PicturePoint point) { return !area_.inset(-6).has(point); }));
    for (int id = 0; id < static_cast<int>(layout_.stands.size()); ++id) {
      const Stand& stand = layout_.stands[id];
      if (id == a || id == b || !stand.drawn() || stand.bar) continue;
      hits += enters(line, stand.area.inset(-2)) ? 1 : 0;
    }
    return hits;
  }

  void draw_wires() {
    for (std::size_t i = 0; i < layout_.wiring.wires.size(); ++i) {
      const auto [a, b] = std::pair(layout_.wiring.wires[i].a, layout_.wiring.wires[i].b);
      if (!layout_.stands[a].drawn() || !layout_.stands[b].drawn()) continue;
      // Between two bars, from the middle of the shorter one.
      const bool from_b = layout_.stands[a].area.width > layout_.stands[b].area.width;
      const PicturePoint middle = layout_.stands[from_b ? b : a].area.center();
      const bool bars = layout_.stands[a].bar && layout_.stands[b].bar;
      PicturePoint from = target(a, bars ? middle : layout_.stands[b].area.center());
      const PicturePoint to = target(b, from);
      if (layout_.stands[a].bar) from = target(a, to);
      layout_.wires[i] = trimmed(is_arc(a, b) ? arc(from, to) : clear_line(from, to, a, b), a, b);
    }
  }

  // Straight where nothing stands in the way, else the least bent of some bows.
  Polyline clear_line(PicturePoint from, PicturePoint to, int a, int b) const {
    Polyline best;
    int least = INT_MAX;
    for (const double bend : {0.0, 0.06, -0.06, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24, 0.34, -0.34}) {
      Polyline line = bow(from, to, bend);
      const int met = hits(line, a, b);
      if (met < least) std::tie(least, best) = std::tuple(met, std::move(line));
      if (least == 0) break;
    }
    return best;
  }

  // Between GPUs of one row that hang on something: over the heads of those between them.
  bool is_arc(int a, int b) const {
    const Area& x = layout_.stands[a].area;
    const Area& y = layout_.stands[b].area;
    return box(a).type == NodeType::gpu && box(b).type == NodeType::gpu &&
           static_cast<int>(layout_.wiring.boxes.size()) > gpus() && std::abs(x.y - y.y) < 1;
  }

  Polyline arc(PicturePoint from, PicturePoint to) const {
    if (from.x > to.x) std::swap(from, to);
    const bool upper = two_sided_ && from.y < area_.center().y;
    const double up = (two_sided_ ? upper : arcs_up_) ? 1 : -1;
    const double slots = std::max(1.0, (to.x - from.x) / (2.5 * layout_.radius));
    const double high = layout_.radius * (0.9 + 0.55 * slots);
    Polyline points;
    for (int i = 0; i <= 20; ++i) {
      const double t = i / 20.0;
      points.push_back({from.x + (to.x - from.x) * t, from.y - up * high * 4 * t * (1 - t)});
    }
    return points;
  }

  // -- Words

  void fit_token() {
    double shortest = INFINITY;
    for (std::size_t i = 0; i < layout_.wires.size(); ++i) {
      const Wire& wire = layout_.wiring.wires[i];
      const bool between_bars = layout_.stands[wire.a].bar && layout_.stands[wire.b].bar;
      if (!layout_.wires[i].empty() && !between_bars)
        shortest = std::min(shortest, length_of(layout_.wires[i]));
    }
    layout_.token = std::max(5.0, std::min(layout_.token, (labelled_ ? 1 : 0.7) * shortest));
  }

  void name_gpus() {
    layout_.hole = 0.6 * layout_.radius;
    if (!labelled_) return;
    // "R12"; where one of them is too wide, "12" on all.
    const int ranks = std::min(trace_.collective.ranks, gpus());
    const bool with_letter = fits_gpu(fmt::format("R{}", ranks - 1), 0.82);
    for (int gpu = 0; gpu < gpus(); ++gpu) {
      const bool has_rank = gpu < ranks;
      const std::string name =
          !has_rank ? fmt::format("gpu{}", gpu) : fmt::format("{}{}", with_letter ? "R" : "", gpu);
      if (!fits_gpu(name, has_rank ? 0.82 : 0.98)) continue;
      if (has_rank) layout_.hole = std::max(layout_.hole, half_diagonal(name));
      Stand& stand = layout_.stands[gpu];
      stand.name = name;
      stand.label = stand.area.center();
      stand.label_width = text_width(name);
    }
  }

  double half_diagonal(std::string_view name) const {
    return std::hypot(text_width(name), 0.7 * layout_.letters) / 2;
  }
  bool fits_gpu(std::string_view name, double share_of_radius) const {
    return half_diagonal(name) <= share_of_radius * layout_.radius;
  }

  const Trace& trace_;
  Topology topology_;
  TopologyLayout layout_;
  Area area_;
  bool labelled_ = true;
  bool arcs_up_ = true;
  bool two_sided_ = false;
  bool leaves_group_ = false;             // groups are what is under the leaves of a fat tree
  std::vector<std::vector<int>> groups_;  // boxes
};

// ---- Ways ----

Polyline along_bar(const Area& bar, PicturePoint from, PicturePoint to) {
  const double y = bar.center().y;
  return {from, {from.x, y}, {to.x, y}, to};
}

class WayMaker {
 public:
  WayMaker(const TopologyLayout& layout, const Trace& trace) : layout_(layout), trace_(trace) {}

  // `jumps`: bars are not crossed visibly, as where a switch copies or reduces.
  TopologyWay over(const std::vector<LinkId>& route, bool jumps = false) && {
    for (const LinkId link : route) add_link(link, jumps);
    return std::move(way_);
  }

  TopologyWay straight(Rank from, Rank to) && {
    const PicturePoint a = layout_.of_rank(from).area.center(), b = layout_.of_rank(to).area.center();
    const double length = distance(a, b);
    if (length <= 2 * layout_.radius) return {};
    add({.points = part_of(Polyline{a, b}, layout_.radius, length - layout_.radius),
         .keep_from_start = half(),
         .keep_from_end = half()});
    return std::move(way_);
  }

 private:
  double half() const { return 0.5 * layout_.token + 1; }

  void add(TopologyWay::Piece piece) {
    piece.begin = way_.length;
    piece.end = way_.length += length_of(piece.points) * (piece.bar ? pace_on_bars : 1);
    way_.pieces.push_back(std::move(piece));
  }

  void add_link(LinkId link, bool jumps) {
    const int wire = layout_.wiring.wire_of[link];
    if (wire < 0 || layout_.wires[wire].empty()) return;
    const int from = layout_.wiring.box_of[trace_.topology.links[link].from];
    const int to = layout_.wiring.box_of[trace_.topology.links[link].to];
    Polyline points = layout_.wires[wire];
    if (from != layout_.wiring.wires[wire].a) std::ranges::reverse(points);
    const auto& start = layout_.stands[from];
    if (start.bar && !jumps && !way_.pieces.empty())
      add({.link = way_.pieces.back().link,
           .bar = true,
           .points = along_bar(start.area, way_.pieces.back().points.back(), points.front())});
    add({.link = link,
         .points = std::move(points),
         .keep_from_start = start.bar ? 0 : half(),
         .keep_from_end = layout_.stands[to].bar ? 0 : half()});
  }

  const TopologyLayout& layout_;
  const Trace& trace_;
  TopologyWay way_;
};

}  // namespace

TopologyLayout lay_out(const Trace& trace, const Area& area, double letters, double line) {
  return Placer(trace, area, letters, line).placed();
}

std::vector<TopologyWay> ways_of(const TopologyLayout& layout, const Trace& trace, const Transfer& transfer) {
  if (!layout.has_room()) return {};
  const auto found = [](TopologyWay way) {
    return way.empty() ? std::vector<TopologyWay>{} : std::vector{std::move(way)};
  };
  const bool has_route = layout.with_links() && transfer.route >= 0 && !trace.routes[transfer.route].empty();
  if (!has_route) {
    if (transfer.from == transfer.to) return {};
    return found(WayMaker(layout, trace).straight(transfer.from, transfer.to));
  }
  const std::vector<LinkId>& route = trace.routes[transfer.route];
  if (transfer.group == no_group) return found(WayMaker(layout, trace).over(route));

  std::vector<TopologyWay> ways;
  const auto& links = trace.topology.links;
  for (const Rank sender : trace.senders(transfer))
    for (const Rank receiver : trace.receivers(transfer)) {
      const auto up = std::ranges::find_if(route, [&](LinkId link) { return links[link].from == sender; });
      const auto down = std::ranges::find_if(route, [&](LinkId link) { return links[link].to == receiver; });
      if (up == route.end() || down == route.end()) continue;
      TopologyWay way = WayMaker(layout, trace).over({*up, *down}, true);
      if (!way.empty()) ways.push_back(std::move(way));
    }
  return ways;
}

OnWay point_on(const TopologyWay& way, double fraction, bool of_token) {
  const double at = std::clamp(fraction, 0.0, 1.0) * way.length;
  const auto piece = std::ranges::find_if(way.pieces, [&](const auto& p) { return at <= p.end + 1e-9; });
  const TopologyWay::Piece& on = piece == way.pieces.end() ? way.pieces.back() : *piece;
  const double share = on.end > on.begin ? (at - on.begin) / (on.end - on.begin) : 0;
  const double length = length_of(on.points);
  double along = share * length;
  if (of_token) {
    // Evenly between the two ports; where these are too close, in the middle.
    const double free = length - on.keep_from_start - on.keep_from_end;
    along = free <= 0 ? length / 2 : on.keep_from_start + share * free;
  }
  const OnLine point = point_at(on.points, along);
  return {point.at, point.along, on.link, on.bar};
}

std::vector<TopologyWay::Piece> stretch_of(const TopologyWay& way, double from, double to) {
  std::vector<TopologyWay::Piece> stretch;
  const double begin = from * way.length, end = to * way.length;
  for (const TopologyWay::Piece& piece : way.pieces) {
    const double first = std::max(begin, piece.begin), last = std::min(end, piece.end);
    if (last - first < 0.25) continue;
    const double real = length_of(piece.points) / (piece.end - piece.begin);
    stretch.push_back(
        {.link = piece.link,
         .bar = piece.bar,
         .points = part_of(piece.points, (first - piece.begin) * real, (last - piece.begin) * real),
         .begin = first,
         .end = last});
  }
  return stretch;
}

}  // namespace commlab
