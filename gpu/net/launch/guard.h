#pragma once
// Work that starts processes, of which none outlives the work. It runs in a child of this process, the guard:
//
//   this process  -- passes signals on, waits -->  guard  -- starts and watches -->  ranks, their children
//   ...
//
// Even SIGKILL leaves nothing behind: if this process is killed, the guard ends the work; if the guard is
// killed, this process adopts what the guard had started, and kills it. The guard has a process group of its
// own, so that a kill of this process's whole group (timeout -s KILL) does not end both at once. What
// the guard starts returns to this process's group, so that a terminal treats it as if there were no guard.

#include <functional>

#include <sys/types.h>

#include "core/base/error.h"
#include "gpu/net/launch/held_signals.h"
#include "gpu/net/sockets/descriptor.h"

namespace commlab {

// What the work needs to know.
struct Guarded {
  const HeldSignals& signals;  // of the guard; the others' arrive here, too
  const Descriptor& front;     // ready to read when the process that called run_guarded() has ended
  pid_t group;                 // that process's group, in which processes are to be started
};

// Whether a terminal sent this signal, and so has also sent it to what the guard started.
bool from_terminal(const signalfd_siginfo&);

// The result of `work`. Errors: as work; no process can be started; the guard was killed (Fault::runtime).
// REQUIRES: this process has one thread and no children.
Result<int> run_guarded(const std::function<Result<int>(const Guarded&)>& work);

}  // namespace commlab
