#pragma once
// The member's side of the meeting of an experiment's processes.

#include <chrono>
#include <string>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/messages/channel.h"

namespace commlab {

struct JoinOptions {
  std::string address = "127.0.0.1";
  int port = 0;
  Rank rank = 0;
  int ranks = 1;
  std::string token{};
  // After its hello, the member waits this much longer than the deadline. The coordinator may have started to
  // wait later, and tells which rank is missing; a member that left too early would be told as missing.
  std::chrono::milliseconds for_the_others{0};
  nlohmann::json fields =
      nlohmann::json::object();  // what to tell the coordinator about this process; at most about 60 KiB
};

// The channel to the coordinator, once all ranks have joined. It tries again while nobody listens, or if the
// connection is lost before the coordinator has answered. Errors: the deadline; the coordinator refused this
// rank, and why; the listener is no commlab.
Result<Channel> join(const JoinOptions&, Deadline);

}  // namespace commlab
