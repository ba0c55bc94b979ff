#include "lessons/check/spoilers.h"

#include <algorithm>

#include "lessons/answer/answer.h"
#include "lessons/answer/answers_in_words.h"
#include "lessons/answer/chosen_answer.h"
#include "lessons/class/sheet.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

// A single word, or a number, may stand in a text for other reasons.
bool is_told_by_words(std::string_view choice) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return answer_words(choice).size() > 1 && std::ranges::none_of(choice, digit);
}

// Everything that a learner has read so far, from the top of the sheet.
class ReadSoFar {
 public:
  void read(std::string_view text) { text_.append(text).append("\n"); }
  void read(const Prose& prose) { read(prose.markdown); }
  void read(const SheetScene& scene) {
    for (const SheetScene::Key& key : scene.keys) read(key.value);
  }
  void read(const PlotState& plot) {
    read(plot.title);
    for (const PlotState::Bar& bar : plot.bars) read(bar.label);
    for (const PlotState::Curve& curve : plot.curves) read(curve.label);
    for (const PlotState::Mark& mark : plot.marks) read(mark.label);
  }
  void read(const TeacherBlock&) {}
  void read(const SheetQuestion& question) { read(question.ask); }

  bool has(std::string_view answer) const { return stands_in(text_, answer); }

 private:
  std::string text_;
};

class SheetReader {
 public:
  SheetReader(const Lesson& lesson, std::uint64_t variant, SceneRunner& runner, LessonProblems& problems)
      : lesson_(lesson), variant_(variant), runner_(runner), problems_(problems) {}

  // Its sections are the lesson's steps, and its questions stand in the same order.
  void read(const Sheet& sheet) {
    for (std::size_t i = 0; i < sheet.sections.size(); ++i) {
      const StepInVariant step = step_in_variant(lesson_, static_cast<int>(i), variant_, runner_);
      int questions = 0;
      for (const SheetSection::Item& item : sheet.sections[i].items) {
        std::visit([&](const auto& each) { read_.read(each); }, item);
        if (const auto* asked = std::get_if<SheetQuestion>(&item))
          check(*block_of<Question>(*step.step, questions++), *asked, step);
      }
    }
  }

 private:
  void check(const Question& question, const SheetQuestion& asked, const StepInVariant& step) {
    for (const std::string& answer : answers_in_words(question, step.context))
      if (read_.has(answer))
        problems_.add(question.line,
                      fmt::format("its answer, {}, is on the learner's sheet before the question: write the "
                                  "sheet's text without it",
                                  answer));
    if (answer_form(question) == AnswerForm::chosen) check_choices(question, asked, step);
  }

  void check_choices(const Question& question, const SheetQuestion& asked, const StepInVariant& step) {
    const Result<std::size_t> right = right_choice(question, step.context);
    if (!right || !is_told_by_words(asked.choices[*right])) return;
    std::vector<std::string> named;
    for (const std::string& choice : asked.choices)
      if (read_.has(choice)) named.push_back(choice);
    if (named.size() == 1 && named.front() == asked.choices[*right])
      problems_.add(question.line,
                    fmt::format("of its choices, only the right one, '{}', is on the learner's sheet before "
                                "the question: name other choices there, too, or none",
                                named.front()));
  }

  const Lesson& lesson_;
  std::uint64_t variant_;
  SceneRunner& runner_;
  LessonProblems& problems_;
  ReadSoFar read_;
};

}  // namespace

void check_no_spoilers(const Lesson& lesson, std::uint64_t variant, SceneRunner& runner,
                       LessonProblems& problems) {
  const Result<Sheet> sheet = sheet_of(lesson, {.variant = variant}, runner);
  if (!sheet) return;  // other checks report what cannot be computed
  SheetReader(lesson, variant, runner, problems).read(*sheet);
}

}  // namespace commlab
