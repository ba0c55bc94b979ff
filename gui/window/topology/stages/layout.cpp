#include "gui/window/topology/stages/layout.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "gui/window/run/matrix_cell.h"
#include "gui/window/topology/placer/boxes.h"

namespace commlab {
namespace {

// What is asked of the columns, the best first: chunks with numbers in them, and so many columns at least.
struct WantedColumns {
  LeastChunk chunk;
  int columns;
};
constexpr WantedColumns wanted[] = {{LeastChunk::with_number, 6},
                                    {LeastChunk::with_number, 4},
                                    {LeastChunk::with_colour, 4},
                                    {LeastChunk::with_colour, 3},
                                    {LeastChunk::with_colour, 2}};

constexpr double tokens_between_columns = 2.6;  // so that a message is seen on its way
constexpr double least_token = 0.7;             // letters
constexpr double most_of_row = 0.65;            // of a row's height is a message's
// How far a line is level beside a box, in tokens: farther if messages travel beside the line.
constexpr double level_of_message = 0.55, level_of_swap = 0.8;

// By wire: whether its two ranks swap chunks in this step. Then their messages each keep to the right, so
// that both are seen where they meet.
std::vector<bool> swaps_in(const Wiring& wiring, int ranks) {
  std::set<std::pair<int, int>> joined;
  for (const Wire& wire : wiring.wires) joined.emplace(wire.a, wire.b);
  std::vector<bool> swaps;
  for (const Wire& wire : wiring.wires) swaps.push_back(joined.contains({wire.b - ranks, wire.a + ranks}));
  return swaps;
}

class ColumnPlacer {
 public:
  ColumnPlacer(const Trace& trace, int columns, const Area& area, double letters, double line) {
    staged_.ranks = trace.collective.ranks;
    staged_.columns = columns;
    TopologyLayout& layout = staged_.drawn;
    layout.area = area;
    layout.letters = letters;
    layout.line = line;
    layout.round = false;
    layout.wiring = wiring_of(trace.topology);
    layout.places.resize(layout.wiring.boxes.size());
    layout.wires.resize(layout.wiring.wires.size());
    layout.two_way = swaps_in(layout.wiring, staged_.ranks);
    layout.grid.chunks = sectors_of(trace.partition);
    layout.zoom = zoom_for(area, letters);
    const Area all = room_for_boxes(layout);
    names_ = text_width(layout, is_wide(all) ? "rank 15" : "15") + 0.8 * letters;
    head_ = 1.7 * letters;
    room_ = {all.x + names_, all.y + head_, all.width - names_, all.height - head_};
    row_ = room_.height / staged_.ranks;
    layout.token = std::min(1.55 * letters * layout.zoom, most_of_row * row_);
    layout.token_width = layout.token;
  }

  StagedLayout placed(int step) && {
    if (staged_.drawn.token < least_token * staged_.drawn.letters || !choose_columns())
      return std::move(staged_);
    staged_.first = first_column(step, staged_.columns, staged_.visible);
    put_boxes();
    put_lines();
    put_words();
    return std::move(staged_);
  }

 private:
  bool is_wide(const Area& all) const { return all.width > 50 * staged_.drawn.letters; }
  double way() const { return tokens_between_columns * staged_.drawn.token_width; }

  // How many columns of such buffers fit: the one place that says so.
  int columns_that_fit(const TopologyLayout::Grid& grid) const {
    if (grid.height() > row_ - 0.4 * staged_.drawn.letters || grid.width() > room_.width) return 0;
    const double more = (room_.width - grid.width()) / (grid.width() + way());
    return std::min(staged_.columns, 1 + static_cast<int>(std::floor(more)));
  }

  bool choose_columns() {
    return std::ranges::any_of(wanted, [&](const WantedColumns& asked) { return choose_columns(asked); });
  }

  // The largest chunks with which so many columns fit.
  bool choose_columns(const WantedColumns& asked) {
    TopologyLayout& layout = staged_.drawn;
    for (const double scale : chunk_scales) {
      if (asked.chunk == LeastChunk::with_number && scale * layout.zoom < 1) return false;
      TopologyLayout::Grid best;
      int most = 0;
      for (int columns = 1; columns <= layout.grid.chunks; ++columns) {
        TopologyLayout::Grid grid = grid_of(layout, columns, scale);
        grid.head = TopologyLayout::Grid::edge;
        if (const int fit = columns_that_fit(grid); fit > most) {
          most = fit;
          best = grid;
        }
      }
      if (most < std::min(staged_.columns, asked.columns)) continue;
      layout.grid = best;
      layout.radius = std::min(best.width(), best.height()) / 2;
      staged_.visible = most;
      return true;
    }
    return false;
  }

  void put_boxes() {
    const TopologyLayout::Grid& grid = staged_.drawn.grid;
    const double pitch = staged_.visible > 1 ? (room_.width - grid.width()) / (staged_.visible - 1) : 0;
    for (int shown = 0; shown < staged_.visible; ++shown)
      for (Rank rank = 0; rank < staged_.ranks; ++rank) {
        const int box =
            staged_.drawn.wiring.box_of[index(staged_node(staged_.ranks, staged_.first + shown, rank))];
        put_box(staged_.drawn, box, {room_.x + grid.width() / 2 + shown * pitch, middle_of_row(rank)},
                grid.width(), grid.height());
      }
  }

  // From the right side of a box to the left side of another; level beside the boxes, so that a message on a
  // steep line passes none of its neighbours.
  void put_lines() {
    TopologyLayout& layout = staged_.drawn;
    for (std::size_t i = 0; i < layout.wires.size(); ++i) {
      const Wire& wire = layout.wiring.wires[i];
      const TopologyLayout::BoxPlace &from = layout.places[index(wire.a)], &to = layout.places[index(wire.b)];
      if (!from.drawn() || !to.drawn()) continue;
      const double level = layout.token_width * (layout.two_way[i] ? level_of_swap : level_of_message);
      const PicturePoint port = {from.area.right(), from.area.center().y},
                         end = {to.area.x, to.area.center().y};
      layout.wires[i] = {port, {port.x + level, port.y}, {end.x - level, end.y}, end};
    }
  }

  void put_words() {
    const double letters = staged_.drawn.letters;
    const bool wide = names_ > text_width(staged_.drawn, "rank 1");
    for (Rank rank = 0; rank < staged_.ranks; ++rank)
      staged_.names.push_back(
          {fmt::format("{}{}", wide ? "rank " : "", rank),
           {room_.x - 0.8 * letters - (names_ - 0.8 * letters) / 2, middle_of_row(rank)}});
    for (int column = staged_.first; column < staged_.first + staged_.visible; ++column)
      staged_.heads.push_back({column == 0 ? "input" : fmt::format("step {}", column),
                               {staged_.box(0, column).center().x, room_.y - head_ / 2}});
  }

  double middle_of_row(Rank rank) const { return room_.y + row_ * (rank + 0.5); }

  StagedLayout staged_;
  Area room_;  // for the boxes
  double names_ = 0;
  double head_ = 0;
  double row_ = 0;
};

}  // namespace

int first_column(int step, int columns, int visible) {
  const int stride = std::max(1, visible - 2);
  return std::clamp(step / stride * stride, 0, std::max(0, columns - visible));
}

StagedLayout lay_out_stages(const Trace& trace, int columns, int step, const Area& area, double letters,
                            double line) {
  return ColumnPlacer(trace, columns, area, letters, line).placed(step);
}

}  // namespace commlab
