#pragma once
// Whether a lesson is right, found out by doing it: every scene runs, every number can be computed, every
// answer is accepted and every wrong one is answered, over several variants of what varies.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/laboratory.h"
#include "lessons/lesson.h"
#include "lessons/scene_limits.h"

namespace commlab {

inline constexpr int most_checked_variants = 20;

struct LessonVerdict {
  std::string file;
  std::string title;
  int steps = 0;
  int questions = 0;
  int minutes = 0;
  std::array<double, 3> cut_minutes{};  // that the teacher plans for each of lesson_cuts
  bool has_core = false;                // a step of it is {core}
  int variants = 1;                     // that were tried
  std::vector<std::string> problems;    // "file:line: sentence", by line; empty: all is well
};

// `variant`: this one alone; default: all, or the first of very many.
LessonVerdict check_lesson(const Lesson&, const Laboratory&, SceneLimits = limits_of_a_check,
                           std::optional<std::uint64_t> variant = {});

}  // namespace commlab
