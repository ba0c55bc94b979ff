#include "lessons/play/class_length.h"

#include <algorithm>

#include "lessons/model/holdout.h"
#include "lessons/model/lesson_step.h"

namespace commlab {
namespace {

constexpr double least_minutes = 1;  // of a step

// 0: its teacher blocks say nothing.
int said_minutes(const LessonStep& step) {
  int minutes = 0;
  for (int i = 0; const auto* block = block_of<TeacherBlock>(step, i); ++i) minutes += block->minutes;
  return minutes;
}

struct CutSteps {
  std::vector<int> steps;
  std::vector<TestWithoutFit> left_out;
};

// A fit comes before its test: what is decided of the one is known when the other is looked at.
CutSteps cut_steps(const Lesson& lesson, LessonCut cut) {
  CutSteps cuts;
  for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step) {
    if (!plays(cut, lesson.steps[static_cast<std::size_t>(step)].part)) continue;
    const std::vector<int> fits = fits_tested_by(lesson, step);
    const auto missing = std::ranges::find_if(
        fits, [&](int fit) { return std::ranges::find(cuts.steps, fit) == cuts.steps.end(); });
    if (missing == fits.end())
      cuts.steps.push_back(step);
    else
      cuts.left_out.push_back({.test = step, .fit = *missing});
  }
  return cuts;
}

}  // namespace

Result<LessonCut> cut_of(int minutes) {
  for (const LessonCut cut : lesson_cuts)
    if (minutes_of(cut) == minutes) return cut;
  return fail("a class of {} minutes: lessons are cut for 5, 15 or 50", minutes);
}

int minutes_of(LessonCut cut) {
  switch (cut) {
    case LessonCut::five_minutes: return 5;
    case LessonCut::fifteen_minutes: return 15;
    case LessonCut::fifty_minutes: break;
  }
  return 50;
}

bool plays(LessonCut cut, StepPart part) {
  switch (cut) {
    case LessonCut::five_minutes: return part == StepPart::core;
    case LessonCut::fifteen_minutes: return part != StepPart::extra;
    case LessonCut::fifty_minutes: break;
  }
  return true;
}

std::vector<int> steps_of(const Lesson& lesson, LessonCut cut) {
  std::vector<int> steps = cut_steps(lesson, cut).steps;
  if (steps.empty()) steps.push_back(0);
  return steps;
}

std::vector<TestWithoutFit> tests_without_fit(const Lesson& lesson, LessonCut cut) {
  return cut_steps(lesson, cut).left_out;
}

double planned_minutes(const Lesson& lesson, int step) {
  if (const int said = said_minutes(lesson.steps[static_cast<std::size_t>(step)])) return said;
  int left = lesson.minutes, silent = 0;
  for (const LessonStep& other : lesson.steps) {
    const int said = said_minutes(other);
    left -= said;
    silent += said == 0;
  }
  return std::max(least_minutes, static_cast<double>(left) / silent);
}

double planned_minutes(const Lesson& lesson, LessonCut cut) {
  double all = 0;
  for (const int step : steps_of(lesson, cut)) all += planned_minutes(lesson, step);
  return all;
}

}  // namespace commlab
