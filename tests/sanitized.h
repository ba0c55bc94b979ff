#pragma once
// Sanitizers check code, not cases: under a sanitizer a few members of a family stand for all.

namespace commlab {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

// Without sanitizers all numbers of ranks are tested; with them only these five, two of which are no powers
// of two.
constexpr bool worth_sanitizing(int ranks) { return !sanitized || ranks <= 3 || ranks == 5 || ranks == 8; }

}  // namespace commlab
