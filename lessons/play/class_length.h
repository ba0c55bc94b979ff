#pragma once
// How much of a lesson a class has time for (lessons/README.md). A class of five minutes plays the steps
// marked {core}, a class of fifteen all steps except those marked {extra}, a class of fifty all steps.
//
// A fit and its test go together: if a class leaves out the step that makes a fit, it also leaves out the
// steps that test the fit (holdout.h), whatever their marks say. --check tells the author about such marks.

#include <vector>

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

enum class ClassLength : std::uint8_t { five_minutes, fifteen_minutes, fifty_minutes };
inline constexpr ClassLength class_lengths[] = {ClassLength::five_minutes, ClassLength::fifteen_minutes,
                                                ClassLength::fifty_minutes};

// `minutes`: 5, 15 or 50; an error names these.
Result<ClassLength> class_length_of(int minutes);
int minutes_of(ClassLength);

// Whether a class of that length plays a step with this mark.
bool plays(ClassLength, StepPart);

// The steps that a class plays, in order. If there is none (no step is {core}, or all are {extra}), the first
// step.
std::vector<int> steps_of(const Lesson&, ClassLength);

// A step that is left out against its mark, because it tests a fit of a step that is left out; and the first
// such step.
struct TestWithoutFit {
  int test = 0;
  int fit = 0;
};
std::vector<TestWithoutFit> tests_without_fit(const Lesson&, ClassLength);

// The minutes planned for a step: those in its teacher blocks. Steps without such minutes share the rest of
// the lesson's minutes evenly, at least one minute for each.
double planned_minutes(const Lesson&, int step);
double planned_minutes(const Lesson&, ClassLength);

}  // namespace commlab
