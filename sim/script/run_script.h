#pragma once
// Runs a script: host threads and streams of all ranks, as a discrete-event model. Only the arithmetic on
// tensors is executed. The same script, machine and options give the same run on every computer.
//
//   messages      flows on the machine's links, shared max-min fairly, with its costs of copies
//   collectives   begin when every member has come, and last as long as simulate() says for their programs;
//                 or longer, where several share links, or share them with messages (calls_under_way.h)
//   computing     on a stream lasts longer beside calls, where the script says that they take SMs
//                 (processors.h)
//   values        have the tensors' own types, and are added up in the order in which the programs add them
//
// A send that waits for its receive returns when the message has arrived; an eager send, when it has left.

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/script/run.h"
#include "core/script/script.h"

namespace commlab {

// A run that hangs is not an error: the ScriptRun says which rank waits for which. Errors: mistakes in the
// script or the options ("line 5: ..."); more ranks than GPUs; no route between ranks that exchange messages.
Result<ScriptRun> run_script(const Script&, const Machine&, const ScriptOptions& = {});

}  // namespace commlab
