#pragma once
// How much of a lesson a class has time for. Of five minutes, it plays the heart of the lesson, the steps
// {core}; of fifteen, all but those {extra}; of fifty, all of them. (lessons/README.md)
//
// Fit and test go together: a step that tests a fit (held_rows.h) is left out where the step that makes the
// fit is, whatever its own mark says. --check tells the author of such a mark.

#include <vector>

#include "core/base/error.h"
#include "lessons/lesson.h"

namespace commlab {

enum class LessonCut : std::uint8_t { five_minutes, fifteen_minutes, fifty_minutes };
inline constexpr LessonCut lesson_cuts[] = {LessonCut::five_minutes, LessonCut::fifteen_minutes,
                                            LessonCut::fifty_minutes};

// 5, 15 or 50. An error names these.
Result<LessonCut> cut_of(int minutes);
int minutes_of(LessonCut);

// Whether a class of that cut plays such a step, by its mark alone.
bool plays(LessonCut, StepPart);

// Numbers of its steps, in order; never none: of a lesson in which nothing is {core}, or everything is
// {extra}, the first.
std::vector<int> steps_of(const Lesson&, LessonCut);

// A step that is left out, though its mark says otherwise, and the first step that it would need.
struct TestWithoutFit {
  int test = 0;
  int fit = 0;
};
std::vector<TestWithoutFit> tests_without_fit(const Lesson&, LessonCut);

// What its teacher plans for a step, in minutes: what its teacher blocks say; steps of which they say
// nothing share evenly what those leave of the lesson's minutes, and take one at least.
double planned_minutes(const Lesson&, int step);
double planned_minutes(const Lesson&, LessonCut);

}  // namespace commlab
