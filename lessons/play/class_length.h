#pragma once
// How much of a lesson a class has time for (lessons/README.md). A class of five minutes plays the steps
// marked {core}, one of fifteen all steps but those marked {extra}, one of fifty all of them.
//
// A fit and its test go together: a step that tests a fit (holdout.h) is left out where the step that makes
// the fit is left out, whatever its own mark says. --check tells the author about such a mark.

#include <vector>

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

enum class ClassLength : std::uint8_t { five_minutes, fifteen_minutes, fifty_minutes };
inline constexpr ClassLength class_lengths[] = {ClassLength::five_minutes, ClassLength::fifteen_minutes,
                                                ClassLength::fifty_minutes};

// 5, 15 or 50. An error names these.
Result<ClassLength> class_length_of(int minutes);
int minutes_of(ClassLength);

// Whether a class of that length plays a step with this mark.
bool plays(ClassLength, StepPart);

// The steps that a class plays, in order. At least one: the first step, where nothing is {core}, or
// everything is {extra}.
std::vector<int> steps_of(const Lesson&, ClassLength);

// A step that is left out although its mark says otherwise, and the first step that it needs.
struct TestWithoutFit {
  int test = 0;
  int fit = 0;
};
std::vector<TestWithoutFit> tests_without_fit(const Lesson&, ClassLength);

// The minutes planned for a step: those of its teacher blocks. Steps without any share evenly what is left
// of the lesson's minutes, and take at least one minute each.
double planned_minutes(const Lesson&, int step);
double planned_minutes(const Lesson&, ClassLength);

}  // namespace commlab
