#pragma once
// How far another process's steady clock is from ours. The coordinator asks, the member tells its time:
//
//   coordinator   t0 ---------------------> t1       offset = m - (t0 + t1) / 2
//                     \                 /            residual = (t1 - t0) / 2
//   member              -----> m ------
//
// m was read somewhere between t0 and t1, so the true offset is within the residual of what is told
// (Cristian 1989). The quickest of several rounds is the best. Processes of one computer that was started
// once have one steady clock: offset and residual are exactly 0.

#include <functional>
#include <string>

#include "gpu/device.h"
#include "gpu/net/messages/channel.h"

namespace commlab {

struct ClockOffset {
  HostTime offset = 0;    // nanoseconds: the member's clock minus the coordinator's
  HostTime residual = 0;  // nanoseconds: the offset is at most so far from the truth
  bool operator==(const ClockOffset&) const = default;
};

// A steady clock, and whose: two of the same origin are the same clock.
struct SteadyClock {
  std::function<HostTime()> now;
  std::string origin;  // which start of which computer; empty: unknown, so nobody else's
};
SteadyClock this_clock();

// The coordinator's side.
Result<ClockOffset> align_clock(Channel& member, Deadline, int rounds = 32,
                                const SteadyClock& ours = this_clock());

// The member's side: the answer to a message of this kind.
inline constexpr std::string_view clock_question = "clock";
NetMessage clock_answer(const SteadyClock& ours = this_clock());

}  // namespace commlab
