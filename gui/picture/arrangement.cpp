#include "gui/picture/arrangement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

namespace commlab {
namespace {

constexpr double gpu_width = 58, box_height = 28;
constexpr double slot = 74;        // from one GPU to the next
constexpr double row_height = 64;  // from one row to the next
constexpr double tile_gap = 24, tile_padding = 16, tile_title = 24;
constexpr int most_nodes_drawn = 4;

double width_of_box(NodeType type) {
  switch (type) {
    case NodeType::gpu: return gpu_width;
    case NodeType::pcie_switch: return 58;
    case NodeType::nic: return 50;
    case NodeType::cpu: return 76;
    case NodeType::memory: return 84;
    case NodeType::nvswitch:
    case NodeType::network_switch: return 90;
  }
  return gpu_width;
}

// Boxes of one row, moved apart until none overlaps, as little as that needs.
void spread(Arrangement& all, std::vector<int> row) {
  const auto place = [&](int box) -> Arrangement::Place& { return *all.places[box]; };
  std::ranges::stable_sort(row, {}, [&](int box) { return place(box).center.x; });
  std::vector<double> wanted;
  for (const int box : row) wanted.push_back(place(box).center.x);
  for (std::size_t i = 1; i < row.size(); ++i) {
    const double least = place(row[i - 1]).right() + 10 + place(row[i]).width / 2;
    place(row[i]).center.x = std::max(place(row[i]).center.x, least);
  }
  double moved = 0;
  for (std::size_t i = 0; i < row.size(); ++i) moved += place(row[i]).center.x - wanted[i];
  for (const int box : row)
    place(box).center.x -= moved / static_cast<double>(std::max<std::size_t>(row.size(), 1));
}

// One node's rows, from its GPUs downwards; places have their left end anywhere until move().
class NodeRows {
 public:
  NodeRows(const Wiring& wiring, int node, int most_gpus, Arrangement& all)
      : wiring_(wiring), node_(node), most_gpus_(most_gpus), all_(all) {}

  void arrange(bool with_arcs) {
    const std::vector<int> switches = wiring_.boxes_of(node_, NodeType::nvswitch);
    const auto gpus = static_cast<double>(wiring_.boxes_of(node_, NodeType::gpu).size());
    y_ = switches.empty() && with_arcs ? std::min(84.0, 20 + 10 * gpus) : 0;
    if (!switches.empty()) y_ += row_height;
    place_gpus();
    const double share = (right_ - left_) / static_cast<double>(std::max<std::size_t>(switches.size(), 1));
    const double first = left_ + share / 2;
    for (std::size_t i = 0; i < switches.size(); ++i)
      put(switches[i], {first + share * static_cast<double>(i), y_ - row_height}, share - (i > 0 ? 10 : 0));
    for (const std::vector<int>& row : switch_levels()) place_below(row, false);
    std::vector<int> nics = wiring_.boxes_of(node_, NodeType::nic);
    const auto at_host = std::ranges::stable_partition(nics, [&](int nic) { return !is_at_host(nic); });
    place_below({nics.begin(), at_host.begin()}, true);
    std::vector<int> hosts = wiring_.boxes_of(node_, NodeType::cpu);
    std::ranges::copy(wiring_.boxes_of(node_, NodeType::memory), std::back_inserter(hosts));
    place_below(hosts, false);
    place_below({at_host.begin(), at_host.end()}, false);
  }

  // From the left end of the leftmost box to the right end of the rightmost, and down to the lowest.
  double left() const { return left_; }
  double width() const { return right_ - left_; }
  double height() const { return y_ + box_height; }

  void move(double x, double y) {
    for (const int box : mine_) {
      all_.places[box]->center.x += x;
      all_.places[box]->center.y += y;
    }
    for (Arrangement::Note& note : notes_) all_.notes.push_back({{note.at.x + x, note.at.y + y}, note.words});
  }

 private:
  void put(int box, PicturePoint center, double width) {
    all_.places[box] = Arrangement::Place{{center.x, center.y + box_height / 2}, width, box_height};
    mine_.push_back(box);
    left_ = std::min(left_, all_.places[box]->left());
    right_ = std::max(right_, all_.places[box]->right());
  }

