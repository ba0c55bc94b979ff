#pragma once
// A learner's answer: read as the value that was asked for, and compared with what the run gave.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/value.h"

namespace commlab {

// Reads the text as a value of the shape of `expected`:
//   a time in ms     "4.3", "4.3 ms", "4300us"
//   a bare number    "4", "4x", "4 times"
//   a list           "4, 3, 2, 1" or "4 3 2 1"; "-" is an element that holds nothing; ";" stands between the
//                    lists of a list
//   a text           any text
// An error says how to write it.
Result<Value> read_answer(std::string_view text, const Value& expected, const ValueUnit*);

// The error for a text that cannot be read as a value like `expected`.
tl::unexpected<Error> unreadable_answer(std::string_view text, const Value& expected,
                                        const ValueUnit* = nullptr);

// The words and numbers of a text that are compared: "link gpu0 -> gpu2" gives gpu 0 gpu 2.
std::vector<std::string> answer_words(std::string_view text);
// Whether a place is a link: "link gpu0->gpu2".
bool names_link(std::string_view place);
// Whether the text has the form of that place, so that it can be compared with it: "rank 1 line 2" has the
// form of "rank 0 line 4", "gpu2-gpu3" that of the link "gpu0->nvswitch"; "a" has the form of no place.
bool has_form_of(std::string_view text, std::string_view place);
// Whether the answer is right. Texts are equal if their words and numbers are equal: "gpu0 -> gpu2" and "link
// gpu0-gpu2". If a link is expected, "gpu2-gpu0" is right, too, because a cable has two ends;
// "gpu2->gpu0" is wrong, because it names the other direction.
bool answers(const Value& given, const Value& expected, double tolerance);

// How far off a wrong number is, and which slip may be the cause, such as bits for bytes or GB for GiB.
std::string how_far_off(const Value& given, const Value& expected);

// A hint about a wrong answer that does not give away the right one: too large or too small, the first
// element of a list that differs, a slip of units. Empty if there is nothing to say.
std::string what_differs(const Value& given, const Value& expected);

}  // namespace commlab
