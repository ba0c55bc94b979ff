#pragma once
// The coordinator's side of the meeting of an experiment's processes. It listens, and lets in one process for
// each rank that knows the token. All others are refused with a reason, and counted. They cannot keep the
// right ones out, however many they are: a connection that has not said who it is has little time, and of too
// many the oldest is closed.

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "gpu/net/meeting/process_group.h"
#include "gpu/net/sockets/listener.h"

namespace commlab {

struct RendezvousOptions {
  int ranks = 1;
  std::string address = "127.0.0.1";
  int port = 0;       // 0: a free one
  std::string token;  // empty: no token is needed; only allowed on loopback
  std::chrono::milliseconds time_to_say_hello{2'000};
  int strangers = 256;  // the most connections to keep that have not said who they are
};

// Asked every 50 ms whether to go on waiting; its error ends the wait: a child that died will never join.
using GoOn = std::function<Status()>;

class Rendezvous {
 public:
  // Listens. Errors: as Listener::open(); a token of fewer than 16 characters where other computers can
  // connect.
  static Result<Rendezvous> open(RendezvousOptions);

  int port() const { return listener_.port(); }
  // Returns when every rank has joined; nobody is let in after that. Errors (Fault::runtime): the deadline
  // (with the ranks that never joined, and the connections that were refused, and why); a member that left
  // again; the error of `go_on`.
  Result<ProcessGroup> gather(Deadline, const GoOn& go_on = {}) &&;

 private:
  Rendezvous(RendezvousOptions options, Listener listener)
      : options_(std::move(options)), listener_(std::move(listener)) {}

  RendezvousOptions options_;
  Listener listener_;
};

}  // namespace commlab
