#pragma once
// What the pages show, as JSON. Prose becomes a list of blocks of words with a style, which the page puts in
// as text: nothing that anybody has written can become markup.

#include <chrono>
#include <string>

#include <nlohmann/json.hpp>

#include "gui/vote/vote_box.h"

namespace commlab {

// For the phone with this ballot; empty: it has none yet.
nlohmann::ordered_json state_for_learner(const VoteBox&, const std::string& ballot);
// The notes, how many have answered, and what.
nlohmann::ordered_json state_for_teacher(const VoteBox&, std::chrono::steady_clock::time_point now);

}  // namespace commlab
