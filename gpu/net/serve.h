#pragma once
// What a member does once it has joined: it answers what the coordinator asks, one message after the
// other, until that takes its leave.

#include <chrono>
#include <functional>
#include <map>
#include <string>

#include "core/base/error.h"
#include "gpu/net/channel.h"
#include "gpu/net/coordinator.h"
#include "gpu/net/group_place.h"

namespace commlab {

// One kind of question, and what is done about it: the answer, or an error that is sent in its place.
using Duty = std::function<Result<NetMessage>(const NetMessage& question, Coordinator&)>;

struct Service {
  std::map<std::string, Duty> duties;  // by the question's kind; the clock's is answered anyhow
  Bytes most = {0};                    // the largest question's raw bytes
  std::chrono::milliseconds answer_in{
      10'000};                             // for the system to take an answer, beside what its bytes take
  std::chrono::hours longest_silence{24};  // between two questions
};

// Returns when the coordinator said "bye". A question of an unknown kind is answered with an error.
// Errors (Fault::runtime): the coordinator said that all is over, and why; it was lost before either: a group
// that lost its first rank has lost as much as one that lost another.
Status serve(Coordinator&, const Service&);

// Joins the group at this place within `join_in`, telling `fields` of itself, then serves.
Status serve_as_member(const GroupPlace&, std::chrono::milliseconds join_in, const Service&,
                       nlohmann::json fields = nlohmann::json::object());

// Even a slow network carries 10 MB in a second; who takes longer has stopped.
std::chrono::milliseconds time_to_move(std::int64_t bytes);

// An error as a message, and back: what came, unless it is one (it then names the peer).
NetMessage error_message(const Error&);
Result<NetMessage> unless_error(NetMessage, const Channel& from);

}  // namespace commlab
