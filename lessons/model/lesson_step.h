#pragma once
// Finds the parts of a step by their kind.

#include <algorithm>
#include <cassert>

#include "lessons/model/lesson.h"

namespace commlab {

template <class Visit>
void each_question(const LessonStep& step, Visit visit) {
  for (const LessonStep::Item& item : step.items)
    if (const auto* question = std::get_if<Question>(&item)) visit(*question);
}

inline int questions_of(const LessonStep& step) {
  int all = 0;
  each_question(step, [&](const Question&) { ++all; });
  return all;
}

// Whether the step has a scene of its own; else that of a step before it goes on.
inline bool has_scene(const LessonStep& step) {
  return std::ranges::any_of(
      step.items, [](const LessonStep::Item& item) { return std::holds_alternative<SceneBlock>(item); });
}

// The number of the step's first question. Questions are numbered through the whole lesson.
inline int first_question(const Lesson& lesson, int step) {
  assert(step >= 0 && step < std::ssize(lesson.steps) && "the lesson has this step");
  int number = 0;
  for (int before = 0; before < step; ++before) number += questions_of(lesson.steps[before]);
  return number;
}

// Block number `number` (from 0) among the step's blocks of this kind; null: there are fewer.
template <class Block>
const Block* block_of(const LessonStep& step, int number) {
  for (const LessonStep::Item& item : step.items)
    if (const auto* block = std::get_if<Block>(&item); block && number-- == 0) return block;
  return nullptr;
}

// How many blocks of this kind are before item `index`.
template <class Block>
int number_at(const LessonStep& step, int index) {
  int number = 0;
  for (int i = 0; i < index; ++i) number += std::holds_alternative<Block>(step.items[i]);
  return number;
}

}  // namespace commlab
