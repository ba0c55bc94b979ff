// Which steps of a lesson a class has time for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/play/class_length.h"

namespace commlab {
namespace {

using testing::ElementsAre;

// A step for each part, with the minutes that its teacher's block says (0: no block), and the lesson's
// minutes.
Lesson lesson_of(std::initializer_list<std::pair<StepPart, int>> steps, int minutes = 0) {
  Lesson lesson;
  lesson.minutes = minutes;
  for (const auto& [part, said] : steps) {
    LessonStep step{.title = "Step", .part = part, .items = {}};
    if (said > 0) step.items.emplace_back(TeacherBlock{.notes = "", .minutes = said});
    lesson.steps.push_back(std::move(step));
  }
  return lesson;
}

TEST(ClassLength, AClassOfFiveMinutesPlaysTheCoreAndOneOfFiftyAll) {
  const Lesson lesson =
      lesson_of({{StepPart::usual, 0}, {StepPart::core, 0}, {StepPart::extra, 0}, {StepPart::core, 0}});
  EXPECT_THAT(steps_of(lesson, ClassLength::five_minutes), ElementsAre(1, 3));
  EXPECT_THAT(steps_of(lesson, ClassLength::fifteen_minutes), ElementsAre(0, 1, 3));
  EXPECT_THAT(steps_of(lesson, ClassLength::fifty_minutes), ElementsAre(0, 1, 2, 3));
}

TEST(ClassLength, PlaysSomethingOfEveryLesson) {
  EXPECT_THAT(steps_of(lesson_of({{StepPart::usual, 0}, {StepPart::usual, 0}}), ClassLength::five_minutes),
              ElementsAre(0));
  EXPECT_THAT(steps_of(lesson_of({{StepPart::extra, 0}}), ClassLength::fifteen_minutes), ElementsAre(0));
}

TEST(ClassLength, ThereAreThreeByTheirMinutes) {
  for (const int minutes : {5, 15, 50}) EXPECT_EQ(minutes_of(*class_length_of(minutes)), minutes);
  EXPECT_EQ(class_length_of(20).error().message, "a class of 20 minutes: lessons are cut for 5, 15 or 50");
}

TEST(ClassLength, StepsOfWhichNothingIsSaidShareWhatIsLeft) {
  const Lesson lesson =
      lesson_of({{StepPart::core, 4}, {StepPart::usual, 0}, {StepPart::usual, 0}, {StepPart::extra, 2}}, 12);
  EXPECT_DOUBLE_EQ(planned_minutes(lesson, 0), 4);
  EXPECT_DOUBLE_EQ(planned_minutes(lesson, 1), 3);
  EXPECT_DOUBLE_EQ(planned_minutes(lesson, ClassLength::five_minutes), 4);
  EXPECT_DOUBLE_EQ(planned_minutes(lesson, ClassLength::fifteen_minutes), 10);
  EXPECT_DOUBLE_EQ(planned_minutes(lesson, ClassLength::fifty_minutes), 12);
  EXPECT_DOUBLE_EQ(planned_minutes(lesson_of({{StepPart::core, 9}, {StepPart::core, 0}}, 5), 1), 1)
      << "a step takes at least one minute";
}

}  // namespace
}  // namespace commlab
