#pragma once
// One learner in one lesson: where he is, what he answered, what he changed. Both faces (the terminal and the
// window) drive this and draw what it says; it draws nothing itself.
//
// A step's scene is locked as long as one of its predictions is unanswered: nothing of its run is told
// before. The first answer to a prediction is kept for ever.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/answer_key.h"
#include "lessons/cut.h"
#include "lessons/laboratory.h"
#include "lessons/launch_table.h"
#include "lessons/lesson.h"
#include "lessons/scene_limits.h"
#include "lessons/step_content.h"

namespace commlab {

// The scene as the learner has it now, and its run.
struct PlayedScene {
  SceneKeys keys;                               // all of it, inherited and edited
  std::string script;                           // empty: an experiment
  std::shared_ptr<const Performed> performed;   // of an experiment
  std::shared_ptr<const ScriptRun> script_run;  // of a script
  std::shared_ptr<const Launched> launched;     // of a launch: processes on nodes, and nothing runs
  std::vector<std::string> may_change;          // keys the open state and build questions allow
};

// What is kept of a learner: written down after every answer, and exported as text.
struct LessonRecord {
  struct Answer {
    int question = 0;
    std::string first;  // "?": "I don't know"
    std::string last;
    bool first_right = false;
    bool solved = false;
    bool shown = false;                // a check that was told before it was solved
    std::vector<std::string> stars{};  // that were ever reached
    bool stars_shown = false;          // a solution was told after it was solved: no further star counts
    int attempts = 0;
    int hints = 0;
    std::optional<std::int64_t> answered{};  // first: seconds since 1970, UTC
    std::optional<std::int64_t> took{};  // seconds, since the step was opened or the answer before it given
  };
  std::string lesson;  // its id
  std::uint64_t variant = 0;
  int step = 0;  // where he was
  std::vector<Answer> answers;
  std::vector<std::pair<int, SceneKeys>> edits;  // of the scene, by step
  std::string questions{};  // questions_mark() of the lesson as it was at the first answer; empty: unknown
};

// How it went, at the end or on the way. Questions of steps that are not played count where they
// were answered all the same.
struct LessonSummary {
  int predictions = 0;
  int right_at_first = 0;
  int unknown = 0;  // predictions answered with "I don't know"
  int checks = 0;
  int solved = 0;
  int shown = 0;  // checks that were told
  int stars = 0;  // further aims of checks that change the scene
  int stars_reached = 0;
  int hints = 0;
  std::optional<int> minutes{};          // that the answers took, rounded up; nothing where no clock is there
  std::optional<LessonSignpost> next{};  // the lesson to go on with
};

class SceneRunner;
struct AskedQuestion;
struct PlaceInLesson;

class Player {
 public:
  // The variant draws what varies. Runs nothing yet. The laboratory must outlive it.
  Player(Lesson, const Laboratory&, LessonRecord = {}, SceneLimits = limits_of_a_step);

  const Lesson& lesson() const { return lesson_; }
  const LessonRecord& record() const { return record_; }
  int step() const { return record_.step; }
  int steps() const { return static_cast<int>(lesson_.steps.size()); }
  // Clamped; forward only over steps whose predictions are answered, and whose fits are made.
  void go(int step);
  void jump(int step);     // clamped; also over steps that a class leaves out, whatever is open in them
  void restart(int step);  // clamped: as whoever has answered and changed nothing so far would see it
  bool waits_for_fit(int step) const;  // a check of it with rows to fit is open: what follows tests it
  bool locked(int step) const;         // a prediction of it is open
  int questions() const;               // of the whole lesson

  // May run the scene: seconds. An error is the lesson's or the machine's: a sentence with file and line.
  Result<StepContent> content();
  Result<PlayedScene> scene();  // REQUIRES: not locked.
  // The same without its run: keys and script alone. Also of a locked step.
  PlayedScene scene_at_rest() const;

