#pragma once
// The offset of another process's steady clock from ours. The coordinator asks, the member answers with its
// time:
//
//   coordinator   t0 ---------------------> t1       offset = m - (t0 + t1) / 2
//                     \                 /            residual = (t1 - t0) / 2
//   member              -----> m ------
//
// m was read between t0 and t1, so the true offset differs from this one by at most the residual (Cristian
// 1989). The fastest of several rounds is the most precise. Processes of one computer share one steady clock:
// offset and residual are exactly 0.

#include <functional>
#include <string>

#include "gpu/device.h"
#include "gpu/net/messages/channel.h"

namespace commlab {

// Nanoseconds: 73 years. A time that another process tells lies within this distance of 0, so that
// differences of times do not overflow.
inline constexpr HostTime furthest_time = HostTime{1} << 61;

struct ClockOffset {
  HostTime offset = 0;    // nanoseconds: the member's clock minus the coordinator's
  HostTime residual = 0;  // nanoseconds: the largest error of the offset
  bool operator==(const ClockOffset&) const = default;
};

// A steady clock and its origin: two clocks of the same origin are the same.
struct SteadyClock {
  std::function<HostTime()> now;
  std::string origin;  // the computer and its last boot; empty: unknown, so different from all others
};
SteadyClock this_clock();

// The coordinator's side.
Result<ClockOffset> align_clock(Channel& member, Deadline, int rounds = 32,
                                const SteadyClock& ours = this_clock());

// The member's side: its answer to a message of this kind.
inline constexpr std::string_view clock_question = "clock";
NetMessage clock_answer(const SteadyClock& ours = this_clock());

}  // namespace commlab
