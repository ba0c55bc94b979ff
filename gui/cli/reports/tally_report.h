#pragma once
// The answers of a class: bars for people, JSON and CSV for programs.

#include <cstddef>
#include <string>

#include "lessons/class/tally.h"

namespace commlab {

std::string tally_text(const ClassTally&, std::size_t width);
// {"learners": 30, "lessons": [{"lesson": "three-copies", "questions": [...]}], "left_out": [...]}
std::string tally_json(const ClassTally&);
// One line for each pair of a question and a first answer to it. Questions and steps are counted from 1.
std::string tally_csv(const ClassTally&);

}  // namespace commlab
