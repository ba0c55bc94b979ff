#pragma once
// What is said to a learner's answers, and the teacher's key to a question.

#include <string_view>

#include "core/base/error.h"
#include "lessons/answer/answer_key.h"
#include "lessons/answer/feedback.h"
#include "lessons/play/place_in_lesson.h"

namespace commlab {

// An answer as it is judged now. Where the question is answered by changing the scene, that is the learner's.
Result<Feedback> judged(const LearnerInLesson&, const AskedQuestion&, std::string_view text);
// The result of a question, in the lesson's own scene or in that of its solution.
Result<Feedback> revealed(const LearnerInLesson&, const AskedQuestion&);
// The feedback to the last answer, computed again whenever the step is shown. What may not be told yet is
// left out.
Result<Feedback> feedback_to(const LearnerInLesson&, const AskedQuestion&, const LessonRecord::Answer&);
// What a teacher knows about a question, whatever was answered.
Result<AnswerKey> key_to(const LearnerInLesson&, const AskedQuestion&);

}  // namespace commlab
