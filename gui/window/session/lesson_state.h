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

// A range of a step's questions that must be visible.
struct QuestionSpan {
  int first = 0;
  int last = 0;
};

// A slider's stop that was chosen and whose scene is not there yet.
struct WantedStop {
  int block = 0;
  std::string key;
  std::size_t stop = 0;
  bool asked = false;  // the player was asked for it
};

// Notices when the lesson's author saves its file.
struct LessonWatch {
  std::optional<FileWatch> file{};  // the one that is played; none where it cannot be watched
  bool saved = false;               // and not loaded yet
};

struct LessonState {
  std::optional<std::size_t> marked{};         // index into names: Enter opens it
  std::vector<LessonName> names{};             // to choose from, once the list was opened
  std::shared_ptr<Player> player{};            // none: the list is shown. Only the tutor's thread asks it
  std::shared_ptr<const LessonPage> page{};    // none: not known yet
  std::map<int, std::string> typed{};          // answers, by question
  std::map<int, std::size_t> chosen{};         // likewise
  std::map<std::string, std::string> edits{};  // of the scene, being typed, by key
  std::string run_key{};                       // the scene's key whose field was typed into last
  double scrolled = 0;                         // pixels
  std::optional<WantedStop> wanted{};
  std::optional<int> at{};                // the question that you are answering
  std::optional<QuestionSpan> look_at{};  // to be scrolled to
  DrawnRing drawn{};                      // on the machine's picture
  Selection pointed{};                    // what was selected in the last frame
  bool focus = false;                     // the open question's field gets the keyboard once it is visible
  bool measuring = false;                 // here, on this computer, while the tutor is busy
  bool notes = false;                     // the teacher's are shown
  bool finished = false;                  // how it went is shown
  LessonWatch watch{};
  QuizState quiz{};  // that is played instead of a lesson
};

// The shown page's current question; null where there is no page or all its questions are answered.
inline const QuestionState* current_question(const LessonState& lesson) {
  return lesson.page ? current_question(lesson.page->content, lesson.at) : nullptr;
}

}  // namespace commlab
