#include "gui/picture/rate_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "core/topo_matrix.h"
#include "gui/picture/look.h"

namespace commlab {
namespace {

constexpr int most_gpus_in_table = 16;
constexpr double cell_width = 50, cell_height = 34;

}  // namespace

RateTable::RateTable(const Topology& topology)
    : topology_(topology), gpus_(std::min(topology.gpus, most_gpus_in_table)), least_{INT64_MAX}, most_{0} {
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

double RateTable::width() const { return 52 + gpus_ * cell_width; }
double RateTable::height() const { return 52 + gpus_ * cell_height; }

void RateTable::draw(Svg& svg, PicturePoint at) const {
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
      draw_cell(svg, cells_[from * gpus_ + to], {corner.x + to * cell_width, corner.y + from * cell_height});
}

// The faster the darker, in logarithms.
double RateTable::shade(Bandwidth rate) const {
  if (most_ == least_) return 0.35;
  const auto log_of = [](Bandwidth b) { return std::log(static_cast<double>(b.bytes_per_second)); };
  return (log_of(rate) - log_of(least_)) / (log_of(most_) - log_of(least_));
}

void RateTable::draw_cell(Svg& svg, const Cell& cell, PicturePoint corner) const {
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

}  // namespace commlab
