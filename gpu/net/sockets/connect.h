#pragma once
// Connects to a port on which a process listens, or will listen soon.

#include <string>

#include "core/base/error.h"
#include "gpu/net/sockets/descriptor.h"

namespace commlab {

// Returns a connected socket. It tries again while no process listens there. Errors: no such address; no
// process listens there by the deadline (Fault::runtime).
Result<Descriptor> connect_to(const std::string& address, int port, Deadline);

}  // namespace commlab
