#pragma once
// How the coordinator gathers an experiment's processes. It listens, and accepts one process for each rank
// that knows the token, to which it proves the token first. It refuses other connections with a reason, and
// counts them. Any number of wrong connections cannot keep the right processes out: a connection that has not
// said who it is has little time, and if there are too many, the oldest is closed.

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
  int port = 0;               // 0: a free one
  std::string handed_over{};  // the ListenerOffer with the socket to listen with; empty: it opens one itself
  std::string token;          // empty: no token is needed; only allowed on loopback
  std::string job{};          // GroupPlace::job
  std::chrono::milliseconds time_to_say_hello{2'000};  // and as much for the challenge before it
  int strangers = 256;  // the most connections to keep that have not said who they are
};

// Called every 50 ms while waiting. Its error ends the wait, for example because a child died that will now
// never join.
using GoOn = std::function<Status()>;

class Rendezvous {
 public:
  // Listens. Errors: as Listener::open() or fetch_listener(); a token of fewer than 16 characters where other
  // computers can connect.
  static Result<Rendezvous> open(RendezvousOptions);

  int port() const { return listener_.port(); }
  // Returns when every rank has joined; after that no process is accepted. Errors (Fault::runtime): a missed
  // deadline (with the ranks that never joined, and how many connections were refused, and why); a member
  // that left again; the error of `go_on`.
  Result<ProcessGroup> gather(Deadline, const GoOn& go_on = {}) &&;

 private:
  Rendezvous(RendezvousOptions options, Listener listener)
      : options_(std::move(options)), listener_(std::move(listener)) {}

  RendezvousOptions options_;
  Listener listener_;
};

}  // namespace commlab