  void place_gpus() {
    const std::vector<int> gpus = wiring_.boxes_of(node_, NodeType::gpu);
    const int n = static_cast<int>(gpus.size());
    const bool some = n > most_gpus_;
    for (int i = 0; i < n; ++i) {
      if (some && i >= 7 && i < n - 1) continue;
      const int at = some && i == n - 1 ? 8 : i;
      put(gpus[i], {at * slot, y_}, gpu_width);
    }
    if (some) notes_.push_back({{7 * slot, y_ + 19}, fmt::format("{} more", n - 8)});
  }

  // PCIe switches by how far they are from GPUs and NICs.
  std::vector<std::vector<int>> switch_levels() const {
    std::vector<int> left = wiring_.boxes_of(node_, NodeType::pcie_switch);
    std::vector<std::vector<int>> levels;
    const auto is_placed = [&](int box) { return all_.places[box].has_value(); };
    std::vector<int> above = wiring_.boxes_of(node_, NodeType::gpu);
    std::erase_if(above, [&](int box) { return !is_placed(box); });
    while (!left.empty()) {
      std::vector<int> level;
      for (const int box : left) {
        const std::vector<int> near = [&] {
          std::vector<int> all = wiring_.neighbours(box, NodeType::gpu);
          std::ranges::copy(wiring_.neighbours(box, NodeType::pcie_switch), std::back_inserter(all));
          return all;
        }();
        if (std::ranges::any_of(near,
                                [&](int other) { return std::ranges::find(above, other) != above.end(); }))
          level.push_back(box);
      }
      if (level.empty()) {  // of NICs alone, or of GPUs that are not drawn
        if (std::ranges::none_of(left,
                                 [&](int box) { return wiring_.neighbours(box, NodeType::gpu).empty(); }))
          break;
        std::erase_if(left, [&](int box) { return !wiring_.neighbours(box, NodeType::gpu).empty(); });
        level = left;
      }
      std::erase_if(left, [&](int box) { return std::ranges::find(level, box) != level.end(); });
      above = level;
      levels.push_back(level);
    }
    return levels;
  }

  // A row further down: each box under the middle of what it is joined to above. NICs of a switch that
  // leads on to a host stand to the left of the way down.
  void place_below(std::vector<int> row, bool are_nics) {
    if (are_nics) std::ranges::reverse(row);
    std::vector<int> placed;
    std::map<int, int> beside;  // NICs of each such switch, so far
    double y = y_ + row_height;
    for (const int box : row) {
      const std::vector<int> above = placed_neighbours(box, placed);
      if (above.empty() && hidden(box)) continue;
      const double width = width_of_box(wiring_.boxes[box].type);
      const double for_nics = 60.0 * static_cast<double>(wiring_.neighbours(box, NodeType::nic).size());
      double x = above.empty() ? right_ + std::max(10 + width / 2, for_nics + 6) : middle_of(above);
      if (are_nics && above.size() == 1 && !wiring_.neighbours(above[0], NodeType::cpu).empty())
        x -= 6 + width / 2 + beside[above[0]]++ * (width + 10);
      put(box, {x, y}, width);
      placed.push_back(box);
    }
    if (placed.empty()) return;
    spread(all_, placed);
    for (const int box : placed) {
      left_ = std::min(left_, all_.places[box]->left());
      right_ = std::max(right_, all_.places[box]->right());
    }
    y_ = y;
  }

  bool is_at_host(int nic) const {
    return !wiring_.neighbours(nic, NodeType::cpu).empty() ||
           !wiring_.neighbours(nic, NodeType::memory).empty();
  }

  std::vector<int> placed_neighbours(int box, const std::vector<int>& of_same_row) const {
    std::vector<int> found;
    for (const Wire& wire : wiring_.wires) {
      if (wire.a != box && wire.b != box) continue;
      const int other = wire.a == box ? wire.b : wire.a;
      const bool is_above = all_.places[other] && wiring_.boxes[other].node == node_ &&
                            std::ranges::find(of_same_row, other) == of_same_row.end();
      if (is_above) found.push_back(other);
    }
    return found;
  }

  double middle_of(const std::vector<int>& boxes) const {
    double sum = 0;
    for (const int box : boxes) sum += all_.places[box]->center.x;
    return sum / static_cast<double>(boxes.size());
  }

