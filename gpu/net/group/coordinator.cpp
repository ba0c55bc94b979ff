#include "gpu/net/group/coordinator.h"

#include <algorithm>

#include "gpu/net/group/heartbeat.h"
#include "gpu/net/meeting/farewell.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

// The coordinator is rank 0's process, so this error is about rank 0.
Error lost(const Error& error) {
  return {fmt::format("rank 0 is lost, so the run ends: {}", error.message), Fault::runtime};
}

}  // namespace

Result<NetMessage> Coordinator::receive(Deadline deadline, Bytes most) {
  if (over_) return tl::unexpected(*over_);
  auto said = next(deadline, most);
  if (!said) return tl::unexpected(lost(said.error()));
  over_ = reason_to_end(*said);
  if (over_) return tl::unexpected(*over_);
  return said;
}

// Silence is measured in several short waits, so that a process that was stopped itself (as by Ctrl-Z) first
// reads what came in the meantime. Any byte ends the silence, because a large message may be on its way.
Result<NetMessage> Coordinator::next(Deadline deadline, Bytes most) {
  constexpr int waits = 10;
  const auto allowed = left_until(deadline);
  for (int in_vain = 0; in_vain < waits;) {
    const Bytes heard = channel_.heard();
    const Deadline wait_until = std::min(deadline, steady_clock::now() + longest_silence_ / waits);
    auto said = channel_.receive(wait_until, most);
    if (said ? !is_sign_of_life(*said) : steady_clock::now() < wait_until) return said;
    if (steady_clock::now() >= deadline)
      return fail(Fault::runtime, "{}: no message within {} ms", channel_.peer(), allowed.count());
    in_vain = channel_.heard() == heard ? in_vain + 1 : 0;
  }
  return fail(Fault::runtime, "{}: no sign of life within {} ms", channel_.peer(), longest_silence_.count());
}

Status Coordinator::send(const NetMessage& message, Deadline deadline) {
  const Status sent = channel_.send(message, deadline);
  if (sent) return {};
  hear_last_words();
  return tl::unexpected(over_.value_or(lost(sent.error())));
}

void Coordinator::hear_last_words() {
  while (!over_) {
    const auto said = channel_.receive_if_here({});
    if (!said || !*said) return;
    over_ = reason_to_end(**said);
  }
}

}  // namespace commlab
