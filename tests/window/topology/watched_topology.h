#pragma once
// A machine's picture at any moment of a run.

#include <string>
#include <string_view>

#include "gui/window/topology/marker.h"
#include "gui/window/topology/picture.h"
#include "gui/window/topology/placer/placer.h"
#include "tests/window/scene_of.h"

namespace commlab {

inline constexpr double usual_letters = 13.6;  // those of the dark theme
inline constexpr Area small_picture = {10, 20, 560, 500};
inline constexpr Area large_picture = {0, 0, 900, 700};

// All ranks send to their neighbours (all_reduce by ring), or everybody to everybody (all_to_all).
inline ScenePointer busy(const std::string& machine, bool everybody) {
  return shared_scene_of(fmt::format("{} --machine \"{}\" --size 16MiB --algorithm {}",
                                     everybody ? "all_to_all" : "all_reduce", machine,
                                     everybody ? "direct" : "ring"));
}

inline Shown shown(const Scene& scene, const View& view, const Theme& theme) {
  return {.scene = scene, .ghost = nullptr, .measured = nullptr, .view = view, .theme = theme};
}

inline View at(const Scene& scene, double share) {
  return {.now = {static_cast<std::int64_t>(share * static_cast<double>(scene.trace().finish.ps))}};
}

struct WatchedTopology {
  ScenePointer scene;
  Theme theme = *theme_named("dark");
  View view{};
  TopologyLayout layout;
  TopologyIndex index;

  explicit WatchedTopology(std::string_view line, bool buffers = true)
      : scene(shared_scene_of(line)),
        layout(lay_out(scene->trace(), large_picture, usual_letters, 1, buffers)),
        index(index_topology(scene->run)) {}
  Shown now(Time t) {
    view.now = t;
    return shown(*scene, view, theme);
  }
  TopologyMarks marks(Time t) { return marks_of(layout, index, now(t)); }
  const Transfer& first() const { return scene->trace().transfers[0]; }
};

}  // namespace commlab
