#include "gui/window/topology/placer/buffers_alone.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "core/base/index.h"
#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/wiring.h"

namespace commlab {
namespace {

// Which GPUs are joined.
class Neighbours {
 public:
  explicit Neighbours(const Wiring& wiring) : of_(wiring.boxes.size()) {
    for (const Wire& wire : wiring.wires) {
      of_[index(wire.a)].push_back(wire.b);
      of_[index(wire.b)].push_back(wire.a);
      ++wires_;
    }
    for (int gpu = 0; gpu < std::ssize(of_); ++gpu)
      if (!of_[index(gpu)].empty() || wiring.wires.empty()) all_.push_back(gpu);
  }

  const std::vector<int>& all() const { return all_; }  // that are drawn
  const std::vector<int>& of(int gpu) const { return of_[index(gpu)]; }
  int count() const { return static_cast<int>(all_.size()); }

  // Along a ring or a chain, from its lowest GPU or end on; empty if it is neither.
  std::vector<int> in_a_row() const {
    if (std::ranges::any_of(all_, [&](int gpu) { return of(gpu).empty() || of(gpu).size() > 2; })) return {};
    const auto end = std::ranges::find_if(all_, [&](int gpu) { return of(gpu).size() == 1; });
    std::vector<int> row = {end == all_.end() ? all_.front() : *end};
    while (std::ssize(row) < count()) {
      const auto& next = of(row.back());
      const auto on = std::ranges::find_if(next, [&](int gpu) { return !has(row, gpu); });
      if (on == next.end()) return {};
      row.push_back(*on);
    }
    return row;
  }
  // The rank's GPU, if it is drawn; else the first.
  int root_at(int gpu) const { return has(all_, gpu) ? gpu : all_.front(); }
  bool is_tree() const {
    return wires_ == count() - 1 && count() > 2 && in_order_from(all_.front()).size() == all_.size();
  }

  // Breadth first.
  std::vector<int> in_order_from(int root) const {
    std::vector<int> order = {root};
    for (std::size_t i = 0; i < order.size(); ++i)
      for (const int gpu : of(order[i]))
        if (!has(order, gpu)) order.push_back(gpu);
    return order;
  }

 private:
  static bool has(const std::vector<int>& all, int gpu) { return std::ranges::find(all, gpu) != all.end(); }

