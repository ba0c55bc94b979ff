#pragma once
// What the lesson panel keeps from one frame to the next.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/window/lesson_page.h"
#include "gui/window/view.h"
#include "gui/window/window.h"

namespace commlab {

struct LessonState {
  std::optional<std::size_t> marked{};         // of names: opened by Enter
  std::vector<LessonName> names{};             // to choose from, once the list was opened
  std::shared_ptr<Player> player{};            // none: the list is shown. The tutor's thread alone asks it
  std::shared_ptr<const LessonPage> page{};    // none: not known yet
  std::map<int, std::string> typed{};          // answers, by question
  std::map<int, std::size_t> chosen{};         // likewise
  std::map<std::string, std::string> edits{};  // of the scene, being typed, by key
  double scrolled = 0;                         // pixels
  std::optional<int> look_at{};                // the question to be scrolled to
  Selection pointed{};                         // what was selected in the last frame
  bool focus = false;                          // its field is to be typed into
  bool notes = false;                          // the teacher's are shown
};

}  // namespace commlab
