#pragma once
// Answers that are words, such as "gpu1 -> gpu2", found in a text. Answers that are numbers are left out:
// small numbers stand everywhere.

#include <string>
#include <string_view>
#include <vector>

#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

// What answers it in words: "gpu1 -> gpu2"; of numbers, choices and what changes the scene nothing.
std::vector<std::string> answers_in_words(const Question&, const EvaluationContext&);

// Word by word, as answers are compared; a link in either direction.
bool stands_in(std::string_view text, std::string_view answer);

}  // namespace commlab
