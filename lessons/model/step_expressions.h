#pragma once
// All expressions of a step, wherever they stand: what a rule about the whole step looks at.

#include <vector>

#include "lessons/expression/expression.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Of answers, choices, aims, plots, sliders, measurements and views, and those of texts, in {{ }}; and of
// let.NAME, which the step's scene says itself, what it stands for. What cannot be read is left out: that is
// the parser's to tell.
std::vector<Expression> expressions_of(const LessonStep&);

}  // namespace commlab
