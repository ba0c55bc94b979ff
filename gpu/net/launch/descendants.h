#pragma once
// All processes that descend from this one: children, their children, and so on. A process group would be
// simpler to signal, but timeout(1), setsid(1) and shells with job control leave it, and at a terminal only
// one group at a time gets Ctrl-C, Ctrl-Z and the keys. The tree is read from /proc (proc(5)).

#include <functional>
#include <vector>

#include <sys/types.h>

#include "gpu/net/sockets/descriptor.h"

namespace commlab {

// From now on, a descendant whose own parent has ended becomes a child of this process
// (PR_SET_CHILD_SUBREAPER), so that it stays a descendant, however it was started.
void adopt_orphans();

// The descendants, also those that have ended and are not yet reaped.
std::vector<pid_t> descendants();

// Sends the signal to each descendant once, also to those that are started meanwhile.
void signal_descendants(int signal);

// Reaps adopted children that have ended. `own` says which children somebody else reaps.
void reap_adopted(const std::function<bool(pid_t)>& own);

// Kills all descendants and reaps all children. False: some still lived at the deadline, because they belong
// to another user or hang in the kernel. REQUIRES: after adopt_orphans().
bool kill_descendants(Deadline);

}  // namespace commlab
