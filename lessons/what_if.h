#pragma once
// A question from the floor: "and with eight ranks, or when that link is slow?" What of a scene may be
// changed for it, which keys do so, and how the answer compares. Run by Player::what_if; kept nowhere.

#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "lessons/player.h"

namespace commlab {

struct WhatIfControl {
  std::string name;  // "ranks", "size", "link", "algorithm"; or a name of the scene's own: "root"
  std::string now;   // as the scene has it: "4", "400 MB"; empty: its default
  std::vector<std::string> stops;  // to choose from; of a link "gpu0-gpu1 4x slower", "gpu0-gpu1 cut"
  bool typed = false;              // any value may be typed; the stops are examples
  std::string why_not{};           // a sentence; empty: it may be changed
};

// Ranks, size, link and algorithm, in this order, whether they may be changed or not; then the scene's own.
// REQUIRES: the scene was run.
std::vector<WhatIfControl> what_if_controls(const PlayedScene&);

using WhatIfChanges = std::vector<std::pair<std::string, std::string>>;  // of controls, by their names
// What the scene's keys become. An error: a control that it does not have, or that may not be changed.
Result<SceneKeys> what_if_keys(const PlayedScene&, const WhatIfChanges&);

// "lesson 12.9 ms, what if 51.4 ms", "lesson 9.00 us, what if it hangs". REQUIRES: both were run.
std::string what_if_sentence(const PlayedScene& lesson, const PlayedScene& changed);

}  // namespace commlab
