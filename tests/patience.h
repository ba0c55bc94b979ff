#pragma once
// Time in tests. A test may not judge how fast or how evenly a computer runs. What must succeed gets so much
// time that only a hang is late. Where a message is expected at a deadline, the attempt is repeated with more
// time if the computer had not come far enough by then.

#include <chrono>
#include <string>

#include <gmock/gmock.h>

#include "core/base/error.h"

namespace commlab {

inline constexpr std::chrono::seconds time_enough{120};

// The deadline for what must succeed.
inline auto soon() { return std::chrono::steady_clock::now() + time_enough; }
// The deadline for what must not succeed.
inline auto in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

// Whether the attempt, given a deadline, fails with the expected error, which is a Fault::runtime. An error
// that says which rank waits for which needs ranks that have come that far, so a deadline that was too short
// is made longer, up to time_enough. REQUIRES: the attempt starts anew each time, and has no expectations of
// its own.
template <class Attempt>
testing::AssertionResult says_at_deadline(const Attempt& attempt,
                                          const testing::Matcher<std::string>& expected) {
  for (std::chrono::milliseconds time{200};; time *= 4) {
    const Error said = attempt(time);
    if (said.fault == Fault::runtime && expected.Matches(said.message)) return testing::AssertionSuccess();
    if (time < time_enough) continue;
    return testing::AssertionFailure() << "with a deadline of " << time.count() << " ms it says \""
                                       << said.message << "\"; expected text that " << expected;
  }
}

}  // namespace commlab
