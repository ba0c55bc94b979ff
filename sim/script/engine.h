#pragma once
// The event engine of scripts: hosts do their steps in order, and streams do their entries in order; both may
// have to wait for tasks. A call between ranks begins when all its members have come. When no event is left,
// a rank that has not finished will never finish.

#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/script/run.h"
#include "sim/script/calls.h"
#include "sim/script/hosts.h"
#include "sim/script/streams.h"
#include "sim/script/tasks.h"
#include "sim/script/world.h"

namespace commlab {

class ScriptEngine {
 public:
  // Keeps references to all.
  ScriptEngine(const ScriptProgram&, const Machine&, const Flavour&, const ScriptOptions&);

  // REQUIRES: it has not run yet.
  Result<ScriptRun> run();

 private:
  Status play();
  void handle(const ScriptEvents::Event&);
  void advance_all();
  void advance(Rank);
  void note_if_through(Rank);
  bool all_through() const;
  Status find_outcomes();
  ScriptRun result();

  ScriptWorld world_;
  ScriptTasks tasks_;
  ScriptCalls calls_;
  ScriptStreams streams_;
  ScriptHosts hosts_;
  std::vector<std::optional<double>> outcomes_;
  Time last_event_{};
};

}  // namespace commlab
