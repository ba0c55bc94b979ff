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
  int port = 0;                      // MASTER_PORT; 0: a free one
  // Gives each process its own NCCL_HOSTID. NCCL assumes that processes with the same id are on one computer,
  // and does not let them share a GPU. It connects processes with different ids by sockets (NCCL 2.28,
  // src/misc/utils.cc, src/init.cc), over loopback if the environment names no other network.
  bool own_host_ids = false;
};

// Returns when all processes have ended. SIGINT, SIGTERM and SIGHUP are passed on to them. When one process
// fails, or after such a signal, the others have a short time to end by themselves. `say` gets what went
// wrong, one sentence at a time. If rank 0 has ended without failure, members that come later to meet rank 0
// are told so. The result is the exit status of the first process that failed (128 + N if signal N ended it),
// or 0. The port is reserved meanwhile (see ReservedPort). Errors: the port is in use; no process can be
// started. REQUIRES: at least one process, and a command; the calling thread is the only one, or the others
// block those signals.
Result<int> launch(const LaunchOptions&, const std::function<void(std::string_view)>& say);

}  // namespace commlab
