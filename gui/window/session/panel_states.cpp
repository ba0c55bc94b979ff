#include "gui/window/session/panel_states.h"

#include <cassert>

namespace commlab {

void look_at(InspectorState& state, const ScenePointer& scene, const Selection& selection) {
  assert(scene && "there is a run to look at");
  const bool same_run = of_one_run(state.scene, scene), same_selection = state.selection == selection;
  if (state.scene == scene && same_selection) return;
  state.scene = scene;
  state.selection = selection;
  state.inspected = inspect(*scene, selection);
  if (!same_run || !same_selection) state.article.scrolled = 0;
}

}  // namespace commlab
