#pragma once
// The host of every rank: it does its steps in order, and may have to wait for tasks.
//
//   on the host's memory     a call begins at once, and holds the host until it is done, unless it has a
//                            handle: then wait(h) does
//   on streams               a call is put on the communication stream, behind what the stream it was
//                            called on had to do; that stream's later work waits for it, or if it has a
//                            handle, only the work after wait(h)

#include <cstdint>
#include <vector>

#include "sim/script/calls.h"
#include "sim/script/streams.h"
#include "sim/script/tasks.h"
#include "sim/script/world.h"

namespace commlab {

class ScriptHosts {
 public:
  ScriptHosts(ScriptWorld&, ScriptTasks&, ScriptCalls&, ScriptStreams&);  // keeps references

  // The host does its next step if it can. Returns whether it did one.
  bool advance(Rank);
  // Event: the host has done the step that kept it busy.
  void step_ended(Rank);
  // Whether the host has done all its steps and waits for nothing.
  bool is_through(Rank) const;

 private:
  Time cost(const ScriptStep&) const;
  void complete(Rank, const ScriptStep&);
  void call(Rank, const ScriptStep&);
  void hold(Rank, const ScriptStep&, std::vector<std::int32_t> tasks);
  void resume(Rank);

  const std::vector<ScriptStep>& steps(Rank rank) const { return world_.program.of_rank[rank].steps; }
  ScriptHostState& host(Rank rank) { return world_.state.of(rank).host; }
  const ScriptHostState& host(Rank rank) const { return world_.state.of(rank).host; }

  ScriptWorld& world_;
  ScriptTasks& tasks_;
  ScriptCalls& calls_;
  ScriptStreams& streams_;
};

}  // namespace commlab
