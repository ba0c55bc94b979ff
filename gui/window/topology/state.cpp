#include "gui/window/topology/state.h"

#include <cassert>

#include "gui/window/run/logical_scene.h"
#include "gui/window/topology/holdings.h"
#include "gui/window/topology/placer/placer.h"
#include "gui/window/topology/stages/picture.h"

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

const std::string& StagesState::why_none(const ScenePointer& scene) {
  if (scene != machine_) {
    machine_ = scene;
    why_none_ = why_no_stages(*scene);
    staged_.reset();
    contents_.reset();
    step_ = -1;
  }
  return why_none_;
}

const ScenePointer& StagesState::scene() {
  assert(machine_ && why_none_.empty() && "there is such a picture");
  if (!staged_) staged_ = staged_scene(*machine_);
  return staged_;
}

void StagesState::update(Time now, const Area& area, double letters, double line, double reserved) {
  const ScenePointer& staged = scene();
  if (!contents_) contents_.emplace(*staged);
  const int last = contents_->columns() - 2;
  const int step = present_step(*staged, now).value_or(last);
  const TopologyLayout& drawn = layout_.drawn;
  const bool same = step == step_ && drawn.area == area && drawn.letters == letters && drawn.line == line;
  if (!same) layout_ = lay_out_stages(staged->trace(), contents_->columns(), step, area, letters, line);
  step_ = step;
  layout_.drawn.reserved = reserved;
}

bool RunPictures::offers(MachinePicture picture, const ScenePointer& scene) {
  switch (picture) {
    case MachinePicture::machine: return true;
    case MachinePicture::algorithm:
    case MachinePicture::both: return algorithm.has_picture_of(scene);
    case MachinePicture::stages: return stages.why_none(scene).empty();
  }
  return false;
}

MachinePicture next_picture(RunPictures& pictures, const ScenePointer& scene, MachinePicture now) {
  for (std::size_t next = static_cast<std::size_t>(now) + 1; next < std::size(picture_names); ++next)
    if (pictures.offers(static_cast<MachinePicture>(next), scene)) return static_cast<MachinePicture>(next);
  return MachinePicture::machine;
}

}  // namespace commlab
