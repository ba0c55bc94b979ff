#include "gui/window/quiz_summary.h"

#include <algorithm>

#include "gui/window/lesson_play.h"
#include "gui/window/paragraph.h"
#include "gui/window/session.h"

namespace commlab {
namespace {

class QuizSummary {
 public:
  QuizSummary(Ui& ui, Session& session, const Area& area)
      : ui_(ui), session_(session), theme_(ui.theme), rest_(area) {}

  void show() {
    const QuizState quiz = session_.lesson.quiz;  // outlives what a click does
    score(quiz);
    const std::vector<LessonInQuiz> again = to_look_at_again(quiz);
    if (!again.empty()) words("Worth another look:");
    for (std::size_t i = 0; i < again.size(); ++i)
      if (button(fmt::format("quiz.again.{}", i), again[i].name,
                 fmt::format("{} of {} right at first", again[i].right, again[i].asked)))
        return open_lesson(session_, again[i].file);
    take(theme_.gap);
    if (button("quiz.lessons", "All lessons", "")) open_lessons(session_);
  }

 private:
  void score(const QuizState& quiz) {
    const auto right = std::ranges::count_if(quiz.right, [](const auto& answer) { return answer.second; });
    const std::string number = fmt::format("{} of {}", right, quiz.asked.size());
    const double size = 1.5 * theme_.font, height = line_height(size);
    const double y = rest_.y + height / 2;
    ui_.label("quiz.right", {rest_.x, y}, number, {.color = theme_.words, .size = size, .bold = true});
    ui_.canvas.text(
        {rest_.x + ui_.canvas.width_of(number, size) * bold_width + theme_.gap, y + 0.15 * theme_.font},
        "right at first", {.color = theme_.words, .size = theme_.font});
    take(height + theme_.gap);
  }

  void words(const std::string& text) {
    take(draw_paragraph(ui_.canvas, {rest_.x, rest_.y}, rest_.width, text,
                        {.color = theme_.quiet, .size = theme_.font}) +
         theme_.gap);
  }

  bool button(const std::string& id, const std::string& name, const std::string& tooltip) {
    const std::string text =
        shortened(name, (rest_.width - 2 * theme_.gap) / bold_width, theme_.font, ui_.canvas);
    const Area area{rest_.x, rest_.y, rest_.width, 1.3 * theme_.button};
    if (area.height > rest_.height) return false;  // where there is no room, the most urgent ones are there
    take(area.height + theme_.gap);
    return ui_.button(id, text, area, {.tooltip = tooltip, .value = name});
  }

  void take(double height) {
    rest_.y += height;
    rest_.height -= height;
  }

  Ui& ui_;
  Session& session_;
  const Theme& theme_;
  Area rest_;
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
