#pragma once
// What is found out about a selection once, because it takes a look at the whole trace.

#include <string>
#include <vector>

#include "core/playback/replay.h"
#include "gui/window/run/scene.h"
#include "gui/window/run/view.h"

namespace commlab {

inline constexpr std::size_t most_users = 8;  // of a link, that are named

struct Inspected {
  Selection selection{};                  // without what the scene does not have
  std::vector<const Deposit*> journey{};  // of a chunk: wherever a transfer stored it
  std::vector<std::string> users{};       // of a link: "rank 0 -> rank 1"
};
Inspected inspect(const Scene&, const Selection&);

}  // namespace commlab
