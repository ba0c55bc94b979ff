#pragma once
// The lesson panel's state.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/window/page/lesson_page.h"
#include "gui/window/page/quiz_place.h"
#include "gui/window/run/view.h"
#include "gui/window/run/window_tools.h"
#include "gui/window/topology/drawn_ring.h"
#include "lessons/text/file_watch.h"

namespace commlab {

// A range of a step's questions, which is scrolled to.
struct QuestionSpan {
  int first = 0;
  int last = 0;
};

// A slider's stop that the learner chose and whose scene is not ready yet.
struct WantedStop {
  int block = 0;
  std::string key;
  std::size_t stop = 0;
  bool asked = false;  // the player was asked for it
};

// Notices when the lesson's author saves its file.
struct LessonWatch {
  std::optional<FileWatch> file{};  // the file of the played lesson; nothing: it cannot be watched
  bool saved = false;               // the file was saved, and not loaded yet
};

struct LessonState {
  std::optional<std::size_t> marked{};         // index into names: Enter opens it
  std::vector<LessonName> names{};             // the lessons to choose from, once the list was opened
  std::shared_ptr<Player> player{};            // null: the list is shown. Only the tutor's thread calls it
  std::shared_ptr<const LessonPage> page{};    // null: not ready yet
  std::map<int, std::string> typed{};          // typed answers, by question
  std::map<int, std::size_t> chosen{};         // chosen answers, by question
  std::map<std::string, std::string> edits{};  // changes of the scene in fields, by key
  std::string run_key{};                       // the key whose field was typed into last
  double scrolled = 0;                         // pixels
  std::optional<WantedStop> wanted{};
  std::optional<int> at{};                // the question that is being answered
  std::optional<QuestionSpan> look_at{};  // the questions to scroll to
  DrawnRing drawn{};                      // the ring that is drawn on the machine's picture
  Selection pointed{};                    // the selection in the last frame
  std::string digits{};                   // typed before the open question's field had the keyboard
  bool in_field = false;                  // that field had the keyboard in the last frame
  bool focus = false;                     // the open question's field gets the keyboard once it is visible
  bool measuring = false;                 // the tutor is measuring on this computer
  bool notes = false;                     // the teacher's notes are shown
  bool finished = false;                  // the page with the results is shown
  LessonWatch watch{};
  QuizState quiz{};  // played instead of a lesson
};

// The shown page's current question; null if there is no page or all its questions are answered.
inline const QuestionState* current_question(const LessonState& lesson) {
  return lesson.page ? current_question(lesson.page->content, lesson.at) : nullptr;
}

}  // namespace commlab
