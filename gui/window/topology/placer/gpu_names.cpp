#include "gui/window/topology/placer/gpu_names.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>

#include "gui/window/topology/placer/boxes.h"

namespace commlab {
namespace {

constexpr double widest_name = 0.66;  // in radii of a GPU, from its middle: around the name is what it holds
constexpr double widest_without_ring = 0.95;

double half_diagonal(const TopologyLayout& layout, std::string_view name) {
  return std::hypot(text_width(layout, name), 0.7 * layout.letters) / 2;
}

bool fits_gpu(const TopologyLayout& layout, std::string_view name, double share_of_radius) {
  return half_diagonal(layout, name) <= share_of_radius * layout.radius;
}

// The first prefix with which the name of `last` fits on its GPU.
std::string_view longest_prefix(const TopologyLayout& layout,
                                std::initializer_list<std::string_view> prefixes, int last,
                                double share_of_radius) {
  for (const std::string_view prefix : prefixes)
    if (fits_gpu(layout, fmt::format("{}{}", prefix, last), share_of_radius)) return prefix;
  return {};
}

// Above the chunks, where the longest name fits that fits on all GPUs.
void name_buffers(TopologyLayout& layout, const Trace& trace) {
  const int gpus = gpus_in(layout);
  const Rank last = layout.first_rank + gpus - 1, last_rank = std::min(trace.collective.ranks - 1, last);
  const auto fits = [&](std::string_view prefix) {
    return text_width(layout, fmt::format("{}{}", prefix, last)) <= layout.grid.width();
  };
  const std::string_view of_gpu = fits("GPU ") ? "GPU " : "";
  const std::string_view of_rank = has_only_copies(trace) ? of_gpu
                                   : fits("rank ")        ? "rank "
                                   : fits("r")            ? "r"
                                                          : "";
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const Rank number = layout.first_rank + gpu;
    const Area& area = layout.places[gpu].area;
    name_box(layout, gpu, fmt::format("{}{}", number <= last_rank ? of_rank : of_gpu, number),
             {area.center().x, area.y + 0.53 * layout.grid.head});
  }
}

}  // namespace

void name_gpus(TopologyLayout& layout, const Trace& trace) {
  layout.hole = 0.6 * layout.radius;
  if (layout.detail != TopologyDetail::labelled) return;
  if (layout.grid.drawn()) return name_buffers(layout, trace);
  const int gpus = gpus_in(layout);
  const Rank first = layout.first_rank, last = first + gpus - 1;
  const Rank last_rank = std::min(trace.collective.ranks - 1, last);
  const std::string_view of_rank = has_only_copies(trace)
                                       ? longest_prefix(layout, {"GPU ", ""}, last_rank, widest_name)
                                       : longest_prefix(layout, {"rank ", "r", ""}, last_rank, widest_name);
  const std::string_view of_gpu = longest_prefix(layout, {"GPU ", ""}, last, widest_without_ring);
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const bool has_rank = first + gpu <= last_rank;
    const std::string name = fmt::format("{}{}", has_rank ? of_rank : of_gpu, first + gpu);
    if (!fits_gpu(layout, name, has_rank ? 0.82 : 0.98)) continue;
    if (has_rank) layout.hole = std::max(layout.hole, half_diagonal(layout, name));
    name_box(layout, gpu, name, layout.places[gpu].area.center());
  }
}

}  // namespace commlab
