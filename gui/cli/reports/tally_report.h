#pragma once
// A class's answers, written: bars for people, JSON and comma-separated rows for programs.

#include <cstddef>
#include <string>

#include "lessons/class/tally.h"

namespace commlab {

std::string tally_text(const ClassTally&, std::size_t width);
// {"learners": 30, "lessons": [{"lesson": "three-copies", "questions": [...]}], "left_out": [...]}
std::string tally_json(const ClassTally&);
// A row for each question and kind of first answer. Questions and steps are counted from 1.
std::string tally_csv(const ClassTally&);

}  // namespace commlab
