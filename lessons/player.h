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
#include <variant>
#include <vector>

#include "core/error.h"
#include "core/launch_table.h"
#include "lessons/feedback.h"
#include "lessons/laboratory.h"
#include "lessons/lesson.h"

namespace commlab {

// A question as it is to be shown now.
struct QuestionState {
  const Question* question = nullptr;
  int number = 0;                    // in the lesson, from 0
  std::string ask;                   // numbers filled in
  std::vector<std::string> choices;  // texts, numbers filled in
  std::optional<std::string> first;  // answer, as it was typed
  std::optional<Feedback> feedback;  // to the last answer
  int hints_shown = 0;
  std::vector<std::string> hints{};  // those, numbers filled in
  bool solved = false;
};

// It waits for something: a prediction for its answer, a check until it is solved.
bool is_open(const QuestionState&);

// What a measurement block says: Markdown, numbers filled in; and whose numbers these are.
struct MeasureState {
  const MeasureBlock* measure = nullptr;
  std::string says;
  std::string badge;  // "published: 8x A100, 2023, GPUPuzzlers", "measured here, on threads"
};

struct StepContent {
  // Prose with its numbers filled in (what depends on a locked run is left out: "?"), a question, a
  // measurement; notes only a teacher sees. In the order of the file.
  using Item = std::variant<Prose, QuestionState, MeasureState, const TeacherBlock*>;
  std::string title;
  std::vector<Item> items;
  bool locked = false;  // a prediction is open: nothing of the run may be shown
  const ViewBlock* view = nullptr;
};

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
    std::string first;
    std::string last;
    bool first_right = false;
    bool solved = false;
    int attempts = 0;
    int hints = 0;
  };
  std::string lesson;  // its id
  std::uint64_t variant = 0;
  int step = 0;  // where he was
  std::vector<Answer> answers;
  std::vector<std::pair<int, SceneKeys>> edits;  // of the scene, by step
};

class SceneRunner;

class Player {
 public:
  // The variant draws what varies. Runs nothing yet. The laboratory must outlive it.
  Player(Lesson, const Laboratory&, LessonRecord = {});

  const Lesson& lesson() const { return lesson_; }
  const LessonRecord& record() const { return record_; }
  int step() const { return record_.step; }
  int steps() const { return static_cast<int>(lesson_.steps.size()); }
  void go(int step);            // clamped; forward only over steps whose predictions are answered
  bool locked(int step) const;  // a prediction of it is open
  int questions() const;        // of the whole lesson

  // May run the scene: seconds. An error is the lesson's or the machine's: a sentence with file and line.
  Result<StepContent> content();
  Result<PlayedScene> scene();  // REQUIRES: not locked.

  // The learner's answer to the question of this number: "4.3 ms", "4, 3, 2, 1", "b", "rank 2 line 3". What
  // cannot be read is an error that says how to write it, and counts as no answer. Of state and build: any
  // text; the scene as it is now is judged.
  Result<Feedback> answer(int question, std::string_view text);
  Result<std::string> hint(int question);  // the next one

  // The learner changes the scene: a key, or a parameter by its name. An error: a key that may not be changed
  // here, or a value that cannot be.
  Status change(std::string_view key, std::string_view value);
  void undo_changes();  // of this step

 private:
  struct Asked;  // a question, its number and its step
  std::optional<Asked> find(int question) const;
  const LessonRecord::Answer* answered(int question) const;
  LessonRecord::Answer& record_of(int question);
  const SceneKeys& edits(int step) const;
  std::vector<std::string> may_change(int step) const;
  Result<StepContent::Item> shown(const Question&, int number, bool locked);
  Result<MeasureState> shown(const MeasureBlock&);
  Result<std::string> fill(const std::string& text, int line, bool locked);
  Result<Feedback> judged(const Asked&, std::string_view text);

  Lesson lesson_;
  LessonRecord record_;
  std::shared_ptr<SceneRunner> runner_;  // kept by copies, too: what was run once is not run again
};

}  // namespace commlab
