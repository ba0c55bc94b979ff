#pragma once
// A run as its algorithm sees it: on a machine that has nothing but a link for each pair of ranks of which
// one sends to the other. A ring becomes a ring and a tree a tree, on whatever machine it ran; the times stay
// those of the real machine.

#include "gui/window/run/scene.h"

namespace commlab {

// False where the pairs would say nothing more than the machine (its links are the pairs), or could not be
// drawn: ranks in groups, too many ranks or messages, or a run of which only a part was recorded.
bool has_logical_scene(const Scene&);
// It takes as long as any scene is made: what all ranks hold is worked out again. REQUIRES:
// has_logical_scene().
ScenePointer logical_scene(const Scene&);

}  // namespace commlab
