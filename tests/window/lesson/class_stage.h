#pragma once
// A class in front of a window without a screen: a lesson written for tests, and the shipped ones.

#include <string>
#include <vector>

#include "gui/experiments/tools.h"
#include "gui/window/lesson/presenter.h"
#include "gui/window/session/session.h"

namespace commlab {

struct Class {
  int kept = 0;  // how often a record was saved
  Tools tools;
  WindowTools for_window{};
  Session session{
      .tools = for_window, .settings = {.theme = "projector"}, .theme = theme_named("projector").value()};

  // "class" is the lesson written for tests; a shipped lesson is named by the beginning of its file's name:
  // "02-".
  explicit Class(const std::vector<std::string>& lessons, ClassLength cut = ClassLength::fifteen_minutes);

  std::string value(std::string_view widget) const;  // empty: there is no such widget
};

}  // namespace commlab
