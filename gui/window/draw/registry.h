#pragma once
// What could be clicked or read in the last frame: every widget and every object of a picture that has a
// name. Scripts, tests, the tour and call-outs of lessons speak of widgets by these ids, so that they
// outlive changes of layout.

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
  std::string value;  // what it shows
  Area area;
  bool enabled = true;
};

class Registry {
 public:
  void clear() { widgets_.clear(); }
  void note(Widget widget) { widgets_.push_back(std::move(widget)); }
  const Widget* find(std::string_view id) const;  // null where there is none
  const std::vector<Widget>& widgets() const { return widgets_; }

 private:
  std::vector<Widget> widgets_;
};

}  // namespace commlab