  // What hangs on GPUs that are not drawn.
  bool hidden(int box) const {
    for (const NodeType type : {NodeType::gpu, NodeType::pcie_switch})
      for (const int other : wiring_.neighbours(box, type))
        if (!all_.places[other]) return true;
    return false;
  }

  const Wiring& wiring_;
  int node_;
  int most_gpus_;
  Arrangement& all_;
  std::vector<int> mine_;
  std::vector<Arrangement::Note> notes_;
  double y_ = 0;
  double left_ = 1e9;
  double right_ = -1e9;
};

// Bars below the nodes: each leaf switch as wide as what it joins, the spine below all.
void place_network(const Wiring& wiring, Arrangement& all) {
  std::vector<int> leaves, spines;
  for (const int box : wiring.boxes_of(-1, NodeType::network_switch)) {
    const bool joins_nics =
        !wiring.neighbours(box, NodeType::nic).empty() || !wiring.neighbours(box, NodeType::gpu).empty();
    (joins_nics ? leaves : spines).push_back(box);
  }
  double y = all.height + 40;
  double last_right = -1e9;
  const auto add_bar = [&](int box, double left, double right) {
    all.places[box] = Arrangement::Place{{(left + right) / 2, y}, std::max(right - left, 90.0), 24};
    all.width = std::max(all.width, right);
  };
  for (const int box : leaves) {
    double left = 1e9, right = -1e9;
    for (const NodeType type : {NodeType::nic, NodeType::gpu})
      for (const int end : wiring.neighbours(box, type)) {
        if (!all.places[end]) continue;
        left = std::min(left, all.places[end]->left());
        right = std::max(right, all.places[end]->right());
      }
    if (left > right) continue;  // of nodes that are not drawn
    if (last_right > -1e9 && left < last_right) y += 36;
    last_right = right;
    add_bar(box, left, right);
  }
  if (std::isfinite(last_right) && last_right > -1e9) y += 60;
  for (const int box : spines) {
    add_bar(box, 0, all.width);
    y += 36;
  }
  all.height = y - (spines.empty() ? 30 : 10);
}

}  // namespace

Arrangement circle_of(const Wiring& wiring) {
  Arrangement all;
  all.places.resize(wiring.boxes.size());
  const std::vector<int> gpus = wiring.boxes_of(0, NodeType::gpu);
  const auto n = static_cast<double>(gpus.size());
  const double radius = std::max(150.0, n * 84 / (2 * std::numbers::pi));
  const double middle = radius + gpu_width / 2;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / n - std::numbers::pi / 2;
    all.places[gpus[i]] = Arrangement::Place{
        {middle + radius * std::cos(angle), radius + box_height / 2 + radius * std::sin(angle)},
        gpu_width,
        box_height};
  }
  all.width = 2 * middle;
  all.height = 2 * radius + box_height;
  return all;
}

Arrangement rows_of(const Wiring& wiring, bool with_arcs, int most_gpus) {
  Arrangement all;
  all.places.resize(wiring.boxes.size());
  const bool tiled = wiring.nodes > 1;
  const int drawn = std::min(wiring.nodes, wiring.nodes > most_nodes_drawn ? 2 : most_nodes_drawn);
  double x = 0;
  for (int node = 0; node < drawn; ++node) {
    NodeRows rows(wiring, node, most_gpus, all);
    rows.arrange(with_arcs);
    const double padding = tiled ? tile_padding : 0;
    const double above = tiled ? tile_title + 8 : 0;
    rows.move(x + padding - rows.left(), above);
    const double width = rows.width() + 2 * padding;
    const double height = rows.height() + above + padding;
    if (tiled) all.tiles.push_back({fmt::format("node {}", node), {x, 0}, width, height});
    all.height = std::max(all.height, height);
    x += width + tile_gap;
  }
  all.width = x - tile_gap;
  if (drawn < wiring.nodes) {
    all.notes.push_back({{all.width + 60, all.height / 2}, fmt::format("{} more", wiring.nodes - drawn)});
    all.notes.push_back({{all.width + 60, all.height / 2 + 18}, "nodes like these"});
    all.width += 130;
  }
  place_network(wiring, all);
  return all;
}

}  // namespace commlab
