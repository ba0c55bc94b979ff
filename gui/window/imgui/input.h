#pragma once
// The user's input since the last frame, from a window system or from a script.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "gui/picture/svg.h"

namespace commlab {

// A pressed key with its modifiers. Settings and scripts write it as text: "Space", "Ctrl+Shift+C", "Right",
// ".".
struct KeyStroke {
  std::string key;  // "A", "Right", "F5"; without modifiers
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
  bool operator==(const KeyStroke&) const = default;
};
// An error: the text names no key. Case does not matter.
Result<KeyStroke> parse_key(std::string_view text);
std::string to_text(const KeyStroke&);

struct Input {
  double width = 1280;  // of the surface that is drawn on, in units of the layout
  double height = 800;
  double density = 1;         // pixels in a unit: 2 on a screen of high density
  double seconds = 1.0 / 60;  // since the last frame
  PicturePoint mouse{-1, -1};
  bool left = false;
  bool right = false;
  double wheel = 0;
  std::vector<KeyStroke> keys;  // pressed in this frame
  std::string typed;            // characters, for text fields
};

}  // namespace commlab
