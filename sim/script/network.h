#pragma once
// The messages of a Script on the machine's links: each a flow over its whole route, shared max-min fairly
// with the other messages under way (sim/links/flows.h), on what collectives leave of a link. A message has
// the costs of the machine's copies: launch and overhead before its first byte, and the latencies of the
// machine and of the route after its last byte.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/machine/machine.h"
#include "core/routes/router.h"
#include "core/trace/trace.h"
#include "sim/links/flows.h"
#include "sim/script/fair_speeds.h"

namespace commlab {

class ScriptNetwork {
 public:
  ScriptNetwork(const Machine&, std::size_t most_messages);  // keeps a reference

  // Adds a message and returns its number, which counts from 0. Error: there is no route.
  Result<std::uint32_t> add(Rank from, Rank to, Bytes, Time now);
  Time before_first_byte() const { return machine_.copy.launch + machine_.copy.overhead; }
  void start(std::uint32_t message, Time now);  // its first byte leaves
  void stop(std::uint32_t message, Time now);   // its last byte has left
  // What the message takes of its links if it is alone: all of the narrowest, if the GPU can send so fast.
  std::vector<LinkShare> shares(std::uint32_t message) const;
  // Collectives leave this part of the link to messages from now on.
  void leave(std::size_t link, Speed part);
  Time latency(std::uint32_t message) const { return messages_[message].latency; }
  void arrived(std::uint32_t message, Time now) { transfers_[message].end = now; }

  Flows& flows() { return flows_; }
  const std::vector<Transfer>& transfers() const { return transfers_; }  // by message
  const std::vector<std::vector<LinkId>>& routes() const { return routes_; }

 private:
  struct Message {
    std::uint32_t route = 0;  // handle in Flows
    Time latency{};
    Rate fastest = unlimited;  // if it is alone
  };
  // From one rank to another.
  struct Way {
    std::int32_t route = 0;  // index into routes_
    Time latency{};
    Rate narrowest = unlimited;
  };
  Result<Way> way(Rank from, Rank to);

  const Machine& machine_;
  Router router_;
  Flows flows_;
  std::vector<Message> messages_;
  std::vector<Transfer> transfers_;
  std::vector<std::vector<LinkId>> routes_;
  std::map<std::pair<Rank, Rank>, Way> ways_;
};

}  // namespace commlab
