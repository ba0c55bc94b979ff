#pragma once
// A recap over lessons, in the window: each question stands alone, with the words and the picture that its
// lesson has beside it, in the order and in the variants that a seed draws (lessons/quiz.h). The first answer
// counts; nothing of it is kept in the lessons' records.

#include <cstdint>
#include <string>
#include <vector>

#include "gui/window/session/session.h"

namespace commlab {

inline constexpr std::size_t most_asked_in_window = 10;

// Over these lessons: numbers, ids or files; none: over those that are done, of a newcomer all. An error:
// there is no such lesson, or no question of them is asked in quizzes. The first question is there at once.
Status start_quiz(Session&, const std::vector<std::string>& lessons, std::uint64_t seed);

// The same, of the lessons that are done, drawn by chance; what hinders it becomes the notice.
void open_quiz(Session&);

// +1: the next question, after the last one how it went, and then the list of lessons; -1: the one before.
void turn_quiz(Session&, int by);

}  // namespace commlab
