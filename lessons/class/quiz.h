#pragma once
// A quiz over lessons: their questions tagged "quiz", or with another tag. A seed decides their order and
// variants.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/answer/feedback.h"
#include "lessons/class/sheet.h"
#include "lessons/model/lesson.h"
#include "lessons/play/step_in_variant.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

struct QuizQuestion {
  const Lesson* lesson = nullptr;
  const Question* question = nullptr;
  int step = 0;  // from 0
  std::uint64_t variant = 0;
};

// The same questions for the same seed, on every computer. Questions that are answered by changing the scene
// are left out. The lessons must outlive the result.
std::vector<QuizQuestion> quiz_of(const std::vector<Lesson>&, std::uint64_t seed, std::size_t most,
                                  const std::string& tag = "quiz");

// The question with its choices in the order of the variant.
Question shown_question(const QuizQuestion&);

// The step's prose before the question, with "?" instead of each number that tells about the run. An error:
// the lesson has a mistake.
Result<std::string> words_before(const QuizQuestion&, const StepInVariant&);

// The feedback to an answer; to "?", the result. An error: the answer cannot be read.
Result<Feedback> quiz_feedback(const QuizQuestion&, const std::string& text, const StepInVariant&);

// The quiz on paper: a section for each question.
Result<Sheet> quiz_sheet(const std::vector<QuizQuestion>&, bool answers, SceneRunner&);

}  // namespace commlab
