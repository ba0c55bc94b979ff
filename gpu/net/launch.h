#pragma once
// Starts a command several times on this computer, as the ranks of one group: what torchrun
// --nproc-per-node does.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab {

struct LaunchOptions {
  int processes = 1;
  std::vector<std::string> command;  // a program and its arguments
  int port = 0;                      // MASTER_PORT; 0: a free one
  // NCCL takes processes of one NCCL_HOSTID for one computer's, and lets no two of them share a GPU. Ids of
  // their own make it connect them by sockets instead (NCCL 2.28, src/misc/utils.cc, src/init.cc): of loopback,
  // where the environment does not name another network.
  bool own_host_ids = false;
};

// Returns when all have ended. SIGINT, SIGTERM and SIGHUP are passed on to them. When one fails, or after
// such a signal, the others have little time to end by themselves. `say` is told what went wrong, a sentence
// at a time. Where rank 0 has ended by itself, whoever comes to meet it is told so. The result is the exit
// status of the first that failed (128 + N where signal N ended it), or 0. The port is theirs alone while it
// lasts (see ReservedPort).
// Errors: the port is in use; no process can be started.
// REQUIRES: the process's only thread calls it, or the others block those signals.
Result<int> launch(const LaunchOptions&, const std::function<void(std::string_view)>& say);

}  // namespace commlab
