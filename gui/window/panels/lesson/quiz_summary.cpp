#include "gui/window/panels/lesson/quiz_summary.h"

#include <algorithm>

#include "gui/window/lesson/list.h"
#include "gui/window/lesson/play.h"
#include "gui/window/panels/lesson/summary_column.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

class QuizSummary {
 public:
  QuizSummary(Ui& ui, Session& session, const Area& area)
      : session_(session), gap_(ui.theme.gap), column_(ui, area) {}

  void show() {
    const QuizState quiz = session_.lesson.quiz;  // outlives what a click does
    score(quiz);
    const std::vector<LessonInQuiz> again = to_look_at_again(quiz);
    if (!again.empty()) column_.words("Worth another look:");
    for (std::size_t i = 0; i < again.size(); ++i)
      if (button(fmt::format("quiz.again.{}", i), again[i].name,
                 fmt::format("{} of {} right at first", again[i].right, again[i].asked)))
        return open_lesson(session_, again[i].file);
    column_.take(gap_);
    if (button("quiz.lessons", "All lessons", "")) open_lessons(session_);
  }

 private:
  void score(const QuizState& quiz) {
    const auto right = std::ranges::count_if(quiz.right, [](const auto& answer) { return answer.second; });
    column_.figure("quiz.right", fmt::format("{} of {}", right, quiz.asked.size()), "right at first");
    column_.take(gap_);
  }

  // A button that does not fit is left out. The most urgent buttons come first.
  bool button(const std::string& id, const std::string& name, const std::string& tooltip) {
    return column_.has_room_for_a_button() && column_.button(id, name, {.tooltip = tooltip});
  }

  Session& session_;
  double gap_;
  SummaryColumn column_;
};

}  // namespace

std::vector<LessonInQuiz> to_look_at_again(const QuizState& quiz) {
  std::vector<LessonInQuiz> lessons;
  for (const auto& [at, right] : quiz.right) {
    const Lesson& lesson = quiz.asked[at].player->lesson();
    auto found = std::ranges::find(lessons, lesson.file, &LessonInQuiz::file);
    if (found == lessons.end())
      found = lessons.insert(
          found,
          {.file = lesson.file, .name = numbered_title(lesson.number, lesson.title), .right = 0, .asked = 0});
    ++found->asked;
    found->right += right;
  }
  std::erase_if(lessons, [](const LessonInQuiz& lesson) { return lesson.right == lesson.asked; });
  std::ranges::stable_sort(lessons, {}, [](const LessonInQuiz& lesson) {
    return static_cast<double>(lesson.right) / lesson.asked;
  });
  return lessons;
}

void quiz_summary(Ui& ui, Session& session, const Area& area) { QuizSummary(ui, session, area).show(); }

}  // namespace commlab
