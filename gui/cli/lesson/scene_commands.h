#pragma once
// A step's scene in a terminal: shows it before and after the run, and changes it as the learner commands.

#include <functional>
#include <string>

#include "core/base/error.h"
#include "gui/cli/lesson/lesson_order.h"
#include "gui/cli/lesson/lesson_screen.h"
#include "lessons/play/player.h"

namespace commlab {

class SceneCommands {
 public:
  // `save` is called after every change.
  SceneCommands(Player& player, const LessonScreen& screen, std::function<Status(const LessonRecord&)> save)
      : player_(player), screen_(screen), save_(std::move(save)) {}

  // In a step without a scene of its own nothing is shown: learners saw the scene in the step before.
  void begin_step();
  // Shows the text of a script, which learners must read before they predict its run.
  void show_script_once();
  Status show_run_once();
  // After a question for a link: the busiest one, which was not named before. Nothing while such a question
  // is open.
  void name_busiest_link();

  // Carries out a command of the learner (not an answer). Returns whether the scene was changed. If a command
  // cannot be carried out, the screen says why. An error means that saving failed.
  Result<bool> obey(const LessonOrder&);

 private:
  Status show_run(bool whole);
  Result<bool> told(const Error&) const;
  Result<bool> run_it();
  Result<bool> set(const LessonOrder&);
  Result<bool> change_script(const std::string&);
  Result<bool> changed();
  Result<bool> change_line(const LessonOrder&);

  Player& player_;
  const LessonScreen& screen_;
  std::function<Status(const LessonRecord&)> save_;
  bool run_is_shown_ = false;
  std::string script_shown_{};  // the script that was shown above the predictions of its run
};

}  // namespace commlab
