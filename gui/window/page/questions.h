#pragma once
// A question on a lesson's page: what is asked, what it is answered in, what was said to the answer.

#include "gui/window/page/setter.h"

namespace commlab {

void set_question(PageSetter&, const QuestionState&);

}  // namespace commlab
