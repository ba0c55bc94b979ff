#pragma once
// How much a lesson may use of a computer: a stranger's lesson must not keep it busy for ever.

#include <chrono>

namespace commlab {

// Counts only scenes that are run, not results that were kept.
struct SceneLimits {
  int scenes = 0;
  std::chrono::milliseconds time{};  // for all of them together
};

// For a Player: the limit for one action of a learner, such as opening a step. It starts again with the next
// action.
inline constexpr SceneLimits limits_of_a_step = {.scenes = 2'000, .time = std::chrono::minutes(1)};
// For a check: the limit for all variants of the whole lesson.
inline constexpr SceneLimits limits_of_a_check = {.scenes = 40'000, .time = std::chrono::minutes(10)};

}  // namespace commlab
