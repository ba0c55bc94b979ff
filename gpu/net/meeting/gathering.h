#pragma once
// One wait for all ranks. It knows the members that have joined, the processes that have connected but not
// yet said who they are, and the connections that were turned away.

#include <list>
#include <string>
#include <utility>
#include <vector>

#include "gpu/net/meeting/hello.h"
#include "gpu/net/meeting/rendezvous.h"
#include "gpu/net/meeting/token.h"

namespace commlab {

class Gathering {
 public:
  Gathering(const RendezvousOptions&, const Listener&, const GoOn&);

  Result<ProcessGroup> wait(Deadline);

 private:
  // A process that connected, and has not yet said who it is.
  struct Stranger {
    Channel channel;
    Challenges challenges;  // the member's is empty until it comes
    Deadline deadline;
  };
  enum class Visit { unfinished, over };

  Status look_around(Deadline, std::chrono::milliseconds allowed);
  void send_home(const Error& why);
  bool all_here() const;
  int here() const;
  // Waits until something comes, a stranger's time is over, or go_on must be asked again.
  void wait_a_little(Deadline);
  Status look_after_joined();
  void hear_strangers();
  void accept_strangers();
  bool accept_stranger();
  void forget_oldest_stranger();

  Visit hear(Stranger&);
  Visit answer(Stranger&, const NetMessage&);
  Visit prove_to(Stranger&, const std::string& challenge);
  void judge(Stranger&, const Hello&);
  void refuse(Stranger&, std::string_view why, const std::string& reason);
  void count_turned_away(std::string_view why);
  Error never_joined(std::chrono::milliseconds allowed) const;

  const RendezvousOptions& options_;
  const Listener& listener_;
  const GoOn& go_on_;
  std::list<Stranger> strangers_;  // the oldest first
  std::vector<std::optional<Member>> joined_;
  std::vector<std::pair<std::string, int>> turned_away_;  // why, and how often
  bool files_ran_out_ = false;
};

}  // namespace commlab
