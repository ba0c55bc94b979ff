#pragma once
// What a lesson may use of a computer: a stranger's must not keep it busy for ever.

#include <chrono>

namespace commlab {

// Scenes that are really run, not those that were known already.
struct SceneLimits {
  int scenes = 0;
  std::chrono::milliseconds time{};  // for all of them together
};

// For a Player: what one thing that the learner does may cost, be it opening a step. The whole lesson is so
// many times longer as he does things.
inline constexpr SceneLimits limits_of_a_step = {.scenes = 2'000, .time = std::chrono::minutes(1)};
// For a check: all variants of the whole lesson.
inline constexpr SceneLimits limits_of_a_check = {.scenes = 40'000, .time = std::chrono::minutes(10)};

}  // namespace commlab
