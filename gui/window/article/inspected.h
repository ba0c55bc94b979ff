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
  Selection selection{};                  // without ids that the scene does not have
  std::vector<const Deposit*> journey{};  // of a chunk: wherever a transfer stored it
  std::vector<std::string> users{};       // of a link: "rank 0 -> rank 1"
};
Inspected inspect(const Scene&, const Selection&);

}  // namespace commlab
