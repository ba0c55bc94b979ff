#pragma once
// A learner in a lesson that a test has written, and what the learner sees.

#include <string>
#include <vector>

#include "lessons/play/player.h"

namespace commlab {

// Plays tests/lessons/example.lesson.md.
Player example_player(LessonRecord = {});
// Plays a lesson of one step (tried_out.h).
Player player_of(const std::string& blocks);

std::string prose_of(Player&);
std::vector<QuestionState> questions_of(Player&);

// The blocks of a step that tells about its run and has it predicted.
std::string locked_step();
// A check that asks how long the run takes.
inline const std::string check_of_time =
    "```check\nask = \"?\"\nunit = \"ms\"\nanswer = time(run)\nwrong.one = time(to 1), \"That is one of "
    "three.\"\n"
    "why = \"So: {{ time(run) }}.\"\n```\n";

}  // namespace commlab
