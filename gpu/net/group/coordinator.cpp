#include "gpu/net/group/coordinator.h"

#include <algorithm>

#include "gpu/net/group/heartbeat.h"
#include "gpu/net/meeting/hello.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::string_view bye_kind = "bye", over_kind = "over";

// Of a launched group the coordinator is rank 0's process; members that commlab started itself end with it.
Error lost(const Error& error) {
  return {fmt::format("rank 0 is lost, and with it the run: {}", error.message), Fault::runtime};
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

// Silence is counted in waits of our own, so that who was stopped itself, as by a terminal's Ctrl-Z, hears
// what came meanwhile before it takes anybody for lost. Any byte ends it: a large message may be on its way.
Result<NetMessage> Coordinator::next(Deadline deadline, Bytes most) {
  constexpr int waits = 10;
  const auto allowed = left_until(deadline);
  for (int in_vain = 0; in_vain < waits;) {
    const Bytes heard = channel_.heard();
    const Deadline wait_until = std::min(deadline, steady_clock::now() + longest_silence_ / waits);
    auto said = channel_.receive(wait_until, most);
    if (said ? !is_sign_of_life(*said) : steady_clock::now() < wait_until) return said;
    if (steady_clock::now() >= deadline)
      return fail(Fault::runtime, "{}: no word within {} ms", channel_.peer(), allowed.count());
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

NetMessage farewell(const std::optional<Error>& reason) {
  if (!reason) return {.kind = std::string(bye_kind)};
  return {.kind = std::string(over_kind), .fields = {{"reason", reason->message}}};
}

bool says_bye(const NetMessage& message) { return message.kind == bye_kind; }

std::optional<Error> reason_to_end(const NetMessage& message) {
  if (message.kind != over_kind) return std::nullopt;
  const std::string reason = text_field(message, "reason").value_or("it did not say why");
  return Error{fmt::format("rank 0 ended the run: {}", reason), Fault::runtime};
}

}  // namespace commlab
