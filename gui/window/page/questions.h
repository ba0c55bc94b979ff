#pragma once
// Puts a question on a lesson's page: the question, the fields or choices for the answer, and the feedback.

#include "gui/window/page/setter.h"

namespace commlab {

void set_question(PageSetter&, const QuestionState&);

}  // namespace commlab
