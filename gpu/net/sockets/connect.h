#pragma once
// Connects to a port where somebody listens, or will listen soon.

#include <string>

#include "core/base/error.h"
#include "gpu/net/sockets/descriptor.h"

namespace commlab {

// A connected socket. It tries again while nobody listens there. Errors: no such address; nobody listens
// there by the deadline (Fault::runtime).
Result<Descriptor> connect_to(const std::string& address, int port, Deadline);

}  // namespace commlab
