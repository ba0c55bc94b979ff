#pragma once
// A quiz over several lessons: one question at a time, with its lesson's words and picture beside it. A seed
// chooses their order and variants (lessons/quiz.h). The first answer counts, and nothing goes into the
// lessons' records.

#include <cstdint>
#include <string>
#include <vector>

#include "gui/window/session/session.h"

namespace commlab {

inline constexpr std::size_t most_asked_in_window = 10;

// `lessons`: numbers, ids or files; empty: the finished lessons, or all lessons if none is finished. The
// first question is shown at once. An error: there is no such lesson, or none of their questions is tagged
// "quiz".
Status start_quiz(Session&, const std::vector<std::string>& lessons, std::uint64_t seed);

// The same over the finished lessons, with a random seed. An error becomes the notice.
void open_quiz(Session&);

// +1: the next question; after the last one the summary, then the list of lessons. -1: the question before.
void turn_quiz(Session&, int by);

}  // namespace commlab
