#include "gui/window/draw/registry.h"

#include <algorithm>

namespace commlab {

const Widget* Registry::find(std::string_view id) const {
  const auto found = std::ranges::find(widgets_, id, &Widget::id);
  return found == widgets_.end() ? nullptr : &*found;
}

}  // namespace commlab
