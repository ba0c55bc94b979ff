#pragma once
// Sanitizers look at code, not at cases: where one is on, a few members of a family stand for all.

namespace commlab {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

// Without sanitizers every number of ranks is; with them these five, of which two are no powers of two.
constexpr bool worth_sanitizing(int ranks) { return !sanitized || ranks <= 3 || ranks == 5 || ranks == 8; }

}  // namespace commlab
