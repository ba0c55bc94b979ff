#pragma once
// A port of this computer that the system gives to no other process while this lives, and where nobody
// listens until somebody means to. The socket is bound, so whoever asks for any free port or connects gets
// another one; but with SO_REUSEADDR, so whoever binds this very port with that option, as Listener does, and
// as gloo's and PyTorch's stores do, may listen there (Linux: socket(7), inet_csk_bind_conflict).

#include <string>

#include "core/base/error.h"
#include "gpu/net/descriptor.h"

namespace commlab {

class ReservedPort {
 public:
  // `address` is a name or a number of this computer ("localhost", "127.0.0.1", "::1"), where it has several
  // the farthest(); port 0: a free one. Errors: no such address, none of this computer's, the port is in use.
  static Result<ReservedPort> open(const std::string& address = "127.0.0.1", int port = 0);

  int port() const { return port_; }
  // Listens there itself from now on, without blocking whoever accepts. Error: as open().
  Result<Descriptor> listen() &&;

 private:
  ReservedPort(Descriptor socket, std::string address, int port)
      : socket_(std::move(socket)), address_(std::move(address)), port_(port) {}

  Descriptor socket_;
  std::string address_;
  int port_;
};

}  // namespace commlab
