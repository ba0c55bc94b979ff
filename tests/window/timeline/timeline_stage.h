#pragma once
// A timeline on a recorded canvas, with everything that a picture of a scene needs.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "gui/window/timeline/counterparts.h"
#include "gui/window/timeline/picture.h"
#include "gui/window/timeline/texture.h"
#include "tests/window/recorded_canvas.h"
#include "tests/window/scene_of.h"

namespace commlab {

struct TimelineStage {
  explicit TimelineStage(std::string_view line, Area area = {0, 0, 1280, 250},
                         std::string_view theme_name = "dark")
      : TimelineStage(shared_scene_of(line), area, theme_name) {}
  TimelineStage(ScenePointer of, Area on, std::string_view theme_name)
      : scene(std::move(of)), theme(*theme_named(theme_name)), area(on) {}

  TimelineLayout layout() {
    index = index_timeline(scene->trace(), view.rows);
    if (ghost) ghost_index = index_timeline(ghost->trace(), view.rows);
    if (measured) {
      measured_index = index_timeline(measured->trace(), view.rows);
      same = counterparts(scene->trace(), measured->trace());
    }
    return lay_out_timeline(canvas, area, shown(), rows());
  }
  Shown shown() const { return {*scene, ghost.get(), measured.get(), view, theme}; }
  TimelineRows rows() const {
    return {.scene = index,
            .ghost = ghost ? &ghost_index : nullptr,
            .measured = measured ? &measured_index : nullptr,
            .counterparts = same};
  }
  bool says(std::string_view words) const {
    return std::ranges::count(canvas.texts, words, &RecordedCanvas::Text::words) > 0;
  }
  void draw() {
    const TimelineLayout at = layout();
    Raster texture{.name = "timeline"};
    if (at.detail == TimelineDetail::texels) paint_bars(texture, at, theme, view.selected);
    if (at.detail == TimelineDetail::idle) paint_idleness(texture, at, index, theme);
    canvas = {};
    draw_timeline(canvas, at, shown(), rows(), {.texture = &texture});
  }

  ScenePointer scene, ghost, measured;
  Theme theme;
  Area area;
  View view;
  RecordedCanvas canvas;
  TimelineIndex index, ghost_index, measured_index;
  std::vector<std::int32_t> same;
};

inline std::string on_ring(int ranks, std::string_view more = "") {
  return fmt::format("all_reduce --algorithm ring --machine ring:{},100GB/s,500ns {}", ranks, more);
}
inline const std::string ring_with_slow_link = on_ring(8, "--slow gpu3-gpu4:4x");

}  // namespace commlab
