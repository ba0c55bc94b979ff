#pragma once
// Everything that could be clicked or read in the last frame: each widget, and each named object of a
// picture. Scripts, tests and lessons refer to widgets by these ids, so that a new layout does not break
// them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/picture/canvas.h"

namespace commlab {

enum class Role : std::uint8_t { button, toggle, choice, field, slider, label, picture, object };

struct Widget {
  std::string id;  // "play", "scenario.size", "matrix.r3.c5", "link.gpu0-gpu1"
  Role role;
  std::string value;  // the text or number that it shows
  Area area;
  bool enabled = true;
};

class Registry {
 public:
  void clear() { widgets_.clear(); }
  void note(Widget widget) { widgets_.push_back(std::move(widget)); }
  const Widget* find(std::string_view id) const;  // null: there is none
  const std::vector<Widget>& widgets() const { return widgets_; }

 private:
  std::vector<Widget> widgets_;
};

}  // namespace commlab
