#pragma once
// Connects to whoever listens, or will listen soon.

#include <string>

#include "core/base/error.h"
#include "gpu/net/descriptor.h"

namespace commlab {

// A connected socket. Tries again while nobody listens there yet. Errors: no such address; nobody
// listened by the deadline (Fault::runtime).
Result<Descriptor> connect_to(const std::string& address, int port, Deadline);

}  // namespace commlab
