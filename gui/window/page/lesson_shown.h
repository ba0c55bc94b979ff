#pragma once
// What the pictures show beside a lesson's step: the step's run if it may be shown; before that, its inputs,
// the machine at rest or the script's text.

#include <memory>
#include <vector>

#include "gui/window/page/lesson_page.h"
#include "gui/window/run/emphasis.h"
#include "gui/window/run/scene.h"
#include "gui/window/run/window_content.h"
#include "lessons/play/player.h"

namespace commlab {

struct LessonShown {
  std::shared_ptr<const Player> player;  // the page points into its lesson
  LessonPage page;
  WindowContent content = WindowContent::experiment;
  LessonArrangement arrangement{};
  std::vector<ScriptLane> lanes{};                // which lanes of a script are shown; empty: all
  Emphasis emphasis{};                            // what is highlighted on the picture
  ScenePointer picture{};                         // null: there is no picture
  ScenePointer beside{};                          // a run that plays beside it; null: none
  std::shared_ptr<const ScriptRun> script_run{};  // at rest: it has only the script's text
  std::shared_ptr<const Launched> launched{};
};

}  // namespace commlab
