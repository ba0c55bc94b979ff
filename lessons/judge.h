#pragma once
// Whether an answer is right, and what is said to it. Used by the player on what a learner answers, and by
// the checker on what he might.

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/evaluate.h"
#include "lessons/feedback.h"
#include "lessons/fill.h"
#include "lessons/lesson.h"

namespace commlab {

// Texts with their {{ }} computed; where the run is locked, "?" of what tells of it. Keeps a reference.
FillIn fill_in_from(const Surroundings&, bool locked = false);

// What is asked for in this scene: one, or several where each of them is right. An error where it cannot be
// computed, or not in the question's unit. REQUIRES: of kind value or point.
Result<std::vector<Value>> expected_answers(const Question&, const Surroundings&);
// The one choice that holds; an error where none does, or several. REQUIRES: of kind choice.
Result<std::size_t> right_choice(const Question&, const Surroundings&);
// The choice that a learner means: "b", "2", its beginning.
Result<std::size_t> read_choice(const Question&, std::string_view text);

// The wrong answer that this is, if it is one that people give.
Result<const WrongAnswer*> known_wrong(const Question&, const Value& given, const Surroundings&);

// All there is to say, result and why included. REQUIRES: of kind value, point or choice. An error: the text
// cannot be read, or the lesson is wrong. To a wrong prediction, the message says how far off it is; to a
// wrong answer to a check only in which direction, so that there is something left to find.
Result<Feedback> judge(const Question&, std::string_view text, const Surroundings&);
// Of kind state or build: the scene as it is now. Of one that does not pass, what was reached.
Result<Feedback> judge_scene(const Question&, const Surroundings&);
// The result to whom has not found it; neither right nor wrong. Of kind state or build: in a scene that
// answers it, all that may be changed there.
Result<Feedback> given_away(const Question&, const Surroundings&);

// "?", "I don't know".
bool says_unknown(std::string_view answer);

// How a value of this question is written: in its unit.
std::string answer_text(const Question&, const Value&);

}  // namespace commlab
