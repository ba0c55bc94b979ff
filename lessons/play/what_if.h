#pragma once
// A question from the class: "and with eight ranks, or when that link is slow?" This file says which controls
// a scene offers for such questions, which keys the controls change, and how the results compare.
// Player::what_if runs the changed scene and keeps nothing.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "lessons/play/player.h"

namespace commlab {

inline constexpr std::string_view what_if_link = "link";       // the control of links
inline constexpr std::string_view link_as_it_is = "as it is";  // its value that changes no link

struct WhatIfControl {
  std::string name;  // "ranks", "size", "link", "algorithm", or a parameter of the scene: "root"
  std::string now;   // the scene's present value: "4", "400 MB"; empty: the default
  std::vector<std::string>
      stops;  // values to choose from; for a link "as it is", "gpu0-gpu1 4x slower", "gpu0-gpu1 cut"
  bool typed = false;              // any value may be typed; the stops are examples
  std::string why_not{};           // why it cannot be changed; empty: it can
};

// Ranks, size, link and algorithm, in this order, even if they cannot be changed; then the scene's
// parameters. REQUIRES: the scene was run.
std::vector<WhatIfControl> what_if_controls(const PlayedScene&);

using WhatIfChanges = std::vector<std::pair<std::string, std::string>>;  // names of controls and new values
// The keys that make these changes. An error: the scene does not have a control, or it cannot be changed.
Result<SceneKeys> what_if_keys(const PlayedScene&, const WhatIfChanges&);

// "lesson 12.9 ms, what if 51.4 ms", "lesson 9.00 us, what if it hangs". REQUIRES: both were run.
std::string what_if_sentence(const PlayedScene& lesson, const PlayedScene& changed);

}  // namespace commlab
