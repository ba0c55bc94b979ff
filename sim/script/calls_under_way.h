#pragma once
// The collectives and messages that are under way, and how they share links. A collective that lasts D alone
// and for which a link needs the time T at its whole rate takes T / D of that link. A message takes all of
// the narrowest link of its route. Where they would take more than all of a link, they go on more slowly,
// with the speeds that fair_speeds.h finds:
//
//   a collective that takes 0.9 of a link and a message over it go on at 1 / 1.9 of their speed: the
//   collective has 0.474 of the link, and the message 0.526
//
// What collectives leave of a link, messages share as they share whole links (see network.h).

#include <cstdint>
#include <map>
#include <vector>

#include "core/machine/topology.h"
#include "sim/script/collectives.h"
#include "sim/script/fair_speeds.h"
#include "sim/script/slowed_work.h"

namespace commlab {

class CallsUnderWay {
 public:
  explicit CallsUnderWay(std::size_t links)
      : speeds_(links), is_joined_(links), held_(links), left_(links, full_speed), messages_on_(links) {}

  // The call begins, at full speed until the next resolve().
  void start(std::int32_t call, const ScriptCollectives::Timing&, Time now);
  // REQUIRES: the call has started, and ends now.
  SlowedWork stop(std::int32_t call);
  // Whether the end that was due under this stamp still holds.
  bool holds(std::int32_t call, std::uint32_t stamp) const;

  // The message's first byte leaves; and its last byte, if it has started. `shares`: what it takes of its
  // links if it is alone.
  void start_message(std::uint32_t message, std::vector<LinkShare> shares);
  void stop_message(std::uint32_t message);

  // Whether the speed of a collective or the rest of a link can have changed since the last resolve().
  bool unresolved() const { return unresolved_; }
  struct Due {
    std::int32_t call = 0;
    Time end;
    std::uint32_t stamp = 0;
  };
  struct Rest {  // what collectives leave of a link to messages
    std::size_t link = 0;
    Speed part = full_speed;
  };
  struct Changes {
    std::vector<Due> due{};    // ends of collectives
    std::vector<Rest> left{};  // only of links that messages cross, or crossed
  };
  // Shares the links anew. Returns what has changed.
  Changes resolve(Time now);

 private:
  struct Running {
    SlowedWork work;
    FairSpeeds::Call on_links;
  };
  std::vector<FairSpeeds::Call*> joined();
  std::vector<Rest> rests();

  std::map<std::int32_t, Running> collectives_;         // by call
  std::map<std::uint32_t, FairSpeeds::Call> messages_;  // by number on the network
  FairSpeeds speeds_;
  bool unresolved_ = false;
  std::vector<bool> is_joined_;     // by link: a change of the messages on it may change a collective's speed
  std::vector<Speed> held_, left_;  // by link: what collectives take, and leave to messages
  std::vector<std::size_t> not_whole_;  // links of which collectives leave less than all
  std::vector<int> messages_on_;        // by link
};

}  // namespace commlab
