#pragma once
// Wrong beliefs that people have before they see a run. Lessons name misconceptions by their codes: those
// that the lesson fights, and the one that a wrong answer shows.

#include <span>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

struct Misconception {
  std::string_view code;      // "M8"
  std::string_view sentence;  // the belief: "All pairs of GPUs are equally fast."
};

// In the order of their codes: M1, M2, and so on.
std::span<const Misconception> misconceptions();
// An error lists the known codes.
Result<Misconception> misconception_of(std::string_view code);

}  // namespace commlab
