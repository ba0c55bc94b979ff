#pragma once
// A port of this computer that the system gives to no other process while this object lives, even before a
// process listens on it. Its socket is bound, so a process that asks for any free port gets another one. The
// socket is bound with SO_REUSEADDR, so a process that binds this same port with that option may listen on
// it: Listener does so, and so do the stores of gloo and PyTorch (Linux: socket(7), inet_csk_bind_conflict).

#include <string>

#include "core/base/error.h"
#include "gpu/net/sockets/descriptor.h"

namespace commlab {

class ReservedPort {
 public:
  // `address` is a name or a number of this computer ("localhost", "127.0.0.1", "::1"); if the name has
  // several addresses, farthest() chooses one. Port 0 asks for a free port. Errors: no such address; an
  // address of another computer; the port is in use.
  static Result<ReservedPort> open(const std::string& address = "127.0.0.1", int port = 0);

  int port() const { return port_; }
  // Listens there from now on; accept() will not block. Error: as open().
  Result<Descriptor> listen() &&;

 private:
  ReservedPort(Descriptor socket, std::string address, int port)
      : socket_(std::move(socket)), address_(std::move(address)), port_(port) {}

  Descriptor socket_;
  std::string address_;
  int port_;
};

}  // namespace commlab
