#pragma once
// A rendezvous whose members are threads of the test.

#include <chrono>
#include <future>
#include <string>
#include <string_view>

#include "gpu/net/meeting/join.h"
#include "gpu/net/meeting/rendezvous.h"
#include "tests/gpu/net/net_place.h"

namespace commlab {

inline const std::string our_token = "a token of all of us";

Rendezvous open_rendezvous(int ranks, std::chrono::milliseconds time_to_say_hello = std::chrono::seconds(20));
JoinOptions member_of(const Rendezvous&, Rank rank, int ranks);
// Joins in a thread of its own.
std::future<Result<Channel>> join_beside(const JoinOptions&, Deadline = soon());

// The error of a rendezvous at which not all ranks joined in time; otherwise "all are here".
Error gathering_error(Rendezvous, std::chrono::milliseconds time);

// Sends raw bytes, as a stranger would.
void say(const Descriptor& socket, std::string_view words);

}  // namespace commlab
