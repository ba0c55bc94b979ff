#include "gui/picture/rate_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "core/machine_text/topo_matrix.h"
#include "core/routes/router.h"
#include "gui/picture/look.h"

namespace commlab {
namespace {

constexpr int most_gpus_in_table = 16;
constexpr double cell_height = 34;
constexpr double cell_width = 50, cell_width_of_two = 84;

}  // namespace

RateTable::RateTable(const Topology& topology, const PairRates* measured)
    : topology_(topology),
      measured_(measured),
      cell_width_(measured != nullptr ? cell_width_of_two : cell_width),
      gpus_(std::min(topology.gpus, most_gpus_in_table)),
      least_{INT64_MAX},
      most_{0} {
  Router router(topology);
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

double RateTable::width() const { return 52 + gpus_ * cell_width_; }
double RateTable::height() const { return 52 + gpus_ * cell_height; }

void RateTable::draw(Svg& svg, PicturePoint at) const {
  const std::string_view some = gpus_ < topology_.gpus ? ", the first 16" : "";
  const std::string_view what = measured_ != nullptr
                                    ? "GB/s from each GPU to each other: measured; below, the machine's"
                                    : "GB/s from each GPU to each other, and the way";
  svg.text(at, fmt::format("{}{}", what, some), {.size = 13, .bold = true});
  const PicturePoint corner = {at.x + 52, at.y + 42};
  for (NodeId gpu = 0; gpu < gpus_; ++gpu) {
    svg.text({corner.x + (gpu + 0.5) * cell_width_, corner.y - 8}, topology_.nodes[gpu].name,
             {.size = 11, .anchor = "middle", .color = grey});
    svg.text({corner.x - 8, corner.y + (gpu + 0.5) * cell_height + 4}, topology_.nodes[gpu].name,
             {.size = 11, .anchor = "end", .color = grey});
  }
  for (NodeId from = 0; from < gpus_; ++from)
    for (NodeId to = 0; to < gpus_; ++to) {
      const Cell& cell = cells_[from * gpus_ + to];
      const PicturePoint at_cell{corner.x + to * cell_width_, corner.y + from * cell_height};
      const auto difference =
          measured_ != nullptr ? measured_->difference_percent(from, to, cell.rate) : std::nullopt;
      if (difference)
        draw_measured(svg, measured_->at(from, to), *difference, cell.rate, at_cell);
      else
        draw_cell(svg, cell, at_cell);
    }
}

// The faster the darker, in logarithms.
double RateTable::shade(Bandwidth rate) const {
  if (most_ == least_) return 0.35;
  const auto log_of = [](Bandwidth b) { return std::log(static_cast<double>(b.bytes_per_second)); };
  return (log_of(rate) - log_of(least_)) / (log_of(most_) - log_of(least_));
}

void RateTable::draw_measured(Svg& svg, Bandwidth measured, double difference_percent, Bandwidth known,
                              PicturePoint corner) const {
  svg.rectangle(corner, cell_width_, cell_height,
                {.stroke = "#ffffff", .width = 1.5, .fill = nearness_of(difference_percent).light});
  svg.text({corner.x + cell_width_ / 2, corner.y + 15}, rate_text(measured),
           {.size = 12.5, .anchor = "middle", .bold = true});
  svg.text({corner.x + cell_width_ / 2, corner.y + 28},
           fmt::format("{} ({:+.0f} %)", rate_text(known), difference_percent),
           {.size = 10, .anchor = "middle", .color = grey});
}

void RateTable::draw_cell(Svg& svg, const Cell& cell, PicturePoint corner) const {
  if (cell.rate == Bandwidth{}) {
    svg.rectangle(corner, cell_width_, cell_height, {.stroke = "#ffffff", .width = 1.5, .fill = "#f4f4f4"});
    return;
  }
  if (measured_ != nullptr) {
    svg.rectangle(corner, cell_width_, cell_height, {.stroke = "#ffffff", .width = 1.5, .fill = "#f4f4f4"});
    svg.text({corner.x + cell_width_ / 2, corner.y + 28}, rate_text(cell.rate),
             {.size = 10, .anchor = "middle", .color = grey});
    return;
  }
  const double s = shade(cell.rate);
  const auto mix = [&](int light, int dark) { return static_cast<int>(light + (dark - light) * s); };
  const std::string fill =
      fmt::format("#{:02x}{:02x}{:02x}", mix(0xe8, 0x1d), mix(0xf1, 0x6f), mix(0xf8, 0xa8));
  const std::string_view words = s > 0.6 ? "#ffffff" : ink;
  svg.rectangle(corner, cell_width_, cell_height, {.stroke = "#ffffff", .width = 1.5, .fill = fill});
  svg.text({corner.x + cell_width_ / 2, corner.y + 15}, rate_text(cell.rate),
           {.size = 12, .anchor = "middle", .color = words});
  svg.text({corner.x + cell_width_ / 2, corner.y + 28}, cell.reach,
           {.size = 9.5, .anchor = "middle", .color = s > 0.6 ? "#dcebf5" : grey});
}

}  // namespace commlab
