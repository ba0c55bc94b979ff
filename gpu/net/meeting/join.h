#pragma once
// How a member joins the group of an experiment's processes.

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
  std::string job{};  // GroupPlace::job
  // After its hello, the member waits this much longer than the deadline. The coordinator may have started to
  // wait later, and reports which rank is missing. A member that left too early would be reported as missing.
  std::chrono::milliseconds for_the_others{0};
  nlohmann::json fields =
      nlohmann::json::object();  // information about this process for the coordinator; at most about 3 KiB
};

// The channel to the coordinator, which has proved the token, once all ranks have joined. join() tries again
// while no process listens there, or if the connection is lost before the coordinator has answered. Errors: a
// missed deadline; the coordinator refused this rank, with its reason; the listener is not commlab, or does
// not know the token; other computers could listen there, and the token is too short (check_guarded()).
Result<Channel> join(const JoinOptions&, Deadline);

}  // namespace commlab
