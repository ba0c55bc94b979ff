#pragma once
// What a learner types, read as what was asked for, and compared with what the run gave.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/value.h"

namespace commlab {

// As a value of the shape of `expected`: "4.3", "4.3 ms", "4300us" of a time in ms; "4", "4x", "4 times" of a
// bare number; "4, 3, 2, 1" or "4 3 2 1"
// of a list, with "-" for what holds nothing, and ";" between the lists of a list; any text of a text. An
// error says how to write it.
Result<Value> read_answer(std::string_view text, const Value& expected, const ValueUnit*);

// What counts in a text: "link gpu0 -> gpu2" is gpu 0 gpu 2.
std::vector<std::string> answer_words(std::string_view text);
// Texts are equal where their words and numbers are: "gpu0 -> gpu2" and "link gpu0-gpu2". Of a link,
// "gpu2-gpu0" is right, too: a cable has two ends; "gpu2->gpu0" names the other direction, and is not.
bool answers(const Value& given, const Value& expected, double tolerance);

// How far off a wrong number is, and what slip may have led there: bits for bytes, GB for GiB.
std::string how_far_off(const Value& given, const Value& expected);

// Of a wrong answer, without giving the right one away: too much or too little, the first element of a list
// that differs, a slip of units. Empty where nothing can be said.
std::string what_differs(const Value& given, const Value& expected);

}  // namespace commlab
