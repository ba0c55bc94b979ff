#include "lessons/play/class_length.h"

#include <algorithm>
#include <cassert>

#include "lessons/model/holdout.h"
#include "lessons/model/lesson_step.h"

namespace commlab {
namespace {

constexpr double least_minutes = 1;  // for a step

// The minutes that its teacher blocks say; 0 where they say none.
int said_minutes(const LessonStep& step) {
  int minutes = 0;
  for (int i = 0; const auto* block = block_of<TeacherBlock>(step, i); ++i) minutes += block->minutes;
  return minutes;
}

struct PlayedSteps {
  std::vector<int> steps;
  std::vector<TestWithoutFit> left_out;
};

// A fit comes before its test, so it is already known whether the fit is played.
PlayedSteps played_steps(const Lesson& lesson, ClassLength length) {
  PlayedSteps played;
  for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step) {
    if (!plays(length, lesson.steps[step].part)) continue;
    const std::vector<int> fits = fits_tested_by(lesson, step);
    const auto missing = std::ranges::find_if(
        fits, [&](int fit) { return std::ranges::find(played.steps, fit) == played.steps.end(); });
    if (missing == fits.end())
      played.steps.push_back(step);
    else
      played.left_out.push_back({.test = step, .fit = *missing});
  }
  return played;
}

}  // namespace

Result<ClassLength> class_length_of(int minutes) {
  for (const ClassLength length : class_lengths)
    if (minutes_of(length) == minutes) return length;
  return fail("a class of {} minutes: lessons are cut for 5, 15 or 50", minutes);
}

int minutes_of(ClassLength length) {
  switch (length) {
    case ClassLength::five_minutes: return 5;
    case ClassLength::fifteen_minutes: return 15;
    case ClassLength::fifty_minutes: break;
  }
  return 50;
}

bool plays(ClassLength length, StepPart part) {
  switch (length) {
    case ClassLength::five_minutes: return part == StepPart::core;
    case ClassLength::fifteen_minutes: return part != StepPart::extra;
    case ClassLength::fifty_minutes: break;
  }
  return true;
}

std::vector<int> steps_of(const Lesson& lesson, ClassLength length) {
  std::vector<int> steps = played_steps(lesson, length).steps;
  if (steps.empty()) steps.push_back(0);
  return steps;
}

std::vector<TestWithoutFit> tests_without_fit(const Lesson& lesson, ClassLength length) {
  return played_steps(lesson, length).left_out;
}

double planned_minutes(const Lesson& lesson, int step) {
  assert(step >= 0 && step < std::ssize(lesson.steps) && "the lesson has this step");
  if (const int said = said_minutes(lesson.steps[step])) return said;
  int left = lesson.minutes, silent = 0;
  for (const LessonStep& other : lesson.steps) {
    const int said = said_minutes(other);
    left -= said;
    silent += said == 0;
  }
  return std::max(least_minutes, static_cast<double>(left) / silent);
}

double planned_minutes(const Lesson& lesson, ClassLength length) {
  double all = 0;
  for (const int step : steps_of(lesson, length)) all += planned_minutes(lesson, step);
  return all;
}

}  // namespace commlab
