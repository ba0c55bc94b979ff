#pragma once
// One learner in one lesson: the step, the answers, the changes to scenes. The terminal and the window call a
// Player and show what it returns. A Player itself prints and draws nothing.
//
// A step's scene is locked as long as one of the step's predictions is unanswered: until then, the Player
// tells nothing about the run. The first answer to a prediction is kept for ever.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/answer/answer_key.h"
#include "lessons/answer/ballot_key.h"
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
  SceneKeys keys;                               // all keys, inherited and changed ones
  std::string script;                           // empty: an experiment
  std::shared_ptr<const Outcome> performed;     // set if the scene is an experiment
  std::shared_ptr<const ScriptRun> script_run;  // set if the scene is a script
  std::shared_ptr<const Launched> launched;     // set if it is a launch: processes on nodes, nothing runs
  std::vector<std::string> may_change;          // keys that the step's questions allow to change
  bool asks_for_link = false;  // an open question does, so the busiest one is not to be named
};

// The results in a lesson, at its end or before. Questions of steps that the class leaves out count only if
// they were answered.
struct LessonSummary {
  int predictions = 0;
  int right_at_first = 0;
  int unknown = 0;  // predictions that were answered "I don't know"
  int checks = 0;
  int solved = 0;
  int shown = 0;  // checks whose result was shown
  int stars = 0;  // further aims of checks that change the scene
  int stars_reached = 0;
  int hints = 0;
  std::optional<int> minutes{};          // the time of all answers, rounded up; nothing without a clock
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
  // Goes to a step, clamped to the lesson's steps. Goes forward only past steps whose predictions are
  // answered and whose fits are made.
  void go(int step);
  void jump(int step);     // goes to a step, clamped, even past steps with open questions
  void restart(int step);  // goes to a step, clamped, and forgets all answers and changes
  // Whether a check with rows to fit is open, and later steps test the fit.
  bool waits_for_fit(int step) const;
  // Whether a prediction of the step is open.
  bool locked(int step) const { return is_locked(lesson_, record_, step); }
  int questions() const;  // how many the whole lesson has

  // The contents of the step. May run its scene, which takes seconds. An error in the lesson or the machine
  // is a sentence with file and line.
  Result<StepContent> content();
  // REQUIRES: !locked(step()).
  Result<PlayedScene> scene();
  // The scene without its run: only keys and script. The step may be locked.
  PlayedScene scene_at_rest() const;
  // What every rank brings to the scene's run, and nothing that happens in it; the step may be locked. Runs
  // the scene, because only the run decides into how many chunks the data are cut. Null: the scene is no
  // experiment, it cannot be run, or it is so large that not every rank is traced.
  std::shared_ptr<const Outcome> inputs();

  // Takes the learner's answer to the question of this number: "4.3 ms", "4, 3, 2, 1", "b", "rank 2 line 3";
  // a prediction may be answered "?" or "I don't know". A text that cannot be read does not count: the error
  // says how to write the answer. If the question is answered by changing the scene, the text is not read;
  // the scene as it is now is judged.
  //
  // The result of a prediction is told at once; if other predictions of the step are open, it is told with
  // the last of them. The result of a check is told when the check is solved, or after the third wrong
  // answer; for a check that changes the scene, only when it is solved.
  Result<Feedback> answer(int question, std::string_view text);
  // Tells the result of a check, which then counts as shown, not as solved. If the check changes the scene,
  // the scene becomes the solution's. An error: the question is a prediction.
  Result<Feedback> show(int question);
  Result<std::string> hint(int question);  // the next one
  // The teacher's key to a question. It does not depend on the learner's answers. Runs the scenes that the
  // question asks about.
  Result<AnswerKey> answer_key(int question);
  // What a class's votes on a question are judged by. An error: there is no such question, or it is answered
  // by changing the scene, or its right answer cannot be computed.
  Result<BallotKey> ballot_key(int question);

  // Changes a key of the scene, or a parameter by its name. An error: the key may not be changed here, or
  // cannot have this value.
  Status change(std::string_view key, std::string_view value);
  // Makes all changes or none: if the changed scene cannot be run, the scene stays as it was, and the error
  // says why. If a new collective does not have the scene's algorithm, the algorithm is forgotten.
  Status change_and_run(const SceneKeys&);
  void undo_changes();  // undoes all changes of this step, also those of sliders
  // Runs the present scene with these keys changed, and keeps neither keys nor result. An error: a key cannot
  // be changed, the scene cannot be run, or the step is locked.
  Result<PlayedScene> what_if(const SceneKeys&);

  // The following take the number of a block in this step. An error: there is no such block, or the step is
  // locked.

  // Moves a control of an explore block to one of its stops. The move is kept as a change of this step.
  Status explore(int block, std::string_view key, std::size_t stop);
  // The values that the block shows at each stop of a control, with all other keys as they are. Runs the
  // scene at each stop, which takes seconds.
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

  bool has_open_question_for_link(const PlaceInLesson&);
  void put_solution(const AskedQuestion&);
  LearnerInLesson learner() const { return {lesson_, record_, *runner_}; }

  Lesson lesson_;
  LessonRecord record_;
  std::shared_ptr<SceneRunner> runner_;  // copies of the Player share it, so that no scene is run twice
  StepDisplay display_;
  AnswerClock clock_;
};

}  // namespace commlab
