#include "gui/window/topology/state.h"

#include "gui/window/topology/placer/placer.h"

namespace commlab {

void TopologyState::update(const ScenePointer& scene, const Area& area, double letters, double line) {
  const bool is_new = !of_one_run(scene, scene_);
  scene_ = scene;
  if (!is_new && layout_.area == area && layout_.letters == letters && layout_.line == line) return;
  layout_ = lay_out(scene->trace(), area, letters, line);
}

}  // namespace commlab
