#pragma once
// Facts about a selection that need a pass over the whole trace, so they are found once.

#include <string>
#include <vector>

#include "core/playback/replay.h"
#include "gui/window/run/scene.h"
#include "gui/window/run/view.h"

namespace commlab {

inline constexpr std::size_t most_users = 8;  // how many users of a link are named

struct Inspected {
  Selection selection{};                  // only with ids that the scene has
  std::vector<const Deposit*> journey{};  // a chunk's: every store of it by a transfer
  std::vector<std::string> users{};       // a link's: "rank 0 -> rank 1"
};
Inspected inspect(const Scene&, const Selection&);

}  // namespace commlab
