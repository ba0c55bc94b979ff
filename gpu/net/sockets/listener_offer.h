#pragma once
// A listening socket on its way from the process that opened it to another process of the same user
// (SCM_RIGHTS, unix(7)). The launcher opens the port at which rank 0 will gather the others, so the port is
// never free for a stranger, and a rank that comes early waits in its queue. Rank 0 asks for the socket; it
// does not inherit it, because many commands between the launcher and rank 0 close descriptors that they do
// not know (mpirun, Python's subprocess), and every other process of rank 0's command would inherit it,
// too.

#include <string>

#include "core/base/error.h"
#include "gpu/net/sockets/listener.h"

namespace commlab {

class ListenerOffer {
 public:
  // Error (Fault::runtime): the system gives no socket.
  static Result<ListenerOffer> open();

  // Where to ask: an abstract Unix address that the system chose, as printable text.
  const std::string& name() const { return name_; }
  int descriptor() const { return socket_.number(); }  // ready to read: a process asks
  // Gives the socket to all processes that have asked, without waiting for more. Processes of other users get
  // nothing, except root's.
  void hand_out(const Listener&) const;

 private:
  ListenerOffer(Descriptor socket, std::string name) : socket_(std::move(socket)), name_(std::move(name)) {}

  Descriptor socket_;
  std::string name_;
};

// The socket that is offered there. Errors (Fault::runtime): no process of this user offers one, or none came
// by the deadline; what came does not listen at this address and port.
Result<Listener> fetch_listener(const std::string& name, const std::string& address, int port, Deadline);

}  // namespace commlab
