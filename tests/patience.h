#pragma once
// Time in tests. How fast and how evenly a computer runs is nothing a test may judge: what must succeed is
// given so long that only a hang is late; and what is said at a deadline is asked for again with more time
// where the computer had not come as far by then as the test needs.

#include <chrono>
#include <string>

#include <gmock/gmock.h>

#include "core/base/error.h"

namespace commlab {

inline constexpr std::chrono::seconds time_enough{120};

// For what must succeed.
inline auto soon() { return std::chrono::steady_clock::now() + time_enough; }
// For what must not.
inline auto in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

// Whether the attempt, given a deadline to fail at, fails with the error expected, which is Fault::runtime.
// Who waits for whom can be said only when those have come so far; so a deadline that was too short for that
// is made longer, up to time_enough. REQUIRES: the attempt begins anew each time, and judges nothing itself.
template <class Attempt>
testing::AssertionResult says_at_deadline(const Attempt& attempt,
                                          const testing::Matcher<std::string>& expected) {
  for (std::chrono::milliseconds time{200};; time *= 4) {
    const Error said = attempt(time);
    if (said.fault == Fault::runtime && expected.Matches(said.message)) return testing::AssertionSuccess();
    if (time < time_enough) continue;
    return testing::AssertionFailure() << "with a deadline of " << time.count() << " ms it says \""
                                       << said.message << "\"; expected what " << expected;
  }
}

}  // namespace commlab
