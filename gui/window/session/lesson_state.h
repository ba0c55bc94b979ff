#pragma once
// What the lesson panel keeps from one frame to the next.

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
#include "lessons/file_watch.h"

namespace commlab {

// Questions of a step, from one to another: what is to be seen.
struct QuestionSpan {
  int first = 0;
  int last = 0;
};

// A stop of a slider, until the scene is there.
struct WantedStop {
  int block = 0;
  std::string key;
  std::size_t stop = 0;
  bool asked = false;  // for it, of the player
};

// The lesson's file, looked at for what its author writes.
struct LessonWatch {
  std::optional<FileWatch> file{};  // the one that is played; none where it cannot be watched
  bool saved = false;               // and not loaded yet
};

struct LessonState {
  std::optional<std::size_t> marked{};         // of names: opened by Enter
  std::vector<LessonName> names{};             // to choose from, once the list was opened
  std::shared_ptr<Player> player{};            // none: the list is shown. The tutor's thread alone asks it
  std::shared_ptr<const LessonPage> page{};    // none: not known yet
  std::map<int, std::string> typed{};          // answers, by question
  std::map<int, std::size_t> chosen{};         // likewise
  std::map<std::string, std::string> edits{};  // of the scene, being typed, by key
  std::string run_key{};                       // of the scene, whose field was typed into last
  double scrolled = 0;                         // pixels
  std::optional<WantedStop> wanted{};
  std::optional<int> at{};                // the question that he is busy with
  std::optional<QuestionSpan> look_at{};  // to be scrolled to
  DrawnRing drawn{};                      // on the machine's picture
  Selection pointed{};                    // what was selected in the last frame
  bool focus = false;                     // the open question's field is to be typed into, once it is seen
  bool measuring = false;                 // here, on this computer, while the tutor is busy
  bool notes = false;                     // the teacher's are shown
  bool finished = false;                  // how it went is shown
  LessonWatch watch{};
  QuizState quiz{};  // that is played instead of a lesson
};

// Of the page that is shown; null where all its questions are answered, or there is none.
inline const QuestionState* current_question(const LessonState& lesson) {
  return lesson.page ? current_question(lesson.page->content, lesson.at) : nullptr;
}

}  // namespace commlab
