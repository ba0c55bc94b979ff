#pragma once
// What a member does after it has joined: it answers the coordinator's questions, one after the other, until
// the coordinator says farewell.

#include <chrono>
#include <functional>
#include <map>
#include <string>

#include "core/base/error.h"
#include "gpu/net/group/coordinator.h"
#include "gpu/net/meeting/group_place.h"
#include "gpu/net/messages/channel.h"

namespace commlab {

// Answers one kind of question. An error is sent in place of the answer.
using Duty = std::function<Result<NetMessage>(const NetMessage& question, Coordinator&)>;

struct Service {
  std::map<std::string, Duty>
      duties;        // by the question's kind; questions about the clock are always answered
  Bytes most = {0};  // the largest question's raw bytes
  std::chrono::milliseconds answer_in{
      10'000};                             // limit for an answer to leave, besides the time to transfer it
  std::chrono::hours longest_silence{24};  // the longest time between two questions
};

// Returns when the coordinator says "bye". A question of an unknown kind is answered with an error. Errors
// (Fault::runtime): the coordinator ended the run, with its reason; the coordinator is lost.
Status serve(Coordinator&, const Service&);

// Joins the group at this place within `join_in`, sends `fields` as information about this member, then
// serves.
Status serve_as_member(const GroupPlace&, std::chrono::milliseconds join_in, const Service&,
                       nlohmann::json fields = nlohmann::json::object());

// A generous time to transfer `bytes` bytes: even a slow network carries 10 MB in a second.
std::chrono::milliseconds time_to_move(std::int64_t bytes);

// error_message() puts an error into a message. unless_error() returns the message, or if the message carries
// an error, this error with the peer's name.
NetMessage error_message(const Error&);
Result<NetMessage> unless_error(NetMessage, const Channel& from);

}  // namespace commlab
