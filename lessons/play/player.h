#pragma once
// One learner in one lesson: the step, the answers, the changes to scenes. Both faces (the terminal and the
// window) drive a Player and show what it returns; it prints and draws nothing itself.
//
// A step's scene is locked as long as one of the step's predictions is unanswered: nothing about its run is
// told before. The first answer to a prediction is kept for ever.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/answer/answer_key.h"
#include "lessons/model/laboratory.h"
#include "lessons/model/lesson.h"
#include "lessons/play/answer_clock.h"
#include "lessons/play/class_length.h"
#include "lessons/play/lesson_record.h"
#include "lessons/play/place_in_lesson.h"
#include "lessons/play/step_content.h"
#include "lessons/play/step_display.h"
#include "lessons/run/launch_table.h"
#include "lessons/run/scene_limits.h"

namespace commlab {

// The scene as the learner has it now, and its run.
struct PlayedScene {
  SceneKeys keys;                               // all of it, inherited and edited
  std::string script;                           // empty: an experiment
  std::shared_ptr<const Outcome> performed;     // where the scene is an experiment
  std::shared_ptr<const ScriptRun> script_run;  // where it is a script
  std::shared_ptr<const Launched> launched;     // where it is a launch: processes on nodes, nothing runs
  std::vector<std::string> may_change;          // keys that the step's questions allow to change
};

// How the lesson went, at the end or on the way. Questions of steps that the class leaves out count only
// where they were answered.
struct LessonSummary {
  int predictions = 0;
  int right_at_first = 0;
  int unknown = 0;  // predictions that were answered "I don't know"
  int checks = 0;
  int solved = 0;
  int shown = 0;  // checks whose result was told
  int stars = 0;  // further aims of checks that change the scene
  int stars_reached = 0;
  int hints = 0;
  std::optional<int> minutes{};          // what the answers took, rounded up; nothing without a clock
  std::optional<LessonSignpost> next{};  // the next lesson
};

class Player {
 public:
  // The record's variant decides what varies. Runs nothing yet. The laboratory must outlive the Player.
  Player(Lesson, const Laboratory&, LessonRecord = {}, SceneLimits = limits_of_a_step);

  const Lesson& lesson() const { return lesson_; }
  const LessonRecord& record() const { return record_; }
  int step() const { return record_.step; }
  int steps() const { return static_cast<int>(lesson_.steps.size()); }
  // Goes to a step, clamped to those there are; forward only past steps whose predictions are answered and
  // whose fits are made.
  void go(int step);
  void jump(int step);                 // clamped; passes any step, whatever is open in it
  void restart(int step);              // clamped; forgets all answers and changes
  bool waits_for_fit(int step) const;  // a check with rows to fit is open, and later steps test the fit
  // Whether a prediction of the step is open.
  bool locked(int step) const { return is_locked(lesson_, record_, step); }
  int questions() const;  // of the whole lesson

  // What the step shows. May run its scene, which takes seconds. An error is the lesson's or the machine's: a
  // sentence with file and line.
  Result<StepContent> content();
  // REQUIRES: !locked(step()).
  Result<PlayedScene> scene();
  // The scene without its run: keys and script alone. The step may be locked.
  PlayedScene scene_at_rest() const;

  // Takes the learner's answer to the question of this number: "4.3 ms", "4, 3, 2, 1", "b", "rank 2 line 3";
  // a prediction may be answered "?" or "I don't know". A text that cannot be read is an error that says how
  // to write the answer, and it does not count. Where the question is answered by changing the scene, the
  // text is not read, and the scene as it is now is judged.
  //
  // The result of a prediction is told at once, or where others of the step are open, with the last of them.
  // The result of a check is told when it is solved, or after the third wrong answer; but where the scene is
  // changed, only when it is solved.
  Result<Feedback> answer(int question, std::string_view text);
  // Tells the result of a check, which then counts as shown, not as solved. Where the check changes the
  // scene, the scene becomes that of the solution. An error for a prediction.
  Result<Feedback> show(int question);
  Result<std::string> hint(int question);  // the next one
  // The teacher's key to a question, whatever was answered. Runs what the question asks about.
  Result<AnswerKey> answer_key(int question);

  // Changes a key of the scene, or a parameter by its name. An error: the key may not be changed here, or
  // cannot have this value.
  Status change(std::string_view key, std::string_view value);
  // Makes all changes or none: where the changed scene cannot be run, it stays as it was, and the error says
  // why. With a new collective, an algorithm that it does not have is forgotten.
  Status change_and_run(const SceneKeys&);
  void undo_changes();  // undoes all changes of this step, those of sliders too
  // Runs the scene as it is now with these keys changed, and keeps nothing of it. An error: a key cannot be
  // changed, the scene cannot be run, or the step is locked.
  Result<PlayedScene> what_if(const SceneKeys&);

  // The following take the number of a block in this step. An error: there is no such block, or the step is
  // locked.

  // Moves a control of an explore block to one of its stops. Kept as a change of this step.
  Status explore(int block, std::string_view key, std::size_t stop);
  // What the block shows at each stop of a control, with all other keys as they are. Runs each, which takes
  // seconds.
  Result<std::vector<std::vector<LabelledValue>>> explored(int block, std::string_view key);
  // Measures on this computer, which takes seconds. From then on content() shows the result.
  Result<MeasureState> measure(int block);

  LessonSummary summary(ClassLength = ClassLength::fifteen_minutes) const;

 private:
  LessonRecord::Answer& record_of(int question);
  std::vector<std::string> may_change(int step) const;
  Status change_all(const SceneKeys&);
  Status edit(const std::string& key, std::string_view value);
  template <class Block>
  Result<const Block*> open_block(int number, std::string_view what) const;
  Result<const ExploreBlock::Control*> control_of(int number, std::string_view key) const;

  void put_solution(const AskedQuestion&);
  LearnerInLesson learner() const { return {lesson_, record_, *runner_}; }

  Lesson lesson_;
  LessonRecord record_;
  std::shared_ptr<SceneRunner> runner_;  // shared by copies, so that no scene is run again
  StepDisplay display_;
  AnswerClock clock_;
};

}  // namespace commlab
