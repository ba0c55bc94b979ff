#include "lessons/play/questions_mark.h"

#include <fmt/format.h>

#include "core/base/stable_hash.h"
#include "lessons/model/lesson_step.h"

namespace commlab {
namespace {

// Texts one after another; the zero between them tells "ab", "c" from "a", "bc".
class Mark {
 public:
  void add(std::string_view text) {
    hash_ = stable_hash(std::string_view("\0", 1), stable_hash(text, hash_));
  }
  std::string text() const { return fmt::format("{:08x}", (hash_ >> 32) ^ (hash_ & 0xffffffff)); }

 private:
  std::uint64_t hash_ = stable_hash("");
};

void add(Mark& mark, const Question& question) {
  mark.add(question.predicts ? "predict" : "check");
  mark.add(question.ask);
  if (question.answer) mark.add(question.answer->text);
  if (question.expect) mark.add(question.expect->text);
  mark.add(question.unit);
  for (const AnswerChoice& choice : question.choices) mark.add(choice.text);
}

}  // namespace

std::string questions_mark(const Lesson& lesson) {
  Mark mark;
  for (const Variation& variation : lesson.vary) {
    mark.add(variation.name);
    for (const std::string& value : variation.values) mark.add(value);
  }
  for (const LessonStep& step : lesson.steps)
    each_question(step, [&](const Question& question) { add(mark, question); });
  return mark.text();
}

}  // namespace commlab
