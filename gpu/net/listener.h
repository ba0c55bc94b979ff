#pragma once
// A socket that others connect to.

#include <optional>
#include <string>

#include "core/base/error.h"
#include "gpu/net/descriptor.h"

namespace commlab {

class Listener {
 public:
  // `address` is a name or a number of this computer ("localhost", "127.0.0.1", "::1"), where it has several
  // the farthest(); port 0: a free one. Errors: no such address, none of this computer's, the port is in use.
  static Result<Listener> open(const std::string& address, int port);

  int port() const { return port_; }
  int descriptor() const { return socket_.number(); }  // ready to read: somebody waits to be accepted
  // Whoever waits first; nullopt: nobody does any more. Error: this process may open no more files.
  Result<std::optional<Descriptor>> accept() const;

 private:
  Listener(Descriptor socket, int port) : socket_(std::move(socket)), port_(port) {}

  Descriptor socket_;
  int port_;
};

}  // namespace commlab
