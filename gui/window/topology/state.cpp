#include "gui/window/topology/state.h"

#include <cassert>

#include "gui/window/run/logical_scene.h"
#include "gui/window/topology/holdings.h"
#include "gui/window/topology/placer/placer.h"

namespace commlab {

void TopologyState::update(const ScenePointer& scene, const Area& area, double letters, double line,
                           double reserved) {
  const bool is_new = !of_one_run(scene, scene_) || may_show_buffers(*scene) != may_show_buffers(*scene_);
  scene_ = scene;
  layout_.reserved = reserved;
  if (!is_new && layout_.area == area && layout_.letters == letters && layout_.line == line) return;
  layout_ = lay_out(scene->trace(), area, letters, line, may_show_buffers(*scene));
  layout_.reserved = reserved;
}

bool AlgorithmState::has_picture_of(const ScenePointer& scene) {
  if (scene != machine_) {
    machine_ = scene;
    has_picture_ = scene && has_logical_scene(*scene);
    logical_.reset();
  }
  return has_picture_;
}

const ScenePointer& AlgorithmState::scene() {
  assert(has_picture_ && "there is such a picture");
  if (!logical_) logical_ = logical_scene(*machine_);
  return logical_;
}

}  // namespace commlab
