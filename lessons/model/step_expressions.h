#pragma once
// All expressions of a step, for rules about the whole step.

#include <vector>

#include "lessons/expression/expression.h"
#include "lessons/model/lesson.h"

namespace commlab {

// The expressions of answers, choices, aims, plots, sliders, measurements and views; those in {{ }} of texts;
// and those that the step's scene names with let.NAME. Expressions that cannot be read are left out; the
// parser reports them.
std::vector<Expression> expressions_of(const LessonStep&);

}  // namespace commlab
