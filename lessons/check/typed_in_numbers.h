#pragma once
// The lint of typed-in numbers: a number that a text says about a run must be computed. A typed-in number
// would become wrong when the machine or the model changes.

#include <string>
#include <string_view>
#include <vector>

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Finds, outside of code (`...`, fenced) and {{ }}:
//
//   a number with a unit     5 ms, 400 MB, 50 %            allowed if a `known` text has it
//   a factor                 16x, 2.5×                     the same
//   a count                  7 hops, seven hops, 16 times  digits, or a word from two to twelve, before
//                                                          times, hops, steps, rounds, messages, transfers;
//                                                          or digits before "of them"
//
// A number that is given, not computed, is written {{ 600 GB/s }}, {{ 16 }} times or {{ "seven" }} hops.
std::vector<std::string> typed_in_numbers(std::string_view text, const std::vector<std::string>& known);

// The text, with a blank instead of each piece of code (`...`, fenced) and each {{ }}.
std::string without_code_and_numbers(std::string_view text);

// Looks at the goal and at all read_texts().
void check_typed_in_numbers(const Lesson&, LessonProblems&);

}  // namespace commlab
