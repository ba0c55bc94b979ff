#pragma once
// A recap over lessons: their questions tagged "quiz", in an order and in variants that a seed draws.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/feedback.h"
#include "lessons/lesson.h"
#include "lessons/scene_runner.h"
#include "lessons/sheet.h"
#include "lessons/step_in_variant.h"

namespace commlab {

struct QuizQuestion {
  const Lesson* lesson = nullptr;
  const Question* question = nullptr;
  int step = 0;  // from 0
  std::uint64_t variant = 0;
};

// Equal for equal seeds, on every computer. Of those that change a scene none: they need more than an answer.
// The lessons must outlive them.
std::vector<QuizQuestion> quiz_of(const std::vector<Lesson>&, std::uint64_t seed, std::size_t most);

// What stands in the step before the question, with "?" for all that its run tells. An error is the lesson's.
Result<std::string> words_before(const QuizQuestion&, const StepInVariant&);

// What is said to an answer; to "?" the result. An error: it cannot be read.
Result<Feedback> quiz_feedback(const QuizQuestion&, const std::string& text, const StepInVariant&);

// The same on paper: a section for each question.
Result<Sheet> quiz_sheet(const std::vector<QuizQuestion>&, bool answers, SceneRunner&);

}  // namespace commlab
