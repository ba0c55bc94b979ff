#pragma once
// Answers that are words, such as "gpu1 -> gpu2", found in a text. Answers that are numbers are left out,
// because small numbers are in every text.

#include <string>
#include <string_view>
#include <vector>

#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

// The right answers that are words: "gpu1 -> gpu2". Empty if the answer is a number, a choice, or a change of
// the scene.
std::vector<std::string> answers_in_words(const Question&, const EvaluationContext&);

// Whether the text contains the answer, word by word, as answers are compared; a link in either direction.
bool stands_in(std::string_view text, std::string_view answer);

}  // namespace commlab
