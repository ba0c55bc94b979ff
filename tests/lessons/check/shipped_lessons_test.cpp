// What holds for all shipped lessons, beyond what --check finds, so that a teacher who does not know them can
// use them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/experiments/find_lesson.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/model/lesson_step.h"
#include "lessons/play/class_length.h"
#include "lessons/text/folded_terms.h"

namespace commlab {
namespace {

constexpr const char* shipped = COMMLAB_SOURCE_DIR "/lessons";

std::vector<Lesson> shipped_lessons() {
  std::vector<Lesson> lessons;
  for (const auto& file : lesson_files(shipped)) lessons.push_back(*read_lesson(file));
  return lessons;
}

// A question to the class comes with its answer for the teacher.
TEST(ShippedLessons, AnswerWhatTheyAskTheRoom) {
  int asked = 0;
  for (const Lesson& lesson : shipped_lessons())
    for (const LessonStep& step : lesson.steps)
      for (const LessonStep::Item& item : step.items) {
        const auto* teacher = std::get_if<TeacherBlock>(&item);
        if (!teacher || teacher->board.empty()) continue;
        ++asked;
        EXPECT_THAT(teacher->board, testing::ContainsRegex("[?] [*].+[*]$")) << lesson.title;
      }
  EXPECT_GT(asked, 24);
}

// The window shows the teacher's notes as they are written, so {{ 7 }} would not be filled in.
TEST(ShippedLessons, HaveNothingToFillInForTheTeacher) {
  for (const Lesson& lesson : shipped_lessons())
    for (const LessonStep& step : lesson.steps)
      for (const LessonStep::Item& item : step.items)
        if (const auto* teacher = std::get_if<TeacherBlock>(&item)) {
          EXPECT_THAT(teacher->notes + teacher->board, testing::Not(testing::HasSubstr("{"))) << lesson.title;
        }
}

// The class that README describes, with its usual cut.
TEST(ShippedLessons, TwoThreeSevenAndTwelveFillNoMoreThanFiftyMinutes) {
  double minutes = 0;
  for (const Lesson& lesson : shipped_lessons())
    if (lesson.number == 2 || lesson.number == 3 || lesson.number == 7 || lesson.number == 12)
      minutes += planned_minutes(lesson, ClassLength::fifteen_minutes);
  EXPECT_LE(minutes, 50);
}

// Some screens have no mouse, and a sheet of paper has none.
TEST(ShippedLessons, AskNobodyToClick) {
  for (const Lesson& lesson : shipped_lessons())
    for (const LessonStep& step : lesson.steps)
      each_question(step, [&](const Question& question) {
        EXPECT_THAT(question.ask, testing::Not(testing::ContainsRegex("[Cc]lick"))) << lesson.title;
      });
}

TEST(FoldedTerms, AreWhatSomebodyWouldHaveWritten) {
  EXPECT_EQ(with_folded_terms("tensor x = [1, 1 + 1, 1 + 2, 1 + 3]\n"), "tensor x = [1, 2, 3, 4]\n");
  EXPECT_EQ(with_folded_terms("tensor x = [rank * 1]"), "tensor x = [rank]");
  EXPECT_EQ(with_folded_terms("tensor x = [1] * 1\nrank all: y"), "tensor x = [1]\nrank all: y");
  EXPECT_EQ(with_folded_terms("chunk(x, rank + 0 - k + 1, ranks)"), "chunk(x, rank - k + 1, ranks)");
  EXPECT_EQ(with_folded_terms("[rank + 2 + 1, 1 + 1 + 1]"), "[rank + 3, 3]");
  for (const char* stays :
       {"compute(read * 1 ms, stream=two)", "x * 1 * 2", "[1 + 2 * 3]", "[8] * 10", "a - 1 + 1", "1 + 0.5"})
    EXPECT_EQ(with_folded_terms(stays), stays);
}

}  // namespace
}  // namespace commlab