  std::vector<std::vector<int>> of_;
  std::vector<int> all_;
  int wires_ = 0;
};

// A place in the room for the middles of buffers: 0 to 1 in both directions.
struct PlaceInRoom {
  double x;
  double y;
};
// One for each GPU that is drawn, in the same order.
using Shape = std::vector<PlaceInRoom>;

Shape on_ellipse(int gpus) {
  if (gpus == 1) return {{0.5, 0.5}};
  if (gpus == 2) return {{0, 0.5}, {1, 0.5}};  // as far apart as they can be
  Shape shape;
  for (int i = 0; i < gpus; ++i) {
    const double angle = 2 * std::numbers::pi * i / gpus;
    shape.push_back({0.5 + 0.5 * std::sin(angle), 0.5 - 0.5 * std::cos(angle)});
  }
  return shape;
}

Shape in_one_row(int gpus) {
  Shape shape;
  for (int i = 0; i < gpus; ++i)
    shape.push_back({gpus == 1 ? 0.5 : static_cast<double>(i) / (gpus - 1), 0.5});
  return shape;
}

// To the right in the upper row, and back in the lower one.
Shape in_two_rows(int gpus) {
  const int above = (gpus + 1) / 2, below = gpus - above;
  Shape shape;
  for (int i = 0; i < gpus; ++i) {
    const bool upper = i < above;
    const int along = upper ? i : gpus - 1 - i, in_row = upper ? above : below;
    shape.push_back({in_row == 1 ? 0.5 : static_cast<double>(along) / (in_row - 1), upper ? 0.0 : 1.0});
  }
  return shape;
}

Shape as_cube(int gpus) {
  const bool two_cubes = gpus == 16;
  Shape shape;
  for (int i = 0; i < gpus; ++i) {
    const double x = (i & 1) * 0.62 + (i >> 2 & 1) * 0.38, y = (i >> 1 & 1) * 0.62 + (i >> 2 & 1) * 0.38;
    shape.push_back({two_cubes ? 0.45 * x + (i >> 3 & 1) * 0.55 : x, y});
  }
  return shape;
}

// Leaves are equally far apart, and a parent is above the middle of its children.
Shape as_tree(const Neighbours& neighbours, int root) {
  std::vector<PlaceInRoom> place(index(*std::ranges::max_element(neighbours.all()) + 1));
  double leaves = 0, deepest = 0;
  const std::function<void(int, int, int)> put = [&](int gpu, int parent, int depth) {
    deepest = std::max(deepest, static_cast<double>(depth));
    double first = -1, last = -1;
    for (const int child : neighbours.of(gpu)) {
      if (child == parent) continue;
      put(child, gpu, depth + 1);
      last = place[index(child)].x;
      if (first < 0) first = last;
    }
    place[index(gpu)] = {first < 0 ? leaves++ : (first + last) / 2, static_cast<double>(depth)};
  };
  put(root, -1, 0);
  Shape shape;
  for (const int gpu : neighbours.all()) {
    const PlaceInRoom& at = place[index(gpu)];
    shape.push_back({leaves > 1 ? at.x / (leaves - 1) : 0.5, at.y / deepest});
  }
  return shape;
}

// All shapes that may be drawn, in the order of `all()`; the first that fits is taken.
std::vector<Shape> shapes_of(const Neighbours& neighbours, const Wiring& wiring, int root) {
  const int gpus = neighbours.count();
  if (const std::vector<int> row = neighbours.in_a_row(); !row.empty() && gpus > 2) {
    const bool closed = neighbours.of(row.front()).size() == 2;
    std::vector<Shape> shapes;
    for (const Shape& along : {closed ? on_ellipse(gpus) : in_one_row(gpus), in_two_rows(gpus)}) {
      Shape shape;
      for (const int gpu : neighbours.all())
        shape.push_back(along[index(std::ranges::find(row, gpu) - row.begin())]);
      shapes.push_back(std::move(shape));
    }
    return shapes;
  }
  if (neighbours.is_tree()) return {as_tree(neighbours, root)};
  const std::vector<int> sides = lattice_sides(wiring);
  if (sides.size() > 2 && std::ranges::all_of(sides, [](int side) { return side == 2; }))
    return {as_cube(gpus)};
  return {on_ellipse(gpus)};
}

PicturePoint middle_of(const PlaceInRoom& place, const Area& room, double width, double height) {
  return {room.x + width / 2 + place.x * (room.width - width),
          room.y + height / 2 + place.y * (room.height - height)};
}

// Whether buffers of this size leave room for messages between them. `way`: the
// length that a message needs between rows.
bool are_apart(const TopologyLayout& layout, const Shape& shape, double width, double height, double way) {
  const Area room = room_for_boxes(layout);
  const double gap = 0.5 * way;  // between buffers that are not in one row
  for (std::size_t i = 0; i < shape.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const PicturePoint a = middle_of(shape[i], room, width, height),
                         b = middle_of(shape[j], room, width, height);
      const bool one_row = std::abs(a.y - b.y) < 1;
      if (std::abs(a.x - b.x) < width + (one_row ? 2 * way : gap) && std::abs(a.y - b.y) < height + way)
        return false;
    }
  return width <= room.width && height <= room.height;
}

// Between the middles of the two GPUs that are nearest.
double least_distance(const Shape& shape, const Area& room, double width, double height) {
  double least = INFINITY;
  for (std::size_t i = 0; i < shape.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, distance(middle_of(shape[i], room, width, height),
                                       middle_of(shape[j], room, width, height)));
  return least;
}

}  // namespace

bool place_tree_of_discs(TopologyLayout& layout, Rank root) {
  const Neighbours neighbours(layout.wiring);
  if (!neighbours.is_tree() || !neighbours.in_a_row().empty()) return false;
  const Shape shape = as_tree(neighbours, neighbours.root_at(root - layout.first_rank));
  const Area room = room_for_boxes(layout);
  layout.radius = 0;
  for (int i = 0; i < 8; ++i)  // larger discs are nearer to one another
    layout.radius = radius_for(layout, least_distance(shape, room, 2 * layout.radius, 2 * layout.radius));
  for (std::size_t i = 0; i < shape.size(); ++i)
    put_gpu(layout, neighbours.all()[i], middle_of(shape[i], room, 2 * layout.radius, 2 * layout.radius));
  return true;
}

bool place_buffers_alone(TopologyLayout& layout, Rank root) {
  const Neighbours neighbours(layout.wiring);
  const std::vector<Shape> shapes =
      shapes_of(neighbours, layout.wiring, neighbours.root_at(root - layout.first_rank));
  const Shape* shape = nullptr;
  const auto fits_with = [&](double tokens) {
    return [&, way = tokens * layout.token](double width, double height) {
      const auto found = std::ranges::find_if(
          shapes, [&](const Shape& tried) { return are_apart(layout, tried, width, height, way); });
      shape = found == shapes.end() ? nullptr : &*found;
      return shape != nullptr;
    };
  };
  if (!choose_grid(layout, fits_with(2.5), LeastChunk::with_number) &&
      !choose_grid(layout, fits_with(1.4), LeastChunk::with_number) && !choose_grid(layout, fits_with(1.4)))
    return false;
  const Area room = room_for_boxes(layout);
  for (std::size_t i = 0; i < shape->size(); ++i)
    put_gpu(layout, neighbours.all()[i],
            middle_of((*shape)[i], room, layout.grid.width(), layout.grid.height()));
  return true;
}

}  // namespace commlab
