#pragma once
// Starts a command several times on this computer, as the ranks of one group, as torchrun --nproc-per-node
// does.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab {

struct LaunchOptions {
  int processes = 1;
  std::vector<std::string> command;  // a program and its arguments
  // MASTER_PORT, which stays free for the command (see ReservedPort); 0: a free one. Ranks of commlab meet at
  // another port, where the launcher already listens (see ListenerOffer).
  int port = 0;
  // Gives each process its own NCCL_HOSTID. NCCL assumes that processes with the same id are on one computer,
  // and does not let them share a GPU. It connects processes with different ids by sockets (NCCL 2.28,
  // src/misc/utils.cc, src/init.cc), over loopback if the environment names no other network.
  bool own_host_ids = false;
};

// Returns when all processes have ended, also those that they have started. SIGINT, SIGTERM and SIGHUP are
// passed on to them. When one process fails, or after such a signal, the others have a short time to end by
// themselves; then they are killed. None is left even if the launcher itself is killed (see guard.h). `say`
// gets what went wrong, one sentence at a time. If rank 0 has ended without failure, members that come later
// to meet rank 0 are told so. The result is the exit status of the first process that failed (128 + N if
// signal N ended it), or 0. Errors: the port is in use; no process can be started; the guard was killed.
// REQUIRES: at least one process, and a command; this process has one thread and no children.
Result<int> launch(const LaunchOptions&, const std::function<void(std::string_view)>& say);

}  // namespace commlab
