#pragma once
// The feedback to a learner's answers, and the teacher's key to a question.

#include <string_view>

#include "core/base/error.h"
#include "lessons/answer/answer_key.h"
#include "lessons/answer/ballot_key.h"
#include "lessons/answer/feedback.h"
#include "lessons/play/place_in_lesson.h"

namespace commlab {

// Judges an answer. If the question is answered by changing the scene, judges the learner's scene.
Result<Feedback> judged(const LearnerInLesson&, const AskedQuestion&, std::string_view text);
// The result of a question, in the lesson's own scene, or in the scene of the question's solution.
Result<Feedback> revealed(const LearnerInLesson&, const AskedQuestion&);
// The feedback to the last answer, computed again whenever the step is shown. Parts that the learner may not
// know yet are left out.
Result<Feedback> feedback_to(const LearnerInLesson&, const AskedQuestion&, const LessonRecord::Answer&);
// The teacher's key to a question. It does not depend on the learner's answers.
Result<AnswerKey> key_to(const LearnerInLesson&, const AskedQuestion&);
// What votes on the question are judged by. REQUIRES: the question is not answered by changing the scene.
Result<BallotKey> ballot_key_to(const LearnerInLesson&, const AskedQuestion&);

}  // namespace commlab