  // The learner's answer to the question of this number: "4.3 ms", "4, 3, 2, 1", "b", "rank 2 line 3"; "?" or
  // "I don't know" to a prediction. What cannot be read is an error that says how to write it, and counts as
  // no answer. Of state and build: any text; the scene as it is now is judged.
  //
  // To a prediction, the result is told at once (Feedback), or where others of the step are open, with the
  // last of them. To a wrong answer to a check, it is not; but it is after the third one, of a question that
  // does not change the scene.
  Result<Feedback> answer(int question, std::string_view text);
  // Gives a check's result away: it then counts as shown, and no longer as solved. Where it changes the
  // scene, the scene is put where the solution has it. An error of a prediction.
  Result<Feedback> show(int question);
  Result<std::string> hint(int question);  // the next one
  // What its teacher knows of it, whatever was answered: it runs what the question asks for.
  Result<AnswerKey> answer_key(int question);

  // The learner changes the scene: a key, or a parameter by its name. An error: a key that may not be changed
  // here, or a value that cannot be.
  Status change(std::string_view key, std::string_view value);
  // Several at once, all or none: where the changed scene cannot be run, it stays as it was, and the error
  // says why. A new collective forgets an algorithm that it does not have.
  Status change_and_run(const SceneKeys&);
  void undo_changes();  // of this step; and back to where the sliders stood
  // A question from the floor: the scene as it stands with these keys changed, run, and kept nowhere. An
  // error: what cannot be changed or run, or the step is locked.
  Result<PlayedScene> what_if(const SceneKeys&);

  // Blocks of this step, by their number; an error where there is no such one, or the step is locked.

  // Moves a control of an explore block to one of its stops: an edit of this step, as change().
  Status explore(int block, std::string_view key, std::size_t stop);
  // What the block shows at every stop of a control, all other keys as they are. Runs each: seconds.
  Result<std::vector<std::vector<LabelledValue>>> explored(int block, std::string_view key);
  // Really does it, here and now: seconds. Its state is part of the content from then on.
  Result<MeasureState> measure(int block);

  LessonSummary summary(LessonCut = LessonCut::fifteen_minutes) const;

 private:
  std::optional<AskedQuestion> find(int question) const;
  const LessonRecord::Answer* answered(int question) const;
  LessonRecord::Answer& record_of(int question);
  const SceneKeys& edits(int step) const;
  std::vector<std::string> may_change(int step) const;
  Status change_all(const SceneKeys&);
  Status edit(const std::string& key, std::string_view value);
  template <class Block>
  Result<const Block*> open_block(int number, std::string_view what) const;
  Result<const ExploreBlock::Control*> control_of(int number, std::string_view key) const;

  // lessons/player_answers.cpp: what is said
  void begin_clock();
  void keep_time(LessonRecord::Answer&);
  Result<Feedback> judged(const AskedQuestion&, std::string_view text);
  Result<Feedback> given_away(const AskedQuestion&);
  void put_solution(const AskedQuestion&);
  Result<Feedback> said_to(const AskedQuestion&, const LessonRecord::Answer&);

  // lessons/player_content.cpp: what is shown
  PlaceInLesson here() const;
  Result<std::string> fill(const PlaceInLesson&, const std::string& text, int line);
  Result<StepContent::Item> shown(const PlaceInLesson&, const Question&, int number);
  Result<StepContent::Item> shown(const PlaceInLesson&, const MeasureBlock&, int number);
  Result<StepContent::Item> shown(const PlaceInLesson&, const PlotBlock&, int item);
  Result<StepContent::Item> shown(const PlaceInLesson&, const ExploreBlock&, int number);
  Result<StepContent::Item> shown(const PlaceInLesson&, const LessonStep::Item&, int index);
  Result<ViewState> shown_view(const PlaceInLesson&);

  Lesson lesson_;
  LessonRecord record_;
  std::shared_ptr<SceneRunner> runner_;             // kept by copies, too: what was run once is not run again
  std::map<std::pair<int, int>, PlotState> plots_;  // computed ones, by step and item
  std::map<std::pair<int, int>, MeasureState::Here> measured_;  // by step and number
  std::optional<int> clocked_step_;                             // since when he thinks about this step
  std::optional<std::int64_t> since_;                           // UTC
};

}  // namespace commlab
