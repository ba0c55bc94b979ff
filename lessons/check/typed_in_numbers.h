#pragma once
// The lint of typed-in numbers: what a text claims of a run must be computed, or it would stay when the
// machine or the model changes.

#include <string>
#include <string_view>
#include <vector>

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Found are, outside of code (`...`, fenced) and {{ }}:
//
//   a number with a unit             5 ms, 400 MB, 50 %      but those that are among the `known`
//   a factor                         16x, 2.5×               likewise
//   a count of what runs have        7 hops, seven hops, 16 times: digits, or a word from two to twelve,
//   before
//                                    times, hops, steps, rounds, messages or transfers
//
// What is meant as given is said {{ 600 GB/s }}, {{ 16 }} times or {{ "seven" }} hops.
std::vector<std::string> typed_in_numbers(std::string_view text, const std::vector<std::string>& known);

// Without code (`...`, fenced) and {{ }}, of which blanks are left.
std::string without_code_and_numbers(std::string_view text);

// In the goal and all read_texts().
void check_typed_in_numbers(const Lesson&, LessonProblems&);

}  // namespace commlab
