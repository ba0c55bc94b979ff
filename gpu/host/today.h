#pragma once
// The day on which something is measured.

#include <string>

namespace commlab {

// The date as "2026-01-31", in UTC.
std::string today();

}  // namespace commlab
