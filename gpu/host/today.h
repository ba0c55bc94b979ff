#pragma once
// The day on which something is measured.

#include <string>

namespace commlab {

// As "2026-01-31", in UTC.
std::string today();

}  // namespace commlab
