#pragma once
// Answers that can be read off before they are asked for, as far as that can be told exactly: places and
// other answers in words, among the words of a text. Numbers are left out: small ones stand everywhere.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/evaluate.h"
#include "lessons/lesson.h"
#include "lessons/problems.h"
#include "lessons/scene_runner.h"

namespace commlab {

// What answers it in words: "gpu1 -> gpu2"; of numbers, choices and what changes the scene nothing.
std::vector<std::string> answers_in_words(const Question&, const Surroundings&);

// Word by word, as answers are compared; a link in either direction.
bool stands_in(std::string_view text, std::string_view answer);

// A learner's sheet of a variant may not say in an earlier place, or in the question itself, what is then
// asked for in words; nor name of several choices, if they are words, the right one alone.
void check_nothing_given_away(const Lesson&, std::uint64_t variant, SceneRunner&, LessonProblems&);

}  // namespace commlab
