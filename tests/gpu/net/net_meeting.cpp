#include "tests/gpu/net/net_meeting.h"

#include <gtest/gtest.h>

#include <sys/socket.h>

namespace commlab {

Rendezvous open_rendezvous(int ranks, std::chrono::milliseconds time_to_say_hello) {
  return Rendezvous::open({.ranks = ranks, .token = our_token, .time_to_say_hello = time_to_say_hello})
      .value();
}

JoinOptions member_of(const Rendezvous& rendezvous, Rank rank, int ranks) {
  return {.port = rendezvous.port(),
          .rank = rank,
          .ranks = ranks,
          .token = our_token,
          .fields = {{"gpu", 10 + rank}}};
}

std::future<Result<Channel>> join_beside(const JoinOptions& options, Deadline deadline) {
  return std::async(std::launch::async, [=] { return join(options, deadline); });
}

Error gathering_error(Rendezvous rendezvous, std::chrono::milliseconds time) {
  const auto group = std::move(rendezvous).gather(in(time));
  return group ? Error{"all are here"} : group.error();
}

void say(const Descriptor& socket, std::string_view words) {
  ASSERT_EQ(::send(socket.number(), words.data(), words.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(words.size()));
}

}  // namespace commlab
