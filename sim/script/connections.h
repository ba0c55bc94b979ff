#pragma once
// Communicators that connect at their first call: where a script says `communicators cold`, in a flavour that
// has such a state (see flavour.h).
//
//   a group     at the first collective, or batch, that its ranks call on it
//   a message   at the first one from one rank to another, in this direction
//
// Such a call holds the host until every rank that has to come has made its own first call; then it is
// enqueued.

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "sim/script/calls.h"
#include "sim/script/tasks.h"
#include "sim/script/world.h"

namespace commlab {

class ScriptConnections {
 public:
  ScriptConnections(ScriptWorld&, ScriptTasks&, ScriptCalls&);  // keeps references

  // The rank makes this call. Returns the tasks that end once the call's ranks are connected; none if they
  // are.
  std::vector<std::int32_t> join(Rank, const ScriptStep&);

 private:
  static constexpr Rank whole_group = -1;
  using Key = std::tuple<int, Rank, Rank>;  // a group, and a message's sender and receiver

  void join_group(Rank, const ScriptStep&, std::vector<std::int32_t>& tasks);
  void join_message(Rank, const ScriptStep&, std::vector<std::int32_t>& tasks);
  void join(Rank, const ScriptStep&, const Key&, const std::vector<Rank>& members,
            std::vector<std::int32_t>& tasks);

  ScriptWorld& world_;
  ScriptTasks& tasks_;
  ScriptCalls& calls_;
  bool at_first_call_;
  std::map<Key, std::int32_t> meetings_;
  std::set<std::pair<Key, Rank>> joined_;
};

}  // namespace commlab
