#include "gui/picture/wire_path.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace commlab {
namespace {

using Place = Arrangement::Place;

// How many of its kind stand to the left of a socket: their wires run at heights of their own.
int place_in_row(const Wiring& wiring, const Arrangement& all, const Place& low) {
  int left = 0;
  for (std::size_t box = 0; box < all.places.size(); ++box) {
    const NodeType type = wiring.boxes[box].type;
    if (!all.places[box] || (type != NodeType::cpu && type != NodeType::memory)) continue;
    const Place& other = *all.places[box];
    left += std::abs(other.center.y - low.center.y) < 1 && other.center.x < low.center.x ? 1 : 0;
  }
  return left % 4;
}

// Rails lie below each other, each a little further to the right.
bool crosses_a_bar(const Wiring& wiring, const Arrangement& all, const Place& high, const Place& low) {
  for (std::size_t box = 0; box < all.places.size(); ++box) {
    if (!all.places[box] || wiring.boxes[box].type != NodeType::network_switch) continue;
    const Place& bar = *all.places[box];
    const bool between = bar.center.y > high.center.y + 1 && bar.center.y < low.center.y - 1;
    if (between && bar.left() < high.center.x && high.center.x < bar.right()) return true;
  }
  return false;
}

// Neighbours are joined side to side, others below what stands between them.
std::vector<PicturePoint> across(const Place& left, const Place& right) {
  if (right.left() - left.right() < 320)
    return {{left.right(), left.center.y}, {right.left(), left.center.y}};
  const double y = left.bottom() + 12;
  return {{left.center.x, left.bottom()},
          {left.center.x, y},
          {right.center.x, y},
          {right.center.x, left.bottom()}};
}

std::vector<PicturePoint> straight_down(double x, const Place& high, const Place& low) {
  return {{x, high.bottom()}, {x, low.top()}};
}

std::vector<PicturePoint> down(const Wire& wire, const Wiring& wiring, const Arrangement& all,
                               const Place& high, const Place& low) {
  const bool of_network = wiring.boxes[wire.a].type == NodeType::network_switch &&
                          wiring.boxes[wire.b].type == NodeType::network_switch;
  if (of_network)
    return straight_down(crosses_a_bar(wiring, all, high, low) ? high.left() + 8 : high.center.x, high, low);
  const double low_x = std::clamp(high.center.x, low.left() + 6, low.right() - 6);
  if (std::abs(low_x - high.center.x) < 1 && low.width > high.width * 1.2)
    return straight_down(low_x, high, low);
  if (high.width > low.width * 1.2)
    return straight_down(std::clamp(low.center.x, high.left() + 6, high.right() - 6), high, low);
  const double y = low.top() - 12 - 6 * place_in_row(wiring, all, low);
  return {{high.center.x, high.bottom()}, {high.center.x, y}, {low.center.x, y}, {low.center.x, low.top()}};
}

}  // namespace

std::vector<PicturePoint> arc_between(const Place& a, const Place& b) {
  const double height = std::min(80.0, 14 + 10 * std::abs(b.center.x - a.center.x) / 74);
  std::vector<PicturePoint> points;
  for (int i = 0; i <= 24; ++i) {
    const double t = static_cast<double>(i) / 24;
    points.push_back({a.center.x + (b.center.x - a.center.x) * t, a.top() - height * 4 * t * (1 - t)});
  }
  return points;
}

std::vector<PicturePoint> joint_of(const Wire& wire, const Wiring& wiring, const Arrangement& all) {
  assert(all.places[wire.a] && all.places[wire.b] && "both boxes have a place");
  const Place& a = *all.places[wire.a];
  const Place& b = *all.places[wire.b];
  const bool same_row = std::abs(a.center.y - b.center.y) < 1;
  if (same_row) return a.center.x < b.center.x ? across(a, b) : across(b, a);
  return a.center.y < b.center.y ? down(wire, wiring, all, a, b) : down(wire, wiring, all, b, a);
}

}  // namespace commlab
