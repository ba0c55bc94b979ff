#pragma once
// A wait for another thread or process begins with asking again and again, and each time lets others have the
// processor, as MPI does where ranks share one: a thread that sleeps wakes up late, by tens of microseconds
// where a virtual computer has stopped its processor meanwhile. Then it sleeps, because a wait may be long.

#include <chrono>
#include <thread>

namespace commlab {

// Whether it has happened within that time.
template <class HasHappened>
bool ask_a_while(HasHappened has_happened) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds asking{200};
  if (has_happened()) return true;
  for (const auto end = Clock::now() + asking; !has_happened(); std::this_thread::yield())
    if (Clock::now() > end) return false;
  return true;
}

}  // namespace commlab
