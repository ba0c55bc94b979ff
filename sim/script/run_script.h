#pragma once
// Runs a Script: host threads and streams of all ranks, as a discrete-event model. Nothing is executed but
// the emulated arithmetic; the same script, machine and options give the same run on every computer.
//
//   messages      flows on the machine's links, shared max-min fairly, with its costs of copies
//   collectives   begin when every member has come and last as long as simulate() says for their programs:
//                 they and messages do not slow each other
//   values        in the tensors' own types, added up in the order in which the programs add them
//
// A send that waits for its receive returns when the message has arrived; an eager one, when it has left.

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/script/run.h"
#include "core/script/script.h"

namespace commlab {

// A run that hangs is no error, but a ScriptRun that says who waits for whom. Errors: what the script or the
// options have wrong ("line 5: ..."), more ranks than GPUs, no route between ranks that talk.
Result<ScriptRun> run_script(const Script&, const Machine&, const ScriptOptions& = {});

}  // namespace commlab
