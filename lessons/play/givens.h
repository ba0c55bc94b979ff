#pragma once
// What a question refers to, so that it can stand beside the question: the tables, lists and code in the
// step's text before it.

#include <cstddef>
#include <string>

#include "lessons/play/step_content.h"

namespace commlab {

// Markdown; empty if there is none. `item`: the question's place among the step's items.
std::string givens_of(const StepContent&, std::size_t item);

// The same; if the text has no such parts, the paragraph right before the question.
std::string givens_or_paragraph(const StepContent&, std::size_t item);

}  // namespace commlab
