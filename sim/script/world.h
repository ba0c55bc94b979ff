#pragma once
// The run of a script: its input, and the state that its parts (hosts, streams, calls) share.

#include "core/machine/machine.h"
#include "core/script/program.h"
#include "core/script/run.h"
#include "sim/script/events.h"
#include "sim/script/flavour.h"
#include "sim/script/ranks_to_advance.h"
#include "sim/script/recorder.h"
#include "sim/script/state.h"
#include "sim/script/tensors.h"
#include "sim/script/values/races.h"

namespace commlab {

struct ScriptWorld {
  ScriptWorld(const ScriptProgram&, const Machine&, const Flavour&,
              const ScriptOptions&);  // keeps references
  ScriptWorld(const ScriptWorld&) = delete;
  ScriptWorld& operator=(const ScriptWorld&) = delete;

  Time now() const { return events.now(); }

  const ScriptProgram& program;
  const Machine& machine;
  const Flavour& flavour;
  const ScriptOptions& options;
  ScriptEvents events;
  ScriptState state;
  ScriptTensors tensors;
  ScriptRaces races;
  ScriptRecorder recorder;
  RanksToAdvance to_advance;
};

}  // namespace commlab
