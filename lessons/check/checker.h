#pragma once
// Checks a lesson by running it, in several variants: every scene runs, every number can be computed, every
// right answer is accepted, and every known wrong answer gets its message.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/model/laboratory.h"
#include "lessons/model/lesson.h"
#include "lessons/run/scene_limits.h"

namespace commlab {

inline constexpr int most_checked_variants = 20;

struct LessonVerdict {
  std::string file;
  std::string title;
  int steps = 0;
  int questions = 0;
  int minutes = 0;
  std::array<double, 3> cut_minutes{};  // planned minutes, for each of class_lengths
  bool has_core = false;                // a step is marked {core}
  int variants = 1;                     // how many variants were tried
  std::vector<std::string>
      problems;  // "file:line: sentence", in the order of lines; empty: the lesson is right
};

// Checks the given variant, or by default the first `most_checked_variants` of all.
LessonVerdict check_lesson(const Lesson&, const Laboratory&, SceneLimits = limits_of_a_check,
                           std::optional<std::uint64_t> variant = {});

}  // namespace commlab
