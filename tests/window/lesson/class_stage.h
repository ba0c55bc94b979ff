#pragma once
// A class before a window that nobody needs to see: one lesson by hand, and those that are shipped.

#include <string>
#include <vector>

#include "gui/experiments/tools.h"
#include "gui/window/lesson/presenter.h"
#include "gui/window/session/session.h"

namespace commlab {

struct Class {
  int kept = 0;  // how often something was written down
  Tools tools;
  WindowTools for_window{};
  Session session{
      .tools = for_window, .settings = {.theme = "projector"}, .theme = theme_named("projector").value()};

  // "class": the one by hand; of the others the beginning of the file's name will do: "02-".
  explicit Class(const std::vector<std::string>& lessons, ClassLength cut = ClassLength::fifteen_minutes);

  std::string value(std::string_view widget) const;  // empty: there is none
};

}  // namespace commlab
