#pragma once
// A step's scene in a terminal: shown before and after it is run, and changed as the learner orders.

#include <functional>
#include <string>

#include "core/base/error.h"
#include "gui/cli/lesson/lesson_order.h"
#include "gui/cli/lesson/lesson_screen.h"
#include "lessons/player.h"

namespace commlab {

class SceneCommands {
 public:
  // `save` is called after every change.
  SceneCommands(Player& player, const LessonScreen& screen, std::function<Status(const LessonRecord&)> save)
      : player_(player), screen_(screen), save_(std::move(save)) {}

  // A step without a scene of its own has nothing to be shown: it was seen in the step before.
  void begin_step();
  // A script is read before anything is predicted of it.
  void show_script_once();
  Status show_run_once();

  // What is no answer. Whether the scene was changed; what cannot be done is told. An error is one of saving.
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
  std::string script_shown_{};  // already, above the predictions of its run
};

}  // namespace commlab
