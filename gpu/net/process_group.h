#pragma once
// All processes of one experiment, as the coordinator sees them: one channel to each rank. Whatever is
// asked of all of them says who answered, and who did not.

#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/channel.h"

namespace commlab {

// One who joined.
struct Member {
  Channel channel;
  std::string who;        // "process 4711 on hostname"
  nlohmann::json fields;  // what it told of itself
  std::string address;    // from where it came: "192.168.1.7:40112"
};

struct Answers {
  std::vector<std::optional<NetMessage>> of;  // by rank
  std::vector<std::pair<Rank, Error>> lost;   // who will not answer, and why
  bool complete() const { return lost.empty(); }
};

class ProcessGroup {
 public:
  explicit ProcessGroup(std::vector<Member> members) : members_(std::move(members)) {}  // by rank

  int ranks() const { return static_cast<int>(members_.size()); }
  Channel& channel(Rank rank) { return at(rank).channel; }
  const std::string& who(Rank rank) const { return at(rank).who; }
  const nlohmann::json& fields(Rank rank) const { return at(rank).fields; }
  const std::string& address(Rank rank) const { return at(rank).address; }

  // One message to each rank. The error names the first rank that did not take it.
  Status send_all(const NetMessage&, Deadline);
  // One message from each rank. Returns as soon as a channel fails, without waiting for the others:
  // these have neither an answer nor a place among the lost. At the deadline, all that are missing are lost.
  Answers receive_all(Deadline, Bytes most = {0});
  // Says this to all as the last word, as far as they take it by the deadline, and sees them off: what was
  // said arrives even where they have yet to read what came before, and where answers of theirs were not
  // read.
  void take_leave(const NetMessage&, Deadline);

 private:
  Member& at(Rank rank) { return members_[static_cast<std::size_t>(rank)]; }
  const Member& at(Rank rank) const { return members_[static_cast<std::size_t>(rank)]; }

  std::vector<Member> members_;
};

}  // namespace commlab
