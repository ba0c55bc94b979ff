#pragma once
// Wrong beliefs that people have before they see a run. Lessons name misconceptions by their codes: those
// that the lesson fights, and the one that a wrong answer shows.

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

struct Misconception {
  std::string_view code;      // "M8"
  std::string_view sentence;  // the belief: "All pairs of GPUs are equally fast."
};

// In the order of their codes: M1, M2, and so on.
std::span<const Misconception> misconceptions();
// The codes that the lesson's wrong answers and choices name. "" is among them if one names none.
std::set<std::string> misconceptions_shown(const Lesson&);
// An error lists the known codes.
Result<Misconception> misconception_of(std::string_view code);

}  // namespace commlab
