#pragma once
// What the pictures show beside a lesson's step: its run once it may be shown; before that the machine at
// rest, or the script's text.

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
  std::vector<ScriptLane> lanes{};                // of a script: those that are shown; empty: all
  Emphasis emphasis{};                            // on the picture
  ScenePointer picture{};                         // null: there is none
  std::shared_ptr<const ScriptRun> script_run{};  // at rest: its text alone
  std::shared_ptr<const Launched> launched{};
};

}  // namespace commlab
