#pragma once
// Where the processes of one experiment meet: a member's side.

#include <chrono>
#include <string>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/channel.h"

namespace commlab {

struct JoinOptions {
  std::string address = "127.0.0.1";
  int port = 0;
  Rank rank = 0;
  int ranks = 1;
  std::string token{};
  // Once it has said hello it waits so much longer than the deadline: the coordinator, whose time may have
  // begun later, says who is missing, and must not find that the first to lose patience is.
  std::chrono::milliseconds for_the_others{0};
  nlohmann::json fields =
      nlohmann::json::object();  // what the coordinator is told of this process: at most some 60 KiB
};

// The channel to the coordinator, once all ranks are here. Tries again while nobody listens, and where the
// connection is lost before a word was said. Errors: the deadline; it turned this rank away, and why; no
// commlab listens there.
Result<Channel> join(const JoinOptions&, Deadline);

}  // namespace commlab
