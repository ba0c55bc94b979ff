#pragma once
// Where the processes of one experiment meet: the coordinator's side. It listens, and lets in one process
// for each rank that knows the token. Whoever else comes is turned away with a reason, and counted; no
// number of them keeps the right ones out: those who have not yet said who they are have little time, and
// where they are too many the oldest gives way.

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "gpu/net/listener.h"
#include "gpu/net/process_group.h"

namespace commlab {

struct RendezvousOptions {
  int ranks = 1;
  std::string address = "127.0.0.1";
  int port = 0;       // 0: a free one
  std::string token;  // empty: none is asked for, which only loopback allows
  std::chrono::milliseconds time_to_say_hello{2'000};
  int strangers = 256;  // at most so many connections are held that have not said who they are
};

// What else is done while one waits for the others; each may be empty.
struct WhileGathering {
  std::function<void(int here, int ranks)> progress{};  // told at the start and whenever somebody joined
  // Asked every 50 ms; an error ends the wait with it: a child that died will never join.
  std::function<Status()> go_on{};
};

class Rendezvous {
 public:
  // Listens. Errors: as Listener::open; a token of fewer than 16 characters where others than this
  // computer's processes can connect.
  static Result<Rendezvous> open(RendezvousOptions);

  int port() const { return listener_.port(); }
  // Returns when every rank is here; nobody is let in afterwards. Errors (Fault::runtime): the deadline
  // (who never joined, who was turned away and why), somebody left again, `while_gathering` said so.
  Result<ProcessGroup> gather(Deadline, const WhileGathering& while_gathering = {}) &&;

 private:
  Rendezvous(RendezvousOptions options, Listener listener)
      : options_(std::move(options)), listener_(std::move(listener)) {}

  RendezvousOptions options_;
  Listener listener_;
};

}  // namespace commlab
