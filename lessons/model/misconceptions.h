#pragma once
// What people wrongly believe before they have seen it run. Lessons name misconceptions by their codes:
// those that a lesson fights, and the one that a wrong answer points at.

#include <span>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

struct Misconception {
  std::string_view code;      // "M8"
  std::string_view sentence;  // what is believed: "All pairs of GPUs are equally fast."
};

// In the order of their codes: M1, M2, and so on.
std::span<const Misconception> misconceptions();
// An error names the codes that there are.
Result<Misconception> misconception_of(std::string_view code);

}  // namespace commlab
