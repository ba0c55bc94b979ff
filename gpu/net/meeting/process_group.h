#pragma once
// All processes of one experiment, as the coordinator sees them: a channel to each rank. A question to all
// processes returns which ranks answered, and which did not.

#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/messages/channel.h"

namespace commlab {

// A process that joined.
struct Member {
  Channel channel;
  std::string who;        // "process 4711 on hostname"
  std::string host;       // "hostname"
  nlohmann::json fields;  // its information about itself
  std::string address;    // its end of the connection: "192.168.1.7:40112"
};

struct Answers {
  std::vector<std::optional<NetMessage>> of;  // by rank
  std::vector<std::pair<Rank, Error>> lost;   // the ranks that will not answer, and why
  bool complete() const { return lost.empty(); }
};

class ProcessGroup {
 public:
  explicit ProcessGroup(std::vector<Member> members) : members_(std::move(members)) {}  // by rank

  int ranks() const { return static_cast<int>(members_.size()); }
  Channel& channel(Rank rank) { return at(rank).channel; }
  const std::string& who(Rank rank) const { return at(rank).who; }
  const std::string& host(Rank rank) const { return at(rank).host; }
  const nlohmann::json& fields(Rank rank) const { return at(rank).fields; }
  const std::string& address(Rank rank) const { return at(rank).address; }

  // Sends the message to each rank. The error names the first rank that did not take it.
  Status send_all(const NetMessage&, Deadline);
  // Receives one message from each rank. It returns as soon as a channel fails; ranks that had not answered
  // by then are neither in `of` nor in `lost`. At the deadline, all ranks that have not answered are lost.
  Answers receive_all(Deadline, Bytes most = {0});
  // Sends the last message to all members that can take it by the deadline. Then closes the channels so that
  // the message arrives even if members have not read earlier messages, and even if their answers were not
  // read.
  void take_leave(const NetMessage&, Deadline);

 private:
  Member& at(Rank rank) { return members_[rank]; }
  const Member& at(Rank rank) const { return members_[rank]; }

  std::vector<Member> members_;
};

}  // namespace commlab
