#pragma once
// A socket that others connect to.

#include <optional>
#include <string>

#include "core/base/error.h"
#include "gpu/net/sockets/descriptor.h"

namespace commlab {

class Listener {
 public:
  // `address` is a name or a number of this computer ("localhost", "127.0.0.1", "::1"); if the name has
  // several addresses, farthest() chooses one. Port 0 asks for a free port. Errors: no such address; an
  // address of another computer; the port is in use.
  static Result<Listener> open(const std::string& address, int port);
  // A socket that another process opened. Error (Fault::runtime): it is no stream socket that listens at this
  // address and port.
  static Result<Listener> adopt(Descriptor, const std::string& address, int port);

  int port() const { return port_; }
  int descriptor() const { return socket_.number(); }  // ready to read: a connection waits to be accepted
  // The connection that has waited longest; nullopt: no connection waits. Error: this process may not open
  // more files.
  Result<std::optional<Descriptor>> accept() const;

 private:
  Listener(Descriptor socket, int port) : socket_(std::move(socket)), port_(port) {}

  Descriptor socket_;
  int port_;
};

}  // namespace commlab
